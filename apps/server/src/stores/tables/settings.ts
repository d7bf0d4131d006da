import { LANGUAGES, type Language } from '@poklik/contract/language';
import type { SettingKey } from '@poklik/contract/settings';
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
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { bytes } from './column-types.ts';
import { users } from './users.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** A secret is sealed; its last characters are kept for people to recognize it. */
export type StoredValue = string | number | string[] | { sealed: string; last4: string } | null;

/** Every change of a setting of the installation. Rows are only added; the database rejects anything else. */
export const settings = pgTable(
  'settings',
  {
    /** Counted over all settings; the keys of one change share it. */
    version: integer().notNull(),
    key: text().$type<SettingKey>().notNull(),
    /** Null for the default. */
    value: jsonb().$type<StoredValue>(),
    by: bigint({ mode: 'number' }).references(() => users.id),
    at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
);

/** Rates that the operator confirmed. Rows are only added; the database rejects anything else. */
export const vatRates = pgTable(
  'vat_rates',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    country: text().notNull(),
    basisPoints: integer().notNull(),
    validFrom: date({ mode: 'string' }).notNull(),
    by: bigint({ mode: 'number' }).references(() => users.id),
    confirmedAt: instant().notNull().defaultNow(),
  },
  (table) => [check('vat_rates_are_percents', sql`${table.basisPoints} between 1 and 9999`)],
);

/** Logos and favicons. Kept while settings or their history name them. */
export const brandImages = pgTable('brand_images', {
  /** SHA-256 of the file. */
  hash: text().primaryKey(),
  png: bytes().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** Published legal texts. A published version never changes. */
export const legalDocuments = pgTable(
  'legal_documents',
  {
    slug: text().notNull(),
    version: integer().notNull(),
    texts: jsonb().$type<Record<Language, { title: string; text: string }>>().notNull(),
    effectiveAt: instant().notNull(),
    needsAcceptance: boolean().notNull(),
    by: bigint({ mode: 'number' }).references(() => users.id),
    publishedAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.version] })],
);

export const legalAcceptances = pgTable(
  'legal_acceptances',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
    version: integer().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    ip: text(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [index('legal_acceptances_user_index').on(table.userId, table.slug, table.version)],
);
