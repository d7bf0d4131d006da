import type { GuideTexts } from '@poklik/contract/instructions';
import { INSTRUCTION_CATEGORIES } from '@poklik/contract/instructions';
import { bigint, boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { users } from './users.ts';

/** The operator's guides, shared by all accounts. */
export const instructions = pgTable(
  'instructions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Guide slug. A deleted one stays reserved, so that a built-in guide does not come back. */
    slug: text().notNull(),
    category: text({ enum: INSTRUCTION_CATEGORIES }).notNull(),
    position: integer().notNull(),
    title: jsonb().$type<GuideTexts>().notNull(),
    body: jsonb().$type<GuideTexts>().notNull(),
    hasCheck: boolean().notNull().default(false),
    isPublished: boolean().notNull().default(false),
    /** Null while a built-in guide is unchanged: a newer release may update it. */
    editedById: bigint({ mode: 'number' }).references(() => users.id),
    updatedAt: instant().notNull().defaultNow(),
    deletedAt: instant(),
  },
  (table) => [uniqueIndex('instructions_slug_key').on(table.slug)],
);
