import type { OfferSettings } from '@poklik/contract/offers';
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';
import { accounts, users } from './users.ts';

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
    createdById: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('offers_name_key')
      .on(table.accountId, sql`lower(${table.name})`)
      .where(sql`${table.status} <> 'archived'`),
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
  (table) => [primaryKey({ columns: [table.offerId, table.day] }), index('offer_clicks_updated_at_index').on(table.updatedAt)],
);
