import { JOURNAL_KINDS, SYSTEM_ACCOUNTS, USER_ACCOUNTS } from '@poklik/domain/ledger/journal';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant, money } from './column-types.ts';
import { accounts, users } from './users.ts';

/** A ledger transaction. Triggers prevent changes, deletion and unbalanced commits. */
export const ledgerJournals = pgTable(
  'ledger_journals',
  {
    id: id(),
    /** Idempotency key: a retry returns this journal. */
    key: text().notNull(),
    kind: text({ enum: JOURNAL_KINDS }).notNull(),
    /** The account whose money moves. */
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    currency: text().notNull(),
    /** The related record, such as `withdrawal:12`. */
    reference: text().notNull(),
    reason: text(),
    /** Null for automatic postings. */
    actorId: bigint({ mode: 'number' }).references(() => users.id),
    /** The journal that this one reverses. */
    reversesId: bigint({ mode: 'number' }).references((): AnyPgColumn => ledgerJournals.id),
    /** Postings can be added only in the transaction that created the journal. */
    transactionId: bigint({ mode: 'bigint' }).notNull().default(sql`(pg_current_xact_id()::text::bigint)`),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ledger_journals_key_key').on(table.key),
    unique('ledger_journals_id_account_key').on(table.id, table.accountId),
    index('ledger_journals_account_id_index').on(table.accountId, table.id),
    index('ledger_journals_reference_index').on(table.reference),
    index('ledger_journals_created_at_index').on(table.createdAt),
    check('ledger_journals_reference_names_something', sql`${table.reference} ~ '^[a-z_]+:[A-Za-z0-9_:-]+$'`),
  ],
);

/** One posting of a journal. Customer postings have the account ID, which must be that of their journal. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    id: id(),
    journalId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerJournals.id),
    account: text({ enum: [...USER_ACCOUNTS, ...SYSTEM_ACCOUNTS] }).notNull(),
    accountId: bigint({ mode: 'number' }).references(() => accounts.id),
    amountMinor: money(),
    /** The customer's balance after this posting; set by the database. */
    balanceAfterMinor: bigint({ mode: 'bigint' }),
  },
  (table) => [
    unique('ledger_postings_journal_account_key').on(table.journalId, table.account),
    foreignKey({
      name: 'ledger_postings_account_of_journal',
      columns: [table.journalId, table.accountId],
      foreignColumns: [ledgerJournals.id, ledgerJournals.accountId],
    }),
    index('ledger_postings_account_id_index').on(table.accountId, table.account, table.id),
    check('ledger_postings_amount_is_not_zero', sql`${table.amountMinor} <> 0`),
    check(
      'ledger_postings_account_is_known',
      sql`(${table.account} in ('available', 'reserved', 'pending') and ${table.accountId} is not null)
        or (${table.account} in ('external', 'revenue', 'tax', 'fees', 'commissions', 'adjustments') and ${table.accountId} is null)`,
    ),
  ],
);

/** Sums of customer postings. Only inserting postings can change them. */
export const ledgerBalances = pgTable(
  'ledger_balances',
  {
    accountId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => accounts.id),
    availableMinor: money().default(sql`0`),
    reservedMinor: money().default(sql`0`),
    pendingMinor: money().default(sql`0`),
    withdrawableMinor: money().default(sql`0`),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('ledger_balances_reserved_is_not_negative', sql`${table.reservedMinor} >= 0`),
    check('ledger_balances_pending_is_not_negative', sql`${table.pendingMinor} >= 0`),
    check(
      'ledger_balances_withdrawable_is_part_of_available',
      sql`${table.withdrawableMinor} between 0 and greatest(${table.availableMinor}, 0)`,
    ),
  ],
);

/** Results of the nightly ledger reconciliation. */
export const ledgerChecks = pgTable('ledger_checks', {
  id: id(),
  checkedAt: instant().notNull().defaultNow(),
  findings: bigint({ mode: 'number' }).notNull(),
});
