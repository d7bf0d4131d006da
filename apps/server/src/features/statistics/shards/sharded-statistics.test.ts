import type { Statistics } from '@poklik/contract/statistics';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAllEvents } from '../../../stats/count-events.ts';
import { moveAccount } from '../../../stats/shards/move-account.ts';
import { clientOf } from '../../../stores/shards/ask-shards.ts';
import { hasEngine } from '../../../testing/processes/has-engine.ts';
import { IS_DEEP, SEED } from '../../../testing/seed.ts';
import { expectConsistentMetrics } from '../consistent-metrics.fixture.ts';
import { createShardedCalls, IN_AUTUMN } from '../statistics.fixture.ts';
import { compareStatistics } from '../statistics-check.service.ts';

const TIMEOUT_MS = 180_000;
const ALL_TIME = { from: 0, until: 2 ** 32 - 1 };

describe.skipIf(!(await hasEngine()))('metrics on two shards', { timeout: 5 * TIMEOUT_MS }, () => {
  let fixture: Awaited<ReturnType<typeof createShardedCalls>>;
  beforeAll(async () => {
    fixture = await createShardedCalls();
  }, TIMEOUT_MS * 2);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  const countRows = async (accountId: number): Promise<number[]> => {
    const counts: number[] = [];
    for (const { client } of fixture.clickhouse.shards.all) {
      const query = `SELECT count() FROM clicks WHERE account_id = ${accountId}`;
      const answer = await client.query({ query, format: 'JSONCompactEachRow' });
      counts.push(Number((await answer.json<[string]>())[0]?.[0]));
    }
    return counts;
  };
  const reports = async (): Promise<Statistics['data'][]> => {
    const found: Statistics['data'][] = [];
    for (const group_by of ['campaign', 'country,device', 'conversion_type', 'sub1', 'day'])
      found.push((await fixture.read({ ...IN_AUTUMN, group_by, per_page: 100, compare: 'previous' })).data);
    return found;
  };

  it(`agree everywhere, for random queries (seed ${SEED})`, () => expectConsistentMetrics(fixture, IS_DEEP ? 30 : 3));

  it('are the same after the account has moved, and none is counted twice or left behind', async () => {
    const { on, clickhouse, clicks } = fixture;
    const { owner, stranger } = on;
    const { pool } = on.product.services;
    const before = await reports();
    const foreign = (await fixture.get(IN_AUTUMN, stranger)).json().data;
    const events = await countAllEvents(clickhouse, ALL_TIME);
    expect(await countRows(owner.accountId)).toEqual([clicks.length, 0]);

    const whileCopied: unknown[] = [];
    const move = (to: string) =>
      moveAccount({
        ...{ shards: clickhouse.shards, pool, accountId: owner.accountId, to, graceMs: 5_500 },
        print: () => void whileCopied.push(countAllEvents(clickhouse, ALL_TIME)),
      });
    await move('b');
    expect(await countRows(owner.accountId)).toEqual([0, clicks.length]);
    for (const counted of await Promise.all(whileCopied)) expect(counted).toEqual(events);
    expect(whileCopied.length).toBeGreaterThan(1);
    expect(await reports()).toEqual(before);
    expect((await fixture.get(IN_AUTUMN, stranger)).json().data).toEqual(foreign);
    await expectConsistentMetrics(fixture, 3);
    const counted = clicks.filter(({ verdict }) => verdict === ClickOutcome.redirected).length;
    expect(events.get(owner.accountId)).toBeGreaterThanOrEqual(counted);
    // The rollups of both shards fit their rows; PostgreSQL has no conversions in this test.
    const { differences } = await compareStatistics({ db: on.product.services.db, clickhouse }, 0);
    expect(differences.filter(({ what }) => what !== 'conversions' && what !== 'refunds')).toEqual([]);
    expect(await clientOf(clickhouse, owner.accountId)).toBe(clickhouse.shards.all[1]?.client);
  });
});
