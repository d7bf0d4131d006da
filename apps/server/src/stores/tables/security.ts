import { bigint, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** The key that somebody shares with their authenticator, sealed: it must be read again to check a code. */
export const twoFactors = pgTable('two_factors', {
  userId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text().notNull(),
  /** Nothing until a first code of it came back. */
  enabledAt: instant(),
  /** Of the last code that was taken: none is taken twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant().notNull().defaultNow(),
});

/** For who lost the authenticator. Only fingerprints are kept, and a used one stays to be refused. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fingerprint: text().notNull(),
    usedAt: instant(),
  },
  (table) => [unique('recovery_codes_fingerprint_key').on(table.userId, table.fingerprint)],
);
