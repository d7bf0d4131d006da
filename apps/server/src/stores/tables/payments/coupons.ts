import { COUPON_DURATIONS } from '@poklik/contract/coupon-terms';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant } from '../column-types.ts';
import { tariffs } from '../tariffs.ts';
import { accounts } from '../users.ts';

/** A discount by code. Its terms stay as they were promised; its rules can change. */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    code: text().notNull(),
    percent: smallint(),
    amountMinor: bigint({ mode: 'bigint' }),
    duration: text({ enum: COUPON_DURATIONS }).notNull(),
    periods: smallint(),
    note: text().notNull(),
    /** Days in UTC, both included. */
    validFrom: date({ mode: 'string' }),
    validUntil: date({ mode: 'string' }),
    usesMax: integer(),
    isOncePerAccount: boolean().notNull(),
    isForNewCustomers: boolean().notNull(),
    tariffIds: jsonb().$type<number[]>().notNull(),
    isArchived: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('coupons_code_key').on(table.code),
    check('coupons_take_percent_or_amount', sql`(${table.percent} is null) <> (${table.amountMinor} is null)`),
    check('coupons_discount_is_possible', sql`${table.percent} between 1 and 100 or ${table.amountMinor} > 0`),
    check('coupons_periods_are_counted', sql`(${table.duration} = 'periods') = (${table.periods} is not null)`),
  ],
);

/** A use of a coupon. An open checkout reserves it for a day. The latest one that was used is the account's discount. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    id: id(),
    couponId: bigint({ mode: 'number' })
      .notNull()
      .references(() => coupons.id),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    reservedAt: instant().notNull().defaultNow(),
    /** Null while its checkout is open. */
    usedAt: instant(),
  },
  (table) => [
    index('coupon_uses_coupon_id_index').on(table.couponId),
    index('coupon_uses_account_id_index').on(table.accountId),
  ],
);

/** The trial of an account. A person has only one. */
export const trials = pgTable('trials', {
  accountId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  tariffId: bigint({ mode: 'number' })
    .notNull()
    .references(() => tariffs.id),
  startedAt: instant().notNull(),
  endsAt: instant().notNull(),
});
