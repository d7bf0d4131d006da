import type { TokenScope } from '@poklik/contract/token-scopes';
import { bigint, cidr, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { accounts, users } from './users.ts';

/** API tokens. Only hashes of the secrets are stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdById: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    prefix: text().notNull(),
    tokenHash: text().notNull(),
    /** The secret before the last rotation, and until when it works. */
    previousHash: text(),
    previousUntil: instant(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    campaignIds: bigint({ mode: 'number' }).array(),
    ipAllowList: cidr().array(),
    expiresAt: instant(),
    lastUsedAt: instant(),
    lastUsedIp: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('api_tokens_token_hash_key').on(table.tokenHash),
    uniqueIndex('api_tokens_previous_hash_key').on(table.previousHash),
    index('api_tokens_account_id_index').on(table.accountId, table.id),
  ],
);
