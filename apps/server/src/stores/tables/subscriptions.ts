import { MOVEMENTS } from '@poklik/contract/overview-business';
import { HISTORY_EVENTS, SUBSCRIPTION_STATUSES } from '@poklik/domain/tariffs/subscription';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { invoices } from './billing.ts';
import { tariffs } from './tariffs.ts';
import { accounts } from './users.ts';

const instant = (column = '') => timestamp(column, { withTimezone: true, mode: 'date' });
const money = () => bigint({ mode: 'bigint' }).notNull().default(sql`0`);
const tariff = () => bigint({ mode: 'number' }).references(() => tariffs.id);

/** An account's plan and its end. Accounts that only had the free plan have no row. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => accounts.id),
    tariffId: tariff().notNull(),
    period: text({ enum: ['month', 'year'] }).notNull(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
    startsAt: instant().notNull(),
    /** Null if it never ends. */
    endsAt: instant(),
    /** End of the grace period while the current period is unpaid. */
    graceUntil: instant(),
    /** The day of the month on which periods end, kept across shorter months. */
    anchorDay: smallint().notNull(),
    /** Value of the current period; zero if it is unpaid or free of charge. */
    valueMinor: money(),
    /** The invoice of the current period; null if it is free of charge. */
    invoiceId: bigint({ mode: 'number' }).references(() => invoices.id),
    /** Credit from an earlier plan change, for the next invoices. */
    creditMinor: money(),
    nextTariffId: tariff(),
    nextPeriod: text({ enum: ['month', 'year'] }),
    /** Incremented with every change, to detect outdated orders. */
    version: integer().notNull().default(1),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('subscriptions_due_index').on(table.status, table.endsAt),
    check('subscriptions_value_is_not_negative', sql`${table.valueMinor} >= 0 and ${table.creditMinor} >= 0`),
    check('subscriptions_next_is_whole', sql`(${table.nextTariffId} is null) = (${table.nextPeriod} is null)`),
  ],
);

/**
 * Every change of a subscription, for the operator's figures. Triggers prevent changes and deletion, date a row no
 * earlier than the one before, and say what it did to recurring revenue.
 */
export const subscriptionHistory = pgTable(
  'subscription_history',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** Version of the subscription. */
    version: integer().notNull(),
    /** When it took effect: the end of a period, not when the worker noticed. */
    at: instant().notNull().defaultNow(),
    event: text({ enum: HISTORY_EVENTS }).notNull(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
    tariffId: tariff().notNull(),
    period: text({ enum: ['month', 'year'] }).notNull(),
    invoiceId: bigint({ mode: 'number' }).references(() => invoices.id),
    /** Recurring revenue of a year, without tax. */
    arrMinor: money(),
    /** Set by the database: the difference to the row before, and its name. */
    changeMinor: money(),
    movement: text({ enum: MOVEMENTS }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.version] }),
    index('subscription_history_movement_index').on(table.at).where(sql`${table.movement} is not null`),
    check('subscription_history_arr_is_not_negative', sql`${table.arrMinor} >= 0`),
  ],
);

/** Quota notices sent, once per level and limit. */
export const quotaNotices = pgTable(
  'quota_notices',
  {
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** 2026-11 */
    month: text().notNull(),
    level: smallint().notNull(),
    /** The limit the level was measured against; a larger one starts new notices. */
    eventsLimit: bigint({ mode: 'number' }).notNull().default(0),
    /** Reports of this month are locked from then on. */
    lockedFrom: instant('held_from'),
    unlockedAt: instant('opened_at'),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.month, table.level, table.eventsLimit] })],
);
