import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { LanderSettings } from '@poklik/contract/landers';
import type { OfferSettings } from '@poklik/contract/offers';
import type { ReplayReport, ReplaySettings } from '@poklik/contract/replays';
import type { Optimise } from '@poklik/contract/routing';
import type { Learned } from '@poklik/domain/learning/learn-weights';
import type { LinkCheck } from '@poklik/domain/link-checks/link-check';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  cidr,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';
import { accounts, users } from './users.ts';

/** What the weights follow from; amounts of goals other than conversions are in the base currency. */
export type LearnedWhy = Omit<Learned, 'weights'> & Pick<Optimise, 'goal'>;

/** Settings are one document, because they are read, saved and restored together; searchable columns are separate. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The key in the tracking link. */
    key: text().notNull(),
    name: text().notNull(),
    status: text({ enum: ['draft', 'active', 'paused', 'archived'] }).notNull(),
    tags: text().array().notNull().default([]),
    settings: jsonb().$type<CampaignSettings>().notNull(),
    version: integer().notNull().default(1),
    /** Rises with every change of learned weights, so that trackers read them. */
    learnedEpoch: integer().notNull().default(0),
    postbackKey: text().notNull(),
    createdById: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    /** Purged with its clicks thirty days later. */
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex('campaigns_key_key').on(table.key),
    uniqueIndex('campaigns_name_key')
      .on(table.accountId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
    index('campaigns_account_id_index').on(table.accountId, table.id),
    // Every report looks them up, and few accounts have any.
    index('campaigns_paid_by_impression_index')
      .on(table.accountId, table.id)
      .where(sql`${table.settings} ->> 'cost_model' = 'cpm'`),
  ],
);

/** Every saved version is kept forever: each click names its version. */
export const campaignVersions = pgTable(
  'campaign_versions',
  {
    campaignId: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    settings: jsonb().$type<CampaignSettings>().notNull(),
    authorId: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.version] })],
);

/** Weights that a set of destinations learned. The latest epoch of a set holds; earlier ones say what held before. */
export const learnedWeights = pgTable(
  'learned_weights',
  {
    campaignId: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    setUid: text().notNull(),
    epoch: integer().notNull(),
    /** Parts of a thousand by identity of the destination; null when the owner's weights hold. */
    weights: jsonb().$type<Record<string, number>>(),
    why: jsonb().$type<LearnedWhy>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** The last round, which may have left the weights as they were. */
    checkedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.setUid, table.epoch] }),
    index('learned_weights_created_at_index').on(table.createdAt),
  ],
);

/** Recorded clicks that were run through other settings of a campaign. */
export const replays = pgTable(
  'replays',
  {
    id: id(),
    campaignId: bigint({ mode: 'number' })
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    settings: jsonb().$type<ReplaySettings>().notNull(),
    startDate: date().notNull(),
    endDate: date().notNull(),
    /** Of the days. */
    timezone: text().notNull(),
    state: text({ enum: ['waiting', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    report: jsonb().$type<ReplayReport>(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('replays_campaign_id_index').on(table.campaignId),
    index('replays_created_at_index').on(table.createdAt),
    check('replays_state_is_known', sql`${table.state} in ('waiting', 'done', 'failed')`),
  ],
);

export const blackListEntries = pgTable(
  'black_list_entries',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null for all campaigns of the account. */
    campaignId: bigint({ mode: 'number' }).references(() => campaigns.id, { onDelete: 'cascade' }),
    range: cidr().notNull(),
    action: text({ enum: ['exclude', 'block'] }).notNull(),
    comment: text().notNull().default(''),
    createdById: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('black_list_entries_account_id_index').on(table.accountId, table.id),
    index('black_list_entries_campaign_id_index').on(table.campaignId),
    uniqueIndex('black_list_entries_range_key').on(table.accountId, sql`coalesce(${table.campaignId}, 0)`, table.range),
    check('black_list_entries_action_is_known', sql`${table.action} in ('exclude', 'block')`),
  ],
);

/** Offers that destinations of campaigns name. Archived ones stay, because versions of campaigns name them too. */
export const offers = pgTable(
  'offers',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    status: text({ enum: ['active', 'paused', 'archived'] }).notNull(),
    tags: text().array().notNull().default([]),
    settings: jsonb().$type<OfferSettings>().notNull(),
    version: integer().notNull().default(1),
    /** What the last check of its URL found. */
    link: jsonb().$type<LinkCheck>(),
    /** When its URL is checked next; null for never. */
    linkDueAt: instant(),
    createdById: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('offers_name_key')
      .on(table.accountId, sql`lower(${table.name})`)
      .where(sql`${table.status} <> 'archived'`),
    index('offers_link_due_at_index').on(table.linkDueAt).where(sql`${table.linkDueAt} is not null`),
    index('offers_account_id_index').on(table.accountId, table.id),
  ],
);

export const offerVersions = pgTable(
  'offer_versions',
  {
    offerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    settings: jsonb().$type<OfferSettings>().notNull(),
    authorId: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.version] })],
);

/** Clicks that were led to an offer, by day in its time zone; counted for caps only. */
export const offerClicks = pgTable(
  'offer_clicks',
  {
    offerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    clicks: bigint({ mode: 'number' }).notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.offerId, table.day] }),
    index('offer_clicks_updated_at_index').on(table.updatedAt),
  ],
);

/** Visitors who followed a link of a lander without a click, by UTC day. */
export const landerUnknownVisits = pgTable(
  'lander_unknown_visits',
  {
    landerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => landers.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    visits: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.landerId, table.day] })],
);

/** What an offer brought, by the day in its time zone when it was reported; counted for caps only. */
export const offerConversions = pgTable(
  'offer_conversions',
  {
    offerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    conversions: bigint({ mode: 'number' }).notNull(),
    /** In the currency of the offer. */
    payoutMicro: bigint({ mode: 'bigint' }).notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.offerId, table.day] }),
    index('offer_conversions_updated_at_index').on(table.updatedAt),
  ],
);

/** Landers that destinations of campaigns name. Archived ones stay, because versions of campaigns name them too. */
export const landers = pgTable(
  'landers',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The key in the links on the page. */
    key: text().notNull(),
    name: text().notNull(),
    status: text({ enum: ['active', 'paused', 'archived'] }).notNull(),
    tags: text().array().notNull().default([]),
    settings: jsonb().$type<LanderSettings>().notNull(),
    version: integer().notNull().default(1),
    /** What the last check of its URL found. */
    link: jsonb().$type<LinkCheck>(),
    /** When its URL is checked next; null for never. */
    linkDueAt: instant(),
    createdById: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('landers_key_key').on(table.key),
    uniqueIndex('landers_name_key')
      .on(table.accountId, sql`lower(${table.name})`)
      .where(sql`${table.status} <> 'archived'`),
    index('landers_link_due_at_index').on(table.linkDueAt).where(sql`${table.linkDueAt} is not null`),
    index('landers_account_id_index').on(table.accountId, table.id),
  ],
);

export const landerVersions = pgTable(
  'lander_versions',
  {
    landerId: bigint({ mode: 'number' })
      .notNull()
      .references(() => landers.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    settings: jsonb().$type<LanderSettings>().notNull(),
    authorId: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.landerId, table.version] })],
);
