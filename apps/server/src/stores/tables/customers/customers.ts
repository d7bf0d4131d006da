import type { CustomerFilter } from '@poklik/contract/customers';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../column-types.ts';
import { accounts, users } from '../users.ts';

const account = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** Copied from the analytics database once an hour, so that lists don't wait for it. */
export const accountUsage = pgTable('account_usage', {
  accountId: account().primaryKey(),
  /** 2026-11 */
  month: text().notNull(),
  /** Events of that month that count toward the plan. */
  events: bigint({ mode: 'number' }).notNull(),
  /** When the last event or the last use of the browser was. */
  lastActivityAt: instant(),
  updatedAt: instant().notNull().defaultNow(),
});

/** Labels that the operator gives; the customer never sees them. */
export const customerTags = pgTable(
  'customer_tags',
  {
    accountId: account(),
    tag: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.tag] }),
    index('customer_tags_tag_index').on(table.tag, table.accountId),
  ],
);

/** Notes of operators; the customer never sees them. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: id(),
    accountId: account(),
    authorId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('customer_notes_account_id_index').on(table.accountId, table.id)],
);

/** Limits that replace those of the plan until a moment; null leaves the plan's. */
export const limitOverrides = pgTable('limit_overrides', {
  accountId: account().primaryKey(),
  events: bigint({ mode: 'number' }),
  campaigns: integer(),
  seats: integer(),
  blacklist: integer(),
  domains: integer(),
  until: instant().notNull(),
  reason: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** Emails that were sent, without their text, because links in it are secrets. */
export const sentEmails = pgTable(
  'sent_emails',
  {
    id: id(),
    accountId: account(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    subject: text().notNull(),
    result: text({ enum: ['sent', 'stored', 'failed'] }).notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('sent_emails_account_id_index').on(table.accountId, table.id),
    index('sent_emails_created_at_index').on(table.createdAt),
  ],
);

/** Saved filters of the customer list. */
export const segments = pgTable(
  'segments',
  {
    id: id(),
    name: text().notNull(),
    filter: jsonb().$type<CustomerFilter>().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('segments_name_key').on(table.name)],
);
