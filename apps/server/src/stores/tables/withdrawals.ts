import { PAYOUT_METHODS, WITHDRAWAL_STATUSES } from '@poklik/contract/withdrawals';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { accounts, users } from './users.ts';

const user = () => bigint({ mode: 'number' }).references(() => users.id);
const account = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => accounts.id);

/** Payout details of an account. The latest one is used; the others are kept as history. */
export const payoutDetails = pgTable(
  'payout_details',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: account(),
    method: text({ enum: PAYOUT_METHODS }).notNull(),
    /** Holder and account, encrypted. */
    sealed: text().notNull(),
    masked: text().notNull(),
    /** Equal details have equal fingerprints, which reveal nothing. */
    fingerprint: text().notNull(),
    /** These replaced earlier details, so payouts wait for a while. */
    isReplacement: boolean().notNull(),
    createdById: user(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('payout_details_account_id_index').on(table.accountId, table.id),
    index('payout_details_fingerprint_index').on(table.fingerprint),
  ],
);

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: account(),
    userId: user().notNull(),
    amountMinor: bigint({ mode: 'bigint' }).notNull(),
    feeMinor: bigint({ mode: 'bigint' }).notNull(),
    currency: text().notNull(),
    payoutId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payoutDetails.id),
    status: text({ enum: WITHDRAWAL_STATUSES }).notNull().default('pending'),
    reason: text(),
    externalId: text(),
    /** The first of two approvers. */
    firstApproverId: user(),
    reviewedById: user(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    paidAt: instant(),
  },
  (table) => [
    uniqueIndex('withdrawals_one_open_key')
      .on(table.accountId)
      .where(sql`${table.status} in ('pending', 'approved', 'processing')`),
    index('withdrawals_account_id_index').on(table.accountId, table.id),
    index('withdrawals_status_index').on(table.status, table.id),
    check('withdrawals_amount_covers_fee', sql`${table.feeMinor} >= 0 and ${table.amountMinor} > ${table.feeMinor}`),
    check(
      'withdrawals_status_is_known',
      sql`${table.status} in ('pending', 'approved', 'processing', 'paid', 'rejected', 'cancelled', 'failed')`,
    ),
    check('withdrawals_paid_has_time', sql`(${table.status} = 'paid') = (${table.paidAt} is not null)`),
  ],
);
