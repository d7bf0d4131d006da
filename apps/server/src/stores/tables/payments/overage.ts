import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { invoices } from '../billing.ts';
import { instant, money } from '../column-types.ts';
import { accounts, users } from '../users.ts';

const account = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => accounts.id);

/** Whether an account pays for events above its plan, from a month on until its next row. */
export const overageTerms = pgTable(
  'overage_terms',
  {
    accountId: account(),
    /** 2026-11 */
    fromMonth: text().notNull(),
    /** The most that a month may cost; null: switched off. */
    capMinor: bigint({ mode: 'bigint' }),
    /** Of 1,000 events, as agreed. A plan that costs more is charged at this price. */
    priceMinor: money(),
    agreedById: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    agreedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.fromMonth] }),
    check('overage_terms_are_positive', sql`${table.capMinor} > 0 and ${table.priceMinor} > 0`),
  ],
);

/** What a month cost above the plan. A month is billed once. */
export const overageBills = pgTable(
  'overage_bills',
  {
    accountId: account(),
    month: text().notNull(),
    events: bigint({ mode: 'number' }).notNull(),
    /** Of the plan; null without a limit. */
    included: bigint({ mode: 'number' }),
    /** Started thousands that are paid for. */
    thousands: integer().notNull(),
    priceMinor: money(),
    /** Null if there was nothing to pay. */
    invoiceId: bigint({ mode: 'number' }).references(() => invoices.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.month] }),
    check('overage_bills_have_an_invoice', sql`(${table.thousands} > 0) = (${table.invoiceId} is not null)`),
  ],
);
