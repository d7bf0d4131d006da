import type { HoldReason } from '@poklik/contract/referrals';
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { accounts, users } from './users.ts';

const userId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => users.id);

/** Visits of referral links, once per visitor and day. Visitors are one-way hashes. */
export const referralVisits = pgTable(
  'referral_visits',
  {
    referrerId: userId(),
    day: date().notNull().default(sql`current_date`),
    visitor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.referrerId, table.day, table.visitor] })],
);

/** A referrer's commission for one payment. The ledger says where the money is. */
export const commissions = pgTable(
  'commissions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    beneficiaryId: userId(),
    referralId: userId(),
    /** The payment, such as `payment:12`; each has at most one commission. */
    source: text().notNull(),
    baseMinor: bigint({ mode: 'bigint' }).notNull(),
    basisPoints: integer().notNull(),
    amountMinor: bigint({ mode: 'bigint' }).notNull(),
    reversedMinor: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** The part reversed because of a dispute, restored if the dispute is won. */
    disputedMinor: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** The part of it that was available for withdrawal, and will be again. */
    disputedEarnedMinor: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    currency: text().notNull(),
    status: text({ enum: ['pending', 'held', 'available', 'reversed'] }).notNull(),
    heldFor: text().array().$type<HoldReason[]>().notNull().default([]),
    releaseAt: instant().notNull(),
    releasedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('commissions_source_key').on(table.source),
    index('commissions_account_id_index').on(table.accountId, table.id),
    index('commissions_referral_id_index').on(table.referralId),
    index('commissions_due_index').on(table.releaseAt).where(sql`${table.status} = 'pending'`),
    check('commissions_amount_is_positive', sql`${table.amountMinor} > 0`),
    check('commissions_reversal_is_within', sql`${table.reversedMinor} between 0 and ${table.amountMinor}`),
    check(
      'commissions_dispute_is_within',
      sql`${table.disputedEarnedMinor} between 0 and ${table.disputedMinor} and ${table.disputedMinor} <= ${table.reversedMinor}`,
    ),
    check('commissions_status_is_known', sql`${table.status} in ('pending', 'held', 'available', 'reversed')`),
    check(
      'commissions_reversed_whole',
      sql`(${table.status} = 'reversed') = (${table.reversedMinor} = ${table.amountMinor})`,
    ),
    check(
      'commissions_released_when_available',
      sql`${table.status} <> 'available' or ${table.releasedAt} is not null`,
    ),
  ],
);
