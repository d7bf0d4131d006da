import type { ConnectionBody, Credential, Platform } from '@poklik/contract/connections';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';
import { accounts } from './users.ts';

export type ConnectionSettings = Pick<
  ConnectionBody,
  'account' | 'manager_account' | 'client_id' | 'test_code' | 'page_url'
>;

/** Accounts at ad platforms that conversions are sent to. */
export const connections = pgTable(
  'connections',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    platform: text().$type<Platform>().notNull(),
    settings: jsonb().$type<ConnectionSettings>().notNull(),
    events: jsonb().$type<ConnectionBody['events']>().notNull(),
    statuses: text().array().$type<ConnectionBody['statuses']>().notNull(),
    isActive: boolean().notNull().default(true),
    /** Encrypted values by name. */
    credentials: jsonb().$type<Partial<Record<Credential, string>>>().notNull().default({}),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('connections_name_key').on(table.accountId, sql`lower(${table.name})`),
    index('connections_account_id_index').on(table.accountId, table.id),
  ],
);
