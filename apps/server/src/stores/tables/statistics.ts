import type { GridLayout } from '@poklik/contract/grid-layouts';
import type { Difference } from '@poklik/domain/statistics/reconcile';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';
import { accounts, users } from './users.ts';

/** Saved reports, and saved views of the campaign list. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    screen: text({ enum: ['statistics', 'campaigns'] })
      .notNull()
      .default('statistics'),
    name: text().notNull(),
    search: text().notNull(),
    /** Columns and color rules of the table; null for those of the reader. */
    layout: jsonb().$type<GridLayout>(),
    isShared: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('saved_views_name_key').on(table.userId, table.screen, table.name),
    index('saved_views_account_id_index').on(table.accountId),
  ],
);

/** Results of the nightly comparison of rollups, rows and conversions. */
export const statisticsChecks = pgTable('statistics_checks', {
  id: id(),
  checkedAt: instant().notNull().defaultNow(),
  /** Null if everything matched. */
  differences: jsonb().$type<Difference[]>().notNull(),
});

/** On which ClickHouse server the rows of an account are. Without references, because clicks outlive accounts. */
export const accountShards = pgTable(
  'account_shards',
  {
    accountId: bigint({ mode: 'number' }).primaryKey(),
    shard: text().notNull(),
    /** Where its rows are being copied. */
    target: text(),
    /** Where its rows still have to be deleted. */
    origin: text(),
    changedAt: instant().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('account_shards_changed_at_index').on(table.changedAt)],
);

/** Which analytics database the sync of conversions has filled, by shard. */
export const conversionStores = pgTable('conversion_stores', {
  shard: text().primaryKey(),
  store: text().notNull(),
});

/** The analytics databases of this installation, in order: a new one lacks older clicks. */
export const analyticsDatabases = pgTable('analytics_databases', {
  id: text().primaryKey(),
  turn: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
  registeredAt: instant().notNull().defaultNow(),
  /** Time of its first click in log order; null while it has none. */
  firstClickAt: instant(),
});
