import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveAccount } from '../../stats/shards/move-account.ts';
import { openShards } from '../../stores/shards/open-shards.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { countPageEvents, startCounting } from './page-events.service.ts';

describe.skipIf(!(await hasEngine()))('page events of accounts on shards', { timeout: 180_000 }, () => {
  let a: TestAnalytics;
  let b: TestAnalytics;
  let database: TestDatabase;
  let clickhouse: Awaited<ReturnType<typeof openShards>>;
  const state = startCounting();

  beforeAll(async () => {
    [a, b, database] = await Promise.all([createTestAnalytics(), createTestAnalytics(), createTestDatabase()]);
    const shards = [
      { name: 'a', url: a.url.href },
      { name: 'b', url: b.url.href },
    ];
    clickhouse = await openShards(shards, database.url);
  }, 180_000);
  afterAll(async () => {
    await clickhouse.close();
    await Promise.all([a.drop(), b.drop(), database.drop()]);
  });

  const count = async () => {
    while (await countPageEvents({ db: database.db, clickhouse }, state));
  };
  let sent = 0;
  const send = ({ client }: TestAnalytics, account_id: number, secondsAgo: number) => {
    sent += 1;
    const at = Date.now() - secondsAgo * 1_000;
    const facts = { name: 'cart', country: 'UA', device: 'mobile', seg: 'events', off: sent };
    const values = [{ ...facts, account_id, campaign_id: account_id, at, inserted_at: Math.floor(at / 1_000) }];
    return client.insert({ table: 'page_events', format: 'JSONEachRow', values });
  };
  /** Rows, places in the log, and events in the rollups. */
  const counted = async ({ client }: TestAnalytics, accountId: number): Promise<number[]> => {
    const query = `
      SELECT count(), uniqExact(off), (SELECT sum(events) FROM figures WHERE account_id = ${accountId})
      FROM counted_events WHERE account_id = ${accountId}`;
    const answer = await client.query({ query, format: 'JSONCompactEachRow' });
    return ((await answer.json<(string | number)[]>())[0] ?? []).map(Number);
  };

  it('are counted where the account is, once, also if it moves before that', async () => {
    await Promise.all([send(a, 102, 10), send(b, 103, 10)]);
    await count();
    expect(await Promise.all([counted(a, 102), counted(b, 103)])).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    // Inserted too long ago to be among the latest, so only a look at the whole day finds it.
    await send(b, 103, 1_000);
    const move = { shards: clickhouse.shards, pool: database.pool, accountId: 103, to: 'a', graceMs: 1_500 };
    let isMoving = true;
    const moving = moveAccount({ ...move, print: () => undefined }).finally(() => {
      isMoving = false;
    });
    while (isMoving) {
      await count();
      await sleep(100);
    }
    await moving;
    await count();
    expect(await Promise.all([counted(a, 102), counted(a, 103), counted(b, 103)])).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [0, 0, 0],
    ]);
  });
});
