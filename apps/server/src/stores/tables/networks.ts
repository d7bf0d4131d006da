import type { NetworkMapping, NetworkSignature } from '@poklik/contract/networks';
import type { TemplateDetails } from '@poklik/domain/networks/template-details';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './column-types.ts';
import { accounts } from './users.ts';

/** Affiliate networks, each with a postback address of its own for all campaigns of the account. */
export const networks = pgTable(
  'networks',
  {
    id: id(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Code of the template it was made from. */
    template: text(),
    key: text().notNull(),
    /** Works for a few days after the key was replaced. */
    previousKey: text(),
    keyReplacedAt: instant(),
    clickParam: text(),
    mapping: jsonb().$type<NetworkMapping>().notNull(),
    ips: text().array().notNull().default([]),
    signature: jsonb().$type<NetworkSignature>(),
    defaultCurrency: text(),
    notes: text().notNull().default(''),
    /** Since when its reports are missing, or most are rejected; the account is told once. */
    silentSince: instant(),
    refusingSince: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('networks_key_key').on(table.key),
    uniqueIndex('networks_name_key').on(table.accountId, sql`lower(${table.name})`),
    index('networks_account_id_index').on(table.accountId, table.id),
  ],
);

/** What the operator changed of the templates that came with the program, and added to them. */
export const networkTemplates = pgTable('network_templates', {
  code: text().primaryKey(),
  /** Null while a shipped template is as it came. */
  details: jsonb().$type<TemplateDetails>(),
  isHidden: boolean().notNull().default(false),
  updatedAt: instant().notNull().defaultNow(),
});
