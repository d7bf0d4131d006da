import type { GuideTexts } from '@poklik/contract/instructions';
import { INSTRUCTION_CATEGORIES } from '@poklik/contract/instructions';
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Guides of the operator, the same for every account. */
export const instructions = pgTable(
  'instructions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Names a guide in links. That of a deleted one stays taken, so that a guide of the product does not come back. */
    slug: text().notNull(),
    category: text({ enum: INSTRUCTION_CATEGORIES }).notNull(),
    position: integer().notNull(),
    title: jsonb().$type<GuideTexts>().notNull(),
    body: jsonb().$type<GuideTexts>().notNull(),
    hasCheck: boolean().notNull().default(false),
    isPublished: boolean().notNull().default(false),
    /** Empty while a guide is as the product brought it: then a newer release may bring a newer text. */
    editedById: bigint({ mode: 'number' }).references(() => users.id),
    updatedAt: instant().notNull().defaultNow(),
    deletedAt: instant(),
  },
  (table) => [uniqueIndex('instructions_slug_key').on(table.slug)],
);
