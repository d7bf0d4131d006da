import {
  COST_BOTS,
  COST_KINDS,
  COST_MODES,
  COST_OVERS,
  COST_SOURCES,
  COST_SPREADS,
  type CostFilter,
} from '@poklik/contract/costs';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { apiTokens } from './api-tokens.ts';
import { campaigns } from './campaigns.ts';
import { id, instant } from './column-types.ts';
import { accounts, users } from './users.ts';

const accountId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** What traffic cost according to its source. Entries are never changed, only undone. */
export const costEntries = pgTable(
  'cost_entries',
  {
    id: id(),
    accountId: accountId(),
    campaignId: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    /** On quarter-hour edges. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    timezone: text().notNull(),
    filters: jsonb().$type<CostFilter[]>().notNull(),
    amountMicro: bigint({ mode: 'bigint' }).notNull(),
    currency: text().notNull(),
    mode: text({ enum: COST_MODES }).notNull(),
    kind: text({ enum: COST_KINDS }).notNull(),
    spread: text({ enum: COST_SPREADS }).notNull(),
    over: text({ enum: COST_OVERS }).notNull(),
    bots: text({ enum: COST_BOTS }).notNull(),
    source: text({ enum: COST_SOURCES }).notNull(),
    authorId: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    tokenId: bigint({ mode: 'number' }).references(() => apiTokens.id, { onDelete: 'set null' }),
    note: text().notNull().default(''),
    /** Cost of the same clicks in the base currency at that time; null if unknown. */
    costBeforeMicro: bigint({ mode: 'bigint' }),
    costAfterMicro: bigint({ mode: 'bigint' }),
    createdAt: instant().notNull().defaultNow(),
    undoneAt: instant(),
    undoneById: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    undoReason: text().notNull().default(''),
    /** The entry that took its place; it is undone too. */
    replacedById: bigint({ mode: 'number' }).references((): AnyPgColumn => costEntries.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('cost_entries_account_id_index').on(table.accountId, table.createdAt, table.id),
    index('cost_entries_campaign_id_index').on(table.campaignId, table.startsAt).where(sql`${table.undoneAt} is null`),
  ],
);

/** Per campaign, how far the analytics database follows its cost entries. */
export const costFolds = pgTable(
  'cost_folds',
  {
    campaignId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    accountId: accountId(),
    /** The span to fold; null when there is nothing to do. */
    dueFrom: instant(),
    dueUntil: instant(),
    /** Counts requests, so that one that arrives during a fold is not lost. */
    revision: integer().notNull().default(1),
    /** Clicks and impressions of each UTC day that the entries cover, as of the last fold. */
    events: jsonb().$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [
    index('cost_folds_account_id_index').on(table.accountId),
    index('cost_folds_due_index').on(table.dueFrom).where(sql`${table.dueFrom} is not null`),
  ],
);
