import type { ClickFacts } from '@poklik/domain/conversions/click-facts';
import { sql } from 'drizzle-orm';
import type { ConversionFact } from '../../../stats/conversion-facts.ts';
import type { Database } from '../../../stores/postgres.ts';
import type { ConversionState } from '../../../stores/tables/conversions.ts';

const BATCH_MAX = 2_000;

/** Only one process syncs at a time. The lock ends with the transaction. */
export const tryLockSync = async (tx: Database): Promise<boolean> => {
  const { rows } = await tx.execute<{ ok: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('conversion sync')) as ok`,
  );
  return rows[0]?.ok ?? false;
};

/** Waits for the running batch and blocks the sync until the transaction ends. */
export const lockSync = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('conversion sync'))`);

/** The name of a shard, or none if there is only one database. */
export type ShardName = string | '';

/** Whether the conversion of a change belongs on a shard. */
const isOn = (shard: ShardName, changes: string) =>
  shard === ''
    ? sql`true`
    : sql`exists (select 1 from conversions as own join account_shards using (account_id)
        where own.id = ${sql.raw(changes)}.conversion_id and shard = ${shard})`;

/** Marks all changes of a database as unsynced if it was replaced. */
export const resetForNewStore = (tx: Database, store: string, shard: ShardName) =>
  shard === '' ? resetEverything(tx, store) : resetShard(tx, store, shard);

/** A database that was the only one before, or another shard, has what it should have. */
const resetShard = (tx: Database, store: string, shard: string) =>
  tx.execute(sql`
    with known as (
      select 1 from conversion_stores where store = ${store} union all select 1 from conversion_feed where store = ${store}),
    saved as (
      insert into conversion_stores (shard, store) values (${shard}, ${store})
      on conflict (shard) do update set store = excluded.store where conversion_stores.store <> excluded.store
      returning 1),
    counter as (insert into conversion_feed (id, store) values (1, '') on conflict (id) do nothing)
    update conversion_changes set feed_batch = null, fed_at = null
    where feed_batch is not null and exists (select 1 from saved) and not exists (select 1 from known)
      and ${isOn(shard, 'conversion_changes')}`);

const resetEverything = (tx: Database, store: string) =>
  tx.execute(sql`
    with known as (
      insert into conversion_feed (id, store) values (1, ${store})
      on conflict (id) do update set store = excluded.store where conversion_feed.store <> excluded.store
      returning 1)
    update conversion_changes set feed_batch = null, fed_at = null
    where feed_batch is not null and exists (select 1 from known)`);

export async function hasUnsyncedChanges(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select 1 from conversion_changes where fed_at is null) as found`,
  );
  return rows[0]?.found ?? false;
}

/** Of any shard by default. */
export async function findOpenBatch(tx: Database, shard: ShardName = ''): Promise<number | null> {
  const { rows } = await tx.execute<{ batch: string }>(
    sql`select feed_batch as batch from conversion_changes where fed_at is null and feed_batch is not null
      and ${isOn(shard, 'conversion_changes')} order by feed_batch limit 1`,
  );
  return rows[0] ? Number(rows[0].batch) : null;
}

/** A batch contains changes of one month, because ClickHouse partitions by month. */
export async function claimBatch(tx: Database, shard: ShardName): Promise<number | null> {
  const isWaiting = sql`fed_at is null and feed_batch is null and ${isOn(shard, 'conversion_changes')}`;
  const { rows } = await tx.execute<{ batch: string }>(sql`
    with first as (select month from conversion_changes where ${isWaiting} order by id limit 1),
    chosen as (
      select id from conversion_changes
      where ${isWaiting} and month = (select month from first) order by id limit ${BATCH_MAX}),
    numbered as (
      update conversion_feed set batches = batches + 1 where id = 1 and exists (select 1 from chosen) returning batches)
    update conversion_changes as change set feed_batch = numbered.batches
    from chosen, numbered where change.id = chosen.id returning change.feed_batch as batch`);
  return rows[0] ? Number(rows[0].batch) : null;
}

interface BatchRow extends Record<string, unknown> {
  change_id: string;
  revision: number;
  before: ConversionState | null;
  after: ConversionState;
  id: string;
  click_id: string;
  type: string;
  at: string;
  changed_at: string;
  click_at: string;
  account_id: string;
  campaign_id: string;
  country: string;
  click: ClickFacts;
}

export async function listBatchFacts(tx: Database, batch: number, shard: ShardName): Promise<ConversionFact[]> {
  const { rows } = await tx.execute<BatchRow>(sql`
    select change.id as change_id, change.revision, change.before, change.after, conversion.id, click_id, type,
      round(extract(epoch from received_at), 3)::text as at,
      round(extract(epoch from click_at), 3)::text as click_at,
      floor(extract(epoch from change.at))::bigint as changed_at,
      account_id, campaign_id, country, click
    from conversion_changes as change join conversions as conversion on conversion.id = change.conversion_id
    where change.feed_batch = ${batch} and change.fed_at is null and ${isOn(shard, 'change')} order by change.id`);
  return rows.flatMap((row) => [...(row.before ? [toFact(row, row.before, -1)] : []), toFact(row, row.after, 1)]);
}

const toFact = (row: BatchRow, state: ConversionState, sign: 1 | -1): ConversionFact => {
  const { subs, cost: _cost, cost_currency: _currency, ...click } = row.click;
  return {
    ...click,
    ...Object.fromEntries(subs.map((value, index) => [`sub${index + 1}`, value])),
    conversion_id: row.id,
    revision: sign === 1 ? row.revision : row.revision - 1,
    sign,
    click_id: row.click_id,
    at: row.at,
    changed_at: Number(row.changed_at),
    click_at: row.click_at,
    account_id: Number(row.account_id),
    campaign_id: Number(row.campaign_id),
    type: row.type,
    status: state.status,
    payout_micro: state.payout_base_micro,
    cost_micro: state.cost_base_micro,
    refunded_micro: state.refunded_base_micro ?? '0',
    country: row.country,
    change_id: Number(row.change_id),
  };
};

export const completeBatch = (tx: Database, batch: number, shard: ShardName) =>
  tx.execute(sql`update conversion_changes set fed_at = now()
    where feed_batch = ${batch} and fed_at is null and ${isOn(shard, 'conversion_changes')}`);
