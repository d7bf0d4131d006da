import pg from 'pg';
import { createPlacement, type Placement, type PlacementRow } from './placement.ts';

/** Arbitrary; writers of statistics share it, and a move takes it alone for the moment in which it switches. */
const SETTLED_LOCK = 7_203_118;
/** How old what is asked may be. A moved account stays readable where it was for longer. */
const FRESH_MS = 5_000;
/** Rows may become visible a little after the time that they have. */
const OVERLAP_SECONDS = 60;
const CONNECTIONS_MAX = 6;
const LOCK_TIMEOUT_MS = 60_000;

export interface Settled {
  /** Since the last time an account has moved from where it would have been looked for. */
  hasMoved: boolean;
  /** Aborted if the lock is lost with its connection. */
  lost: AbortSignal;
}

/** The placement that all processes share, in PostgreSQL. */
export interface SharedPlacement {
  /** At most a few seconds old. */
  read(): Promise<Placement>;
  /** While the work runs, no account moves, and what `read` returns is exact. */
  whileSettled<T>(work: (settled: Settled) => Promise<T>): Promise<T>;
  /** Runs the work alone: nobody writes statistics meanwhile. Rejects if others write for longer than the timeout. */
  alone<T>(timeoutMs: number, work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Accounts that are there before the first start with shards are on the first one. */
export async function openSharedPlacement(databaseUrl: string, names: readonly string[]): Promise<SharedPlacement> {
  const pool = openPool(databaseUrl);
  try {
    await prepare(pool, names);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const placement = createPlacement(names);
  let [newest, readAt] = [0, Number.NEGATIVE_INFINITY];
  let reading: Promise<boolean> | undefined;

  async function refresh(): Promise<boolean> {
    const startedAt = performance.now();
    const { rows } = await pool.query<PlacementRow & { changedAt: number }>(
      `select account_id::float8 as "accountId", shard, target, origin,
         extract(epoch from changed_at)::float8 as "changedAt"
       from account_shards where changed_at >= to_timestamp($1)`,
      [newest - OVERLAP_SECONDS],
    );
    newest = rows.reduce((latest, { changedAt }) => Math.max(latest, changedAt), newest);
    readAt = startedAt;
    return placement.update(rows);
  }

  async function withLock<T>(
    kind: string,
    timeoutMs: number,
    work: (of: pg.PoolClient, lost: AbortSignal) => Promise<T>,
  ) {
    const client = await pool.connect();
    const lost = new AbortController();
    const onLost = () => lost.abort(new Error('PostgreSQL connection lost'));
    client.on('error', onLost).on('end', onLost);
    let failure: Error | undefined;
    try {
      await client.query(`set lock_timeout = ${timeoutMs}`);
      await client.query(`select pg_advisory_lock${kind}($1)`, [SETTLED_LOCK]);
      try {
        return await work(client, lost.signal);
      } finally {
        await client.query(`select pg_advisory_unlock${kind}($1)`, [SETTLED_LOCK]);
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw failure;
    } finally {
      client.off('error', onLost).off('end', onLost);
      // A connection that failed may still have the lock, so it is closed.
      client.release(failure !== undefined || lost.signal.aborted);
    }
  }

  return {
    async read() {
      if (performance.now() - readAt > FRESH_MS) {
        reading ??= refresh().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return placement;
    },
    whileSettled: (work) =>
      withLock('_shared', LOCK_TIMEOUT_MS, async (client, lost) => {
        const unplaced = placement.unplaced();
        if (unplaced.length > 0) await place(client, unplaced, placement);
        return work({ hasMoved: await refresh(), lost });
      }),
    alone: (timeoutMs, work) => withLock('', timeoutMs, (client) => work(client)),
    close: () => pool.end(),
  };
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'poklik shards',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    lock_timeout: LOCK_TIMEOUT_MS,
  });
  pool.on('error', () => undefined); // the next query connects again
  return pool;
}

async function prepare(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `insert into account_shards (account_id, shard)
     select id, $1 from accounts where not exists (select 1 from account_shards) on conflict do nothing`,
    [names[0]],
  );
  const { rows } = await pool.query<{ shard: string }>(
    `select distinct name as shard from account_shards, unnest(array[shard, target, origin]) as name
     where name is not null and name <> all ($1) order by 1`,
    [names],
  );
  if (rows.length === 0) return;
  throw new Error(
    `Invalid settings:\n  CLICKHOUSE_SHARDS: lacks ${rows.map(({ shard }) => shard).join(', ')}, where accounts are`,
  );
}

const place = (client: pg.ClientBase, accountIds: readonly number[], placement: Placement) =>
  client.query(
    `insert into account_shards (account_id, shard) select * from unnest($1::bigint[], $2::text[])
     on conflict do nothing`,
    [accountIds, accountIds.map((id) => placement.shardOf(id))],
  );
