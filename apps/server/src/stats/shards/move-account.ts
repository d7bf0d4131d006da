import { setTimeout as sleep } from 'node:timers/promises';
import type { Clickhouse, Shard } from '../../stores/clickhouse.ts';
import type { Pool } from '../../stores/postgres.ts';
import { copyDiffering, deleteAccountRows, listDifferences } from './account-rows.ts';

type Shards = NonNullable<Clickhouse['shards']>;

export interface Move {
  shards: Shards;
  pool: Pool;
  accountId: number;
  /** Name of the shard. Its own one undoes an unfinished move. */
  to: string;
  print: (line: string) => void;
  /** How long questions may still go to the old shard after the switch. */
  graceMs?: number;
}

interface PlacementRow {
  shard: string;
  target: string | null;
  origin: string | null;
}

/** Arbitrary; one move runs at a time. */
const MOVE_LOCK = 7_203_119;
/** Longer than what processes know may be old. */
const GRACE_MS = 30_000;
/** Newer rows still change and are copied at the end. */
const SETTLED_SECONDS = 3_600;
/** Passes over what differs, before the last one stops all writers. */
const PASSES_MAX = 5;
const LOCK_TIMEOUT_MS = 10_000;
const LOCK_ATTEMPTS = 30;
const LATEST = 2 ** 32 - 1;

/**
 * Moves an account with its rows. They are copied while the account is used; then all writers of statistics pause for the
 * rest, both sides are compared, and from the switch on everything goes to the new shard. What was done is in PostgreSQL
 * and in the rows, so a move that was interrupted is continued by the next call.
 */
export async function moveAccount(move: Move): Promise<void> {
  const client = await move.pool.connect();
  try {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [MOVE_LOCK]);
    if (!rows[0]?.ok) throw new Error('Another move is running.');
    await moveAlone(move);
  } finally {
    // Also if the connection was lost, which ends the lock as well.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release(true);
  }
}

async function moveAlone(move: Move): Promise<void> {
  const { shards, pool, accountId, to, print } = move;
  const target = shardNamed(shards, to);
  const row = await readRow(move);
  if (row.origin !== null) await leave(move, row.origin);
  if (row.target !== null && row.target !== to) {
    await deleteAccountRows(shardNamed(shards, row.target).client, accountId);
    await pool.query('update account_shards set target = null, changed_at = clock_timestamp() where account_id = $1', [
      accountId,
    ]);
    print(`The unfinished move to ${row.target} was undone.`);
  }
  if (row.shard === to) return print(`Account ${accountId} is on ${to}.`);
  await pool.query('update account_shards set target = $2, changed_at = clock_timestamp() where account_id = $1', [
    ...[accountId, to],
  ]);
  const source = shardNamed(shards, row.shard);
  // Sums over all shards must leave the copies out before there are any.
  await sleep(move.graceMs ?? GRACE_MS);
  await copySettled(move, source, target);
  await switchOver(move, source, target);
  print(`Account ${accountId} is on ${to} now.`);
  await leave(move, row.shard);
}

/** Created here if nothing was written for the account yet. */
async function readRow({ shards, pool, accountId }: Move): Promise<PlacementRow> {
  const shard = (await shards.placement.read()).shardOf(accountId);
  await pool.query('insert into account_shards (account_id, shard) values ($1, $2) on conflict do nothing', [
    ...[accountId, shard],
  ]);
  const { rows } = await pool.query<PlacementRow>(
    'select shard, target, origin from account_shards where account_id = $1',
    [accountId],
  );
  return rows[0] as PlacementRow;
}

async function copySettled({ accountId, print }: Move, from: Shard, to: Shard): Promise<void> {
  const before = Math.floor(Date.now() / 1000) - SETTLED_SECONDS;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const copied = await copyDiffering({ from: from.client, to: to.client, accountId, before });
    if (copied === 0) return;
    print(`${copied} quarter-hours of rows copied.`);
  }
}

/** Everything that writes statistics waits meanwhile; clicks don't. */
async function switchOver({ shards, accountId }: Move, from: Shard, to: Shard): Promise<void> {
  const copy = { from: from.client, to: to.client, accountId, before: LATEST };
  await withRetries(() =>
    shards.placement.alone(LOCK_TIMEOUT_MS, async (client) => {
      await copyDiffering(copy);
      const differing = await listDifferences(copy);
      if (differing.length > 0)
        throw new Error(`The copy differs in ${differing.join(', ')}; the account stays on ${from.name}.`);
      await client.query(
        `update account_shards set shard = $2, target = null, origin = $3, changed_at = clock_timestamp()
         where account_id = $1`,
        [accountId, to.name, from.name],
      );
    }),
  );
}

const LOCK_NOT_AVAILABLE = '55P03';

/** A long insert or deletion may keep the lock for a while. */
async function withRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error;
      await sleep(LOCK_TIMEOUT_MS / 2);
    }
  }
}

/** Deletes what the account has left behind. */
async function leave({ shards, pool, accountId, graceMs = GRACE_MS, print }: Move, origin: string): Promise<void> {
  await sleep(graceMs);
  await deleteAccountRows(shardNamed(shards, origin).client, accountId);
  await pool.query('update account_shards set origin = null, changed_at = clock_timestamp() where account_id = $1', [
    accountId,
  ]);
  print(`Its rows on ${origin} are deleted.`);
}

function shardNamed({ all }: Shards, name: string): Shard {
  const found = all.find((shard) => shard.name === name);
  if (!found)
    throw new Error(`There is no shard ${name}. CLICKHOUSE_SHARDS has ${all.map((one) => one.name).join(', ')}.`);
  return found;
}
