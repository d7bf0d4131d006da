import type { ConnectionBody, Credential, Platform } from '@poklik/contract/connections';
import type { TrafficSourceBody } from '@poklik/contract/traffic-sources';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';
import { accounts } from './users.ts';

/** What a template fills in, and what is known about it. */
export interface SourceDetails extends Omit<TrafficSourceBody, 'name' | 'is_hidden'> {
  is_verified: boolean;
  unverified: string[];
}

export const trafficSourceTemplates = pgTable(
  'traffic_source_templates',
  {
    id: id(),
    /** Null for templates of the operator. */
    accountId: bigint({ mode: 'number' }).references(() => accounts.id, { onDelete: 'cascade' }),
    code: text().notNull(),
    name: text().notNull(),
    details: jsonb().$type<SourceDetails>().notNull(),
    /** Grows with every change, so that campaigns know when their copy is older. */
    revision: integer().notNull().default(1),
    /** The catalogue's revision that was loaded; null if the template did not come with the program. */
    catalogueRevision: integer(),
    isHidden: boolean().notNull().default(false),
    /** False while a shipped template is unchanged: a newer release may update it. */
    isEdited: boolean().notNull().default(false),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [unique('traffic_source_templates_code_key').on(table.accountId, table.code).nullsNotDistinct()],
);

type ConnectionSettings = Pick<ConnectionBody, 'account' | 'manager_account' | 'client_id' | 'test_code' | 'page_url'> &
  // Connections of earlier versions have none.
  Partial<Pick<ConnectionBody, 'is_test'>>;

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
    /** Encrypted values by name; `file_key` opens the file of the connection. */
    credentials: jsonb().$type<Partial<Record<Credential | 'file_key', string>>>().notNull().default({}),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('connections_name_key').on(table.accountId, sql`lower(${table.name})`),
    index('connections_account_id_index').on(table.accountId, table.id),
  ],
);
