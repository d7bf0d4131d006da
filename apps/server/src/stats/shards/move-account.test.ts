import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedClickhouse } from '@poklik/embedded-clickhouse/embedded-clickhouse';
import { openEventLog } from '@poklik/event-log/event-log';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Clickhouse, Shard } from '../../stores/clickhouse.ts';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { openShards } from '../../stores/shards/open-shards.ts';
import { clickRecord } from '../../testing/conversions/click-records.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, launchEngine, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { readAllTotals } from '../daily-totals.ts';
import { type Ingest, startIngest } from '../ingest/ingest.ts';
import { shardStores } from '../ingest/ingest-stores.ts';
import { moveAccount } from './move-account.ts';

const log = pino({ level: 'silent' });
const WAIT = { timeout: 120_000, interval: 100 };
const YESTERDAY = Date.now() - 86_400_000;
const VISITORS = 40;
const COST = 700;

describe.skipIf(!(await hasEngine()))('moving an account between two engines', { timeout: 400_000 }, () => {
  let first: TestAnalytics;
  let engine: EmbeddedClickhouse;
  let postgres: TestDatabase;
  let open: Awaited<ReturnType<typeof openShards>>;
  let folder: string;
  let engineFolder: string;
  const running: Ingest[] = [];

  beforeAll(async () => {
    engineFolder = await mkdtemp(join(tmpdir(), 'poklik-shard-'));
    [first, engine, postgres] = await Promise.all([
      createTestAnalytics(),
      launchEngine(engineFolder),
      createTestDatabase(),
    ]);
    open = await openShards(
      [
        { name: 'a', url: first.url.href },
        { name: 'b', url: engine.url },
      ],
      postgres.url,
    );
    await vi.waitFor(() => migrateClickhouse(shard('b').client), WAIT);
    folder = await mkdtemp(join(tmpdir(), 'poklik-events-'));
  }, 400_000);
  afterEach(async () => {
    await Promise.all(running.splice(0).map((ingest) => ingest.stop()));
  });
  afterAll(async () => {
    await open.close();
    await engine.stop();
    await Promise.all([first.drop(), postgres.drop()]);
    await Promise.all([folder, engineFolder].map((path) => rm(path, { recursive: true, force: true })));
  }, 120_000);

  const shard = (name: string) => open.shards.all.find((one) => one.name === name) as Shard;
  const move = (accountId: number, to: string, shards = open.shards) =>
    moveAccount({ shards, pool: postgres.pool, accountId, to, graceMs: 0, print: () => undefined });
  const startShardedIngest = () =>
    running.push(
      startIngest({ stores: shardStores(open.shards.all, open.shards.placement), folder, keepDays: 7, log }),
    );
  const numbers = async (client: Clickhouse['client'], query: string): Promise<number[]> => {
    const answer = await client.query({ query, format: 'JSONCompactEachRow' });
    return ((await answer.json<(string | number)[]>())[0] ?? []).map(Number);
  };
  /**
   * Rows of clicks, places in the log, unique clicks, page events, counted ones, identifiers and second clicks; events and facts in the
   * rollups; cost changes.
   */
  const figures = async (name: string, accountId: number): Promise<number[]> => {
    const { client } = shard(name);
    const own = `account_id = ${accountId}`;
    return [
      ...(await numbers(client, `SELECT count(), uniqExact(seg, off), sum(is_unique) FROM clicks WHERE ${own}`)),
      ...(await numbers(client, `SELECT count() FROM page_events WHERE ${own}`)),
      ...(await numbers(client, `SELECT count() FROM counted_events WHERE ${own}`)),
      ...(await numbers(client, `SELECT count() FROM click_ids WHERE ${own}`)),
      ...(await numbers(client, `SELECT count() FROM steps WHERE ${own}`)),
      ...(await numbers(client, `SELECT sum(events), sum(facts) FROM figures WHERE ${own}`)),
      ...(await numbers(client, `SELECT sum(amount_micro) FROM cost_changes WHERE ${own}`)),
      ...(await numbers(client, `SELECT sum(spent) FROM figures WHERE ${own} AND event = 17`)),
    ];
  };
  let written = 0;
  /** A click of each visitor of both accounts, and an impression. */
  const write = async (atMs: number) => {
    const eventLog = openEventLog({ folder: await claimOwnFolder(folder), ack: 'write', log });
    for (const account_id of [101, 102]) {
      for (let visitor = 1; visitor <= VISITORS; visitor += 1) {
        written += 1;
        const at = atMs + visitor;
        const fields = { account_id, campaign_id: account_id, visitor, uniqueness_hours: 720, at };
        await eventLog.append('c', clickRecord({ ...fields, click_id: `id${written}` }));
      }
      await eventLog.append('e', `${atMs}\t${account_id}\t${account_id}\timpression\t\tUA\tmobile\t1500\tUSD`);
    }
    await eventLog.close();
  };
  /** What an account has after that many rounds of clicks: only the first click of a visitor is unique. */
  const after = (rounds: number, stored = 0) => [
    ...[VISITORS * rounds, VISITORS * rounds, VISITORS, rounds, stored, stored, stored],
    // The event counts once, and the second click as a click on a lander and one to an offer.
    ...[(VISITORS + 1) * rounds + 3 * stored, (VISITORS + 1) * rounds + 3 * stored, stored * COST, stored * COST],
  ];
  const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

  it('keeps every click, once, while clicks come in, and a visitor stays known', async () => {
    startShardedIngest();
    await write(YESTERDAY);
    // 101 is odd, so without a row it is on the second shard; the ingest saves that.
    await vi.waitFor(async () => expect(await figures('b', 101)).toEqual(after(1)), WAIT);
    await vi.waitFor(async () => expect(await figures('a', 102)).toEqual(after(1)), WAIT);
    const { rows } = await postgres.pool.query('select account_id::int as id, shard from account_shards order by 1');
    expect(rows).toEqual([
      { id: 101, shard: 'b' },
      { id: 102, shard: 'a' },
    ]);

    await storeOthers(shard('b').client);

    const writing = (async () => {
      for (let round = 0; round < 4; round += 1) await write(Date.now());
    })();
    await move(101, 'a');
    await writing;
    await write(Date.now());
    await vi.waitFor(async () => expect(await figures('a', 101)).toEqual(after(6, 1)), WAIT);
    await vi.waitFor(async () => expect(await figures('a', 102)).toEqual(after(6)), WAIT);
    expect(await figures('b', 101)).toEqual(NOTHING);
  });

  it('is continued or undone after an interruption at any step', async () => {
    let expected = after(6, 1);
    const { rollups, rows } = await readAllTotals(open, 0);
    expect(rollups.length).toBeGreaterThan(0);
    let home = 'a';
    for (const [calls, isContinued] of [
      [1, true],
      [3, false],
      [5, true],
      [8, false],
      [12, true],
      [16, true],
    ] as const) {
      const away = home === 'a' ? 'b' : 'a';
      const interrupted = { ...open.shards, all: open.shards.all.map((one) => failing(one, calls)) };
      const outcome = await move(101, away, interrupted).then(
        () => 'done',
        () => 'interrupted',
      );
      if (calls < 16) expect(outcome).toBe('interrupted');
      const target = isContinued ? away : home;
      await move(101, target);
      home = target;
      expect([calls, await figures(home, 101)]).toEqual([calls, expected]);
      expect([calls, await figures(home === 'a' ? 'b' : 'a', 101)]).toEqual([calls, NOTHING]);
      const { rows: left } = await postgres.pool.query(
        'select shard, target, origin from account_shards where account_id = 101',
      );
      expect(left).toEqual([{ shard: home, target: null, origin: null }]);
    }
    await vi.waitFor(async () => {
      const totals = await readAllTotals(open, 0);
      expect(totals.rows.map(({ accountId, day, what, totals: sums }) => [accountId, day, what, sums]).sort()).toEqual(
        rows.map(({ accountId, day, what, totals: sums }) => [accountId, day, what, sums]).sort(),
      );
    }, WAIT);
    // The log is read on from where it was, with the clicks of both accounts.
    startShardedIngest();
    await write(Date.now());
    expected = after(7, 1);
    await vi.waitFor(async () => expect(await figures(home, 101)).toEqual(expected), WAIT);
  });
});

/** What the ingest does not write: a cost change with its rollup, which no view adds, an event that was counted, identifiers, and a second click. */
async function storeOthers(client: Clickhouse['client']): Promise<void> {
  const cell = { account_id: 101, campaign_id: 101, quarter: Math.floor(YESTERDAY / 900_000) * 900 };
  await client.insert({
    table: 'cost_changes',
    format: 'JSONEachRow',
    values: [{ ...cell, entry_id: 1, cost_currency: 'USD', amount_micro: COST, unpriced: 0, without_cost: 0 }],
  });
  await client.insert({
    table: 'figures',
    format: 'JSONEachRow',
    values: [{ ...cell, event: 17, origin: 'costs', events: 0, amounts: 0, spent: COST, facts: 0 }],
  });
  const row = { account_id: 101, campaign_id: 101, at: YESTERDAY, click_id: 'id1', seg: 'others', off: 1 };
  const counted = { ...row, counts_at: YESTERDAY, name: 'cart', is_first: 1 };
  await client.insert({ table: 'counted_events', format: 'JSONEachRow', values: [counted] });
  const ids = { ...row, click_at: YESTERDAY, ids: 'gclid=1' };
  await client.insert({ table: 'click_ids', format: 'JSONEachRow', values: [ids] });
  const step = { ...row, click_at: YESTERDAY, step: 1, lander_id: 7, offer_id: 8, firsts: 3 };
  await client.insert({ table: 'steps', format: 'JSONEachRow', values: [step] });
}

/** Fails at the given call that reads or changes rows, and from then on, as if the program had been killed. */
function failing({ client, ...shard }: Shard, calls: number): Shard {
  let left = calls;
  const methods = new Set(['exec', 'command', 'query']);
  return {
    ...shard,
    client: new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (methods.has(String(name))) left -= 1;
          if (left < 0) throw new Error('interrupted');
          return value.apply(target, args);
        };
      },
    }),
  };
}
