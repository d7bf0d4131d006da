import type { TrafficSourceBody } from '@poklik/contract/traffic-sources';
import { bigint, boolean, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
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
