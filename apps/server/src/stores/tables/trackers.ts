import type { LatencyBuckets } from '@poklik/domain/service/latency-histogram';
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';

/** Tracker processes that run. */
export const trackers = pgTable('trackers', {
  id: uuid().primaryKey(),
  seenAt: instant().notNull(),
});

/** Clicks toward daily caps, so that several trackers share a cap. Without references, because trackers write late. */
export const capUsage = pgTable(
  'cap_usage',
  {
    campaignId: bigint({ mode: 'number' }).notNull(),
    /** In the campaign's time zone. */
    day: date({ mode: 'string' }).notNull(),
    tracker: uuid().notNull(),
    clicks: bigint({ mode: 'number' }).notNull(),
    /** Up to this count, clicks are reserved for the tracker; for seconds only, so that none stay with a lost one. */
    granted: bigint({ mode: 'number' }).notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.day, table.tracker] }),
    index('cap_usage_updated_at_index').on(table.updatedAt),
  ],
);

/** Secrets that all processes of an installation share, encrypted with SECRET_KEY. */
export const sharedSecrets = pgTable('shared_secrets', {
  name: text().primaryKey(),
  sealed: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** What each process did in ten seconds, kept for two days; then what each role did in five minutes. */
export const processFigures = pgTable(
  'process_figures',
  {
    /** Host and process ID; the role after five minutes were added up. */
    process: text().notNull(),
    role: text({ enum: ['main', 'tracker'] }).notNull(),
    /** The end of the time. */
    at: instant().notNull().defaultNow(),
    seconds: integer().notNull(),
    redirects: integer().notNull(),
    /** Answered without being recorded. */
    unrecorded: integer().notNull(),
    memoryBytes: bigint({ mode: 'number' }).notNull(),
    /** Of one click in 64. */
    latency: jsonb().$type<LatencyBuckets>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.process, table.at] }),
    index('process_figures_at_index').on(table.at),
    check('process_figures_seconds_are_positive', sql`${table.seconds} > 0`),
  ],
);
