import type { Notification, Topic } from '@poklik/contract/notifications';
import type { Role } from '@poklik/contract/roles';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { tariffs } from './tariffs.ts';
import { accounts, users } from './users.ts';

/** An announcement has its own texts; a system notification has a kind and the values for its text. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** The recipient and their account; both null for an announcement. */
    accountId: bigint({ mode: 'number' }).references(() => accounts.id, { onDelete: 'cascade' }),
    userId: bigint({ mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    /** The audience of an announcement: a role or a plan; everyone if both are null. */
    role: smallint().$type<Role>(),
    tariffId: bigint({ mode: 'number' }).references(() => tariffs.id),
    /** The audience of `announcement_recipients`: the name of the segment when it was evaluated. */
    segmentName: text(),
    /** When an announcement appears and disappears by itself. */
    startsAt: instant(),
    endsAt: instant(),
    /** Whether an announcement is sent by email too. */
    byMail: boolean().notNull().default(false),
    /** When its emails were queued. */
    mailedAt: instant(),
    titles: jsonb().$type<Notification['titles']>().notNull().default([]),
    messages: jsonb().$type<Notification['messages']>().notNull().default([]),
    values: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    createdById: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    deletedAt: instant(),
  },
  (table) => [
    index('notifications_user_id_index').on(table.userId, table.id),
    index('notifications_announcements_index').on(table.id).where(sql`${table.userId} is null`),
    check('notifications_recipient_has_account', sql`(${table.userId} is null) = (${table.accountId} is null)`),
    check('notifications_one_audience', sql`num_nonnulls(${table.role}, ${table.tariffId}, ${table.segmentName}) <= 1`),
  ],
);

/** The accounts that matched a segment when an announcement to it was created. */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    notificationId: bigint({ mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.notificationId] })],
);

/** Notification preferences; users without a row get everything. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    topic: text().$type<Topic>().notNull(),
    inApp: boolean().notNull(),
    byEmail: boolean('by_letter').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.topic] })],
);

export const notificationReads = pgTable(
  'notification_reads',
  {
    notificationId: bigint({ mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.notificationId] })],
);

/** Emails stored here because no mail server is configured. */
export const emails = pgTable(
  'emails',
  {
    id: uuid().primaryKey().defaultRandom(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('emails_created_at_index').on(table.createdAt)],
);
