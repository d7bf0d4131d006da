import { KEPT_KEY_DAYS } from '@poklik/contract/networks';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { networks } from '../../stores/tables/networks.ts';
import { accounts } from '../../stores/tables/users.ts';
import type { StoredAccount, StoredKey } from './postback-keys.ts';

const DAY_MS = 86_400_000;

const accountMark = sql<string>`'1 ' || ${accounts.postbackKey} || ' ' || coalesce((
  select string_agg(n.id || ' ' || extract(epoch from n.updated_at), ',' order by n.id)
  from networks n where n.account_id = ${accounts.id}), '')`;

export const listKeyMarks = (db: Database): Promise<{ id: number; mark: string }[]> =>
  db.select({ id: accounts.id, mark: accountMark }).from(accounts);

/** When the previous key of an address stops working. */
export const previousKeyUntil = (replacedAt: Date): number => replacedAt.getTime() + KEPT_KEY_DAYS * DAY_MS;

const listKeys = (key: string, previous: string | null, replacedAt: Date | null): StoredKey[] => [
  { key, until: null },
  ...(previous !== null && replacedAt !== null ? [{ key: previous, until: previousKeyUntil(replacedAt) }] : []),
];

export async function findAccountKeys(db: Database, ids: readonly number[]): Promise<StoredAccount[]> {
  const rows = await db
    .select({
      id: accounts.id,
      mark: accountMark,
      key: accounts.postbackKey,
      previous: accounts.previousPostbackKey,
      replacedAt: accounts.postbackKeyReplacedAt,
    })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  const found = await db
    .select()
    .from(networks)
    .where(inArray(networks.accountId, [...ids]))
    .orderBy(asc(networks.id));
  return rows.map(({ id, mark, key, previous, replacedAt }) => ({
    id,
    mark,
    keys: listKeys(key, previous, replacedAt),
    networks: found
      .filter(({ accountId }) => accountId === id)
      .map((network) => ({
        id: network.id,
        mapping: network.mapping,
        ips: network.ips,
        signature: network.signature,
        defaultCurrency: network.defaultCurrency,
        keys: listKeys(network.key, network.previousKey, network.keyReplacedAt),
      })),
  }));
}
