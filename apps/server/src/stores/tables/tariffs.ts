import type { Language } from '@poklik/contract/language';
import { PLAN_FEATURES, type PlanFeature } from '@poklik/contract/plan-features';
import type { Highlights } from '@poklik/contract/tariffs';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

/** Plan limits and prices. A null limit is unlimited. */
export const tariffs = pgTable(
  'tariffs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    code: text().notNull(),
    name: jsonb().$type<Record<Language, string>>().notNull(),
    description: jsonb().$type<Record<Language, string>>().notNull(),
    priceMinor: bigint({ mode: 'bigint' }).notNull(),
    /** Of a year on a monthly plan; null for ten months. */
    yearPriceMinor: bigint({ mode: 'bigint' }),
    /** Of 1,000 events above the limit; null if none are sold. */
    overagePriceMinor: bigint({ mode: 'bigint' }),
    currency: text().notNull().default('USD'),
    period: text({ enum: ['month', 'year'] })
      .notNull()
      .default('month'),
    trialDays: integer().notNull().default(0),
    /** The trial needs a saved card, which is charged at its end. */
    trialNeedsCard: boolean().notNull().default(false),
    eventsLimit: bigint({ mode: 'number' }),
    campaignsLimit: integer(),
    seatsLimit: integer(),
    retentionDays: integer().notNull(),
    apiPerMinute: integer().notNull(),
    blacklistLimit: integer(),
    /** Own tracking domains; the given one doesn't count. */
    domainsLimit: integer(),
    features: jsonb()
      .$type<PlanFeature[]>()
      .notNull()
      .default([...PLAN_FEATURES]),
    /** What else it offers, line by line. */
    highlights: jsonb().$type<Highlights>().notNull().default({ ua: [], ru: [], en: [] }),
    isPublic: boolean().notNull().default(true),
    isArchived: boolean().notNull().default(false),
    position: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('tariffs_code_key').on(table.code),
    check('tariffs_price_is_not_negative', sql`${table.priceMinor} >= 0 and ${table.yearPriceMinor} >= 0`),
    check('tariffs_overage_price_is_positive', sql`${table.overagePriceMinor} > 0`),
  ],
);
