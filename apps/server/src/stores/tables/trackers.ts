import { bigint, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
