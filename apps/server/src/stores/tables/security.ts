import { bigint, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { users } from './users.ts';

/** TOTP secret, encrypted because it must be read to check a code. */
export const twoFactors = pgTable('two_factors', {
  userId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text().notNull(),
  /** Null until the first code was verified. */
  enabledAt: instant(),
  /** The last accepted code: codes work once. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant().notNull().defaultNow(),
});

/** Recovery codes. Only fingerprints are stored, and used ones are kept so that they are rejected. */
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
