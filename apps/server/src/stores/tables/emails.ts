import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Emails stored here because no mail server is configured. */
export const emails = pgTable(
  'emails',
  {
    id: uuid().primaryKey().defaultRandom(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [index('emails_created_at_index').on(table.createdAt)],
);
