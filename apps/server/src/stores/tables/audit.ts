import { bigint, index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts, users } from './users.ts';

/**
 * The audit log is kept forever. Each entry has the hash of the previous one in the same account, so that gaps and
 * changes are detected.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for entries about the whole installation. */
    accountId: bigint({ mode: 'number' }).references(() => accounts.id),
    /** Counted from 1 in each account; set by the database, as are the hashes. */
    position: integer().notNull().default(0),
    actorId: bigint({ mode: 'number' }).references(() => users.id),
    /** The impersonating operator. */
    impersonatorId: bigint({ mode: 'number' }).references(() => users.id),
    action: text().notNull(),
    entity: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    ip: text(),
    createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    previousHash: text().notNull().default(''),
    hash: text().notNull().default(''),
  },
  (table) => [
    unique('audit_entries_position_key').on(table.accountId, table.position).nullsNotDistinct(),
    index('audit_entries_entity_index').on(table.entity, table.id),
  ],
);
