import { type BillTo, type Seller, TAX_TREATMENTS } from '@poklik/contract/invoices';
import type { Language } from '@poklik/contract/language';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { invoices, payments } from '../billing.ts';
import { id, instant, money } from '../column-types.ts';
import { accounts, users } from '../users.ts';

/** Reverses a part or all of an invoice. A trigger prevents changing and deleting. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    invoiceId: bigint({ mode: 'number' })
      .notNull()
      .references(() => invoices.id),
    number: text().notNull(),
    issuedAt: instant().notNull(),
    /** Tax included. */
    amountMinor: money(),
    taxMinor: money(),
    taxBasisPoints: integer().notNull(),
    /** These are of its invoice. */
    taxTreatment: text({ enum: TAX_TREATMENTS }),
    declaredCurrency: text(),
    declaredTaxMinor: bigint({ mode: 'bigint' }),
    currency: text().notNull(),
    reason: text(),
    billTo: jsonb().$type<BillTo>().notNull(),
    seller: jsonb().$type<Seller>().notNull(),
    locale: text().$type<Language>().notNull(),
  },
  (table) => [
    uniqueIndex('credit_notes_number_key').on(table.number),
    index('credit_notes_account_id_index').on(table.accountId, table.id),
    index('credit_notes_invoice_id_index').on(table.invoiceId),
    check('credit_notes_amount_is_positive', sql`${table.amountMinor} > 0`),
    check('credit_notes_tax_is_part', sql`${table.taxMinor} between 0 and ${table.amountMinor}`),
  ],
);

/** The last number of each month, locked while a credit note is issued, so that there are no gaps. */
export const creditNoteSeries = pgTable('credit_note_series', {
  series: text().primaryKey(),
  last: integer().notNull(),
});

/** Refunds that the operator asked of a provider. They are booked when the provider confirms them. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payments.id),
    /** The same request is sent under the same key. */
    key: text().notNull(),
    amountMinor: money(),
    reason: text().notNull(),
    actorId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    status: text({ enum: ['sent', 'done', 'failed'] })
      .notNull()
      .default('sent'),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('refund_requests_key').on(table.key),
    index('refund_requests_payment_id_index').on(table.paymentId),
    check('refund_requests_amount_is_positive', sql`${table.amountMinor} > 0`),
  ],
);
