import { BANK_LINE_STATES, type BankMapping } from '@poklik/contract/bank';
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { invoices } from '../billing.ts';
import { id, instant, money } from '../column-types.ts';
import { accounts, users } from '../users.ts';

/** A file of a bank. Its mapping is offered for the next file with the same columns. */
export const bankStatements = pgTable('bank_statements', {
  id: id(),
  fileName: text().notNull(),
  columns: jsonb().$type<string[]>().notNull(),
  mapping: jsonb().$type<BankMapping>().notNull(),
  importedById: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
  importedAt: instant().notNull().defaultNow(),
});

/** Money received at the bank. A line of a file is stored once, however often it is imported. */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: id(),
    statementId: bigint({ mode: 'number' })
      .notNull()
      .references(() => bankStatements.id),
    /** Of the line as it is in the file, and which of the same lines it is. */
    rowHash: text().notNull(),
    /** Empty if the bank gives none. */
    bankId: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    amountMinor: money(),
    currency: text().notNull(),
    payer: text().notNull(),
    purpose: text().notNull(),
    state: text({ enum: BANK_LINE_STATES }).notNull().default('waiting'),
    accountId: bigint({ mode: 'number' }).references(() => accounts.id),
    /** The invoice that it paid as a whole. */
    invoiceId: bigint({ mode: 'number' }).references(() => invoices.id),
    /** The part that went to the balance. */
    balanceMinor: money().default(sql`0`),
    note: text().notNull().default(''),
    decidedById: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    decidedAt: instant(),
    importedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('bank_lines_row_hash_key').on(table.rowHash),
    uniqueIndex('bank_lines_bank_id_key')
      .on(table.bankId, table.day, table.amountMinor)
      .where(sql`${table.bankId} <> ''`),
    index('bank_lines_day_index').on(table.day, table.id),
    index('bank_lines_waiting_index').on(table.importedAt).where(sql`${table.state} = 'waiting'`),
    index('bank_lines_account_id_index').on(table.accountId),
    index('bank_lines_invoice_id_index').on(table.invoiceId),
    check('bank_lines_amount_is_positive', sql`${table.amountMinor} > 0`),
    check('bank_lines_balance_is_part', sql`${table.balanceMinor} between 0 and ${table.amountMinor}`),
    check('bank_lines_booked_has_account', sql`(${table.state} = 'booked') = (${table.accountId} is not null)`),
    check('bank_lines_decided_has_time', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
  ],
);
