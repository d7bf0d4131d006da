import { bigint, index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts, users } from './users.ts';

/** Who changed what, for ever. Each entry carries the hash of the one before it in the same account, so that a gap or a change shows. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Nobody's where the whole install is concerned. */
    accountId: bigint({ mode: 'number' }).references(() => accounts.id),
    /** Counted from 1 in each account; set by the database, as are the hashes. */
    position: integer().notNull().default(0),
    actorId: bigint({ mode: 'number' }).references(() => users.id),
    /** Who acted as the actor. */
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
