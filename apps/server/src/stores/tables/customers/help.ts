import type { HelpFileKind, HelpObjectKind, HelpStatus } from '@poklik/contract/help';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant } from '../column-types.ts';
import { accounts, users } from '../users.ts';

/** What customers ask the operator. */
export const helpRequests = pgTable(
  'help_requests',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    authorId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    subject: text().notNull(),
    status: text().$type<HelpStatus>().notNull(),
    /** What it is about, with its name at that time. */
    objectKind: text().$type<HelpObjectKind>(),
    objectId: text(),
    objectName: text(),
    /** Since when the customer waits for an answer. */
    waitingSince: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('help_requests_account_index').on(table.accountId, table.updatedAt),
    index('help_requests_open_index').on(table.waitingSince).where(sql`${table.status} = 'open'`),
    check('help_requests_status', sql`${table.status} in ('open', 'waiting', 'closed')`),
    check('help_requests_open_waits', sql`(${table.status} = 'open') = (${table.waitingSince} is not null)`),
    check(
      'help_requests_object_is_whole',
      sql`num_nonnulls(${table.objectKind}, ${table.objectId}, ${table.objectName}) in (0, 3)`,
    ),
  ],
);

export const helpMessages = pgTable(
  'help_messages',
  {
    id: id(),
    requestId: bigint({ mode: 'number' })
      .notNull()
      .references(() => helpRequests.id, { onDelete: 'cascade' }),
    authorId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    isAnswer: boolean().notNull(),
    text: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('help_messages_request_index').on(table.requestId, table.id)],
);

/** In the database, so that backups have them. */
export const helpFiles = pgTable(
  'help_files',
  {
    id: id(),
    messageId: bigint({ mode: 'number' })
      .notNull()
      .references(() => helpMessages.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    kind: text().$type<HelpFileKind>().notNull(),
    bytes: integer().notNull(),
    content: bytes().notNull(),
  },
  (table) => [
    index('help_files_message_index').on(table.messageId),
    check('help_files_size', sql`${table.bytes} = length(${table.content}) and ${table.bytes} between 1 and 5242880`),
  ],
);
