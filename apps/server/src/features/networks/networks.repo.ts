import type { SortOrder } from '@poklik/contract/paging';
import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { networks } from '../../stores/tables/networks.ts';
import { accounts } from '../../stores/tables/users.ts';

export type NetworkRow = typeof networks.$inferSelect;
export type NewNetwork = typeof networks.$inferInsert;

/** Tells trackers whose keys to reload. */
const POSTBACK_KEYS_CHANNEL = 'postback_keys_changed';

export const notifyTrackers = (tx: Database, accountId: number) =>
  tx.execute(sql`select pg_notify(${POSTBACK_KEYS_CHANNEL}, ${String(accountId)})`);

/** Serializes changes of an account's networks until the transaction ends. */
export const lockNetworks = (tx: Database, accountId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`networks ${accountId}`}, 0))`);

const matches = (accountId: number, search: string | undefined): SQL | undefined =>
  and(
    eq(networks.accountId, accountId),
    search ? sql`strpos(lower(${networks.name}), lower(${search})) > 0` : undefined,
  );

interface ListOptions {
  search: string | undefined;
  sort: 'name' | 'created_at';
  order: SortOrder;
  limit: number;
  offset: number;
}

export function listNetworks(db: Database, accountId: number, { search, sort, order, limit, offset }: ListOptions) {
  const direction = order === 'asc' ? asc : desc;
  return db
    .select()
    .from(networks)
    .where(matches(accountId, search))
    .orderBy(direction(sort === 'name' ? sql`lower(${networks.name})` : networks.createdAt), direction(networks.id))
    .limit(limit)
    .offset(offset);
}

export const countNetworks = (db: Database, accountId: number, search?: string): Promise<number> =>
  db.$count(networks, matches(accountId, search));

export async function findNetwork(db: Database, accountId: number, id: number): Promise<NetworkRow | null> {
  const [row] = await db
    .select()
    .from(networks)
    .where(and(eq(networks.accountId, accountId), eq(networks.id, id)));
  return row ?? null;
}

export const listNetworkOptions = (db: Database, accountId: number) =>
  db
    .select({ id: networks.id, name: networks.name, click_param: networks.clickParam })
    .from(networks)
    .where(eq(networks.accountId, accountId))
    .orderBy(sql`lower(${networks.name})`);

export const countNetworksWithName = (db: Database, accountId: number, name: string, exceptId: number) =>
  db.$count(
    networks,
    and(eq(networks.accountId, accountId), ne(networks.id, exceptId), sql`lower(${networks.name}) = lower(${name})`),
  );

export async function insertNetwork(db: Database, network: NewNetwork): Promise<NetworkRow> {
  const [row] = await db.insert(networks).values(network).returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

export async function updateNetwork(db: Database, id: number, change: Partial<NewNetwork>): Promise<NetworkRow> {
  const [row] = await db
    .update(networks)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(eq(networks.id, id))
    .returning();
  if (!row) throw new Error('the network is gone');
  return row;
}

/** Campaigns that name it have no network afterwards. */
export async function removeNetwork(tx: Database, accountId: number, id: number): Promise<void> {
  await tx.execute(sql`
    update campaigns set settings = settings || '{"network_id": null}'::jsonb
    where account_id = ${accountId} and settings ->> 'network_id' = ${String(id)}`);
  await tx.delete(networks).where(eq(networks.id, id));
}

/** Campaigns per network that they name. */
export async function countCampaignsByNetwork(db: Database, accountId: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select settings ->> 'network_id' as id, count(*)::int as count from campaigns
    where account_id = ${accountId} and deleted_at is null and settings ->> 'network_id' is not null group by 1`);
  return new Map(rows.map(({ id, count }) => [Number(id), count]));
}

export async function getAccountKey(db: Database, accountId: number) {
  const [row] = await db
    .select({ key: accounts.postbackKey, replacedAt: accounts.postbackKeyReplacedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!row) throw new Error('the account is gone');
  return row;
}

export const replaceAccountKey = (tx: Database, accountId: number, key: string) =>
  tx
    .update(accounts)
    .set({ previousPostbackKey: accounts.postbackKey, postbackKey: key, postbackKeyReplacedAt: sql`now()` })
    .where(eq(accounts.id, accountId));

/** Those of the account. */
export const listNetworkIds = async (db: Database, accountId: number, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .select({ id: networks.id })
          .from(networks)
          .where(and(eq(networks.accountId, accountId), inArray(networks.id, [...ids])))
      ).map(({ id }) => id);
