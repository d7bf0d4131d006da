import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../../stores/postgres.ts';
import { type OutageProxy, startOutageProxy } from '../../testing/outage-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { temporaryFolder, until } from '../../testing/test-tracker.ts';
import { startCapSync } from './cap-sync.ts';
import { openDailyCounts, type SharedCounts } from './daily-counts.ts';

const log = pino({ level: 'silent' });
const DAY = new Date().toISOString().slice(0, 10);
const CAMPAIGN = 7;

interface Counter {
  counts: SharedCounts;
  /** Counts a visitor unless the cap is reached. */
  click(cap: number): boolean;
  /** Clicks of all trackers, as far as this one knows. */
  known(): number;
  stop(): Promise<void>;
  /** Reports nothing from now on, like a killed process. */
  kill(): Promise<void>;
}

let database: TestDatabase;
let proxy: OutageProxy;
let folder: string;
const running: Counter[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startOutageProxy(database.url);
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await database.drop();
});
beforeEach(async () => {
  folder = await temporaryFolder();
  await database.pool.query('truncate cap_usage, trackers');
});
afterEach(async () => {
  proxy.restore();
  for (const counter of running.splice(0)) await counter.stop();
  await rm(folder, { recursive: true });
});

async function start(node: string): Promise<Counter> {
  const counts = await openDailyCounts(folder, node, log);
  const postgres = openPostgres(proxy.url, log);
  const sync = startCapSync({ counts, db: postgres.db, log });
  let isKilled = false;
  const counter: Counter = {
    counts,
    click(cap) {
      if (counts.get(CAMPAIGN, DAY, cap) >= cap) return false;
      counts.add(CAMPAIGN, DAY);
      return true;
    },
    known: () => counts.find(CAMPAIGN, DAY).own + counts.find(CAMPAIGN, DAY).others,
    async stop() {
      await sync.close();
      await counts.close();
      if (!isKilled) await postgres.close();
    },
    async kill() {
      isKilled = true;
      await postgres.close();
    },
  };
  running.push(counter);
  await sync.waitForCounts(10_000);
  return counter;
}

const stored = async () =>
  (await database.pool.query('select sum(clicks)::int as clicks, count(*)::int as trackers from cap_usage')).rows[0];

/** Visitors arrive at all trackers until none is counted for longer than unused grants are kept. */
async function exhaust(counters: readonly Counter[], cap: number, perTurn: number): Promise<number> {
  let counted = 0;
  for (let lastAt = performance.now(); performance.now() - lastAt < 2_500; await sleep(5)) {
    for (const { click } of counters) {
      for (let turn = 0; turn < perTurn; turn += 1) {
        if (!click(cap)) continue;
        counted += 1;
        lastAt = performance.now();
      }
    }
  }
  return counted;
}

describe('a daily cap', () => {
  it('of one tracker is exact and never waits', async () => {
    const alone = await start('one');
    for (let turn = 0; turn < 300; turn += 1) expect(alone.click(300)).toBe(true);
    expect(alone.click(300)).toBe(false);
    await until(async () => (await stored()).clicks === 300);
    expect(alone.click(300)).toBe(false);
  });

  it.each([
    [3, 1],
    [200, 2],
  ])('of %i is shared by four trackers', async (cap, perTurn) => {
    const four = await Promise.all(['one', 'two', 'three', 'four'].map(start));
    // A tracker learns of others that start within a second.
    await sleep(1_500);
    const counted = await exhaust(four, cap, perTurn);
    expect(counted).toBeGreaterThanOrEqual(cap);
    expect(counted).toBeLessThanOrEqual(cap + Math.max(3, cap / 100));
    expect(await stored()).toEqual({ clicks: counted, trackers: 4 });
  });

  it('is known to a tracker that starts later, and a lower one takes effect', async () => {
    const first = await start('one');
    for (let turn = 0; turn < 60; turn += 1) first.click(100);
    await until(async () => (await stored()).clicks === 60);
    const second = await start('two');
    await until(() => second.known() >= 60);
    expect([second.click(50), first.click(50)]).toEqual([false, false]);
  });

  it('is used up by the others when a tracker stops clicking or is killed', async () => {
    const [idle, killed, busy] = [await start('one'), await start('two'), await start('three')];
    for (const each of [idle, killed]) each.click(400);
    await until(() => killed.counts.find(CAMPAIGN, DAY).granted > 1);
    await killed.kill();
    let counted = 2;
    await until(() => {
      while (busy.click(400)) counted += 1;
      return counted >= 400;
    }, 15_000);
    expect(counted).toBeLessThanOrEqual(402);
  });
});

describe('counts toward a cap', () => {
  it('survive a kill: neither lost nor counted twice', async () => {
    const first = await start('one');
    for (let turn = 0; turn < 40; turn += 1) first.click(1_000);
    await until(async () => (await stored()).clicks === 40);
    await first.kill();
    // The file of the killed process may be older than what PostgreSQL knows.
    await first.counts.close();
    const { tracker } = first.counts;
    await writeFile(`${folder}/daily-counts/one.json`, JSON.stringify({ tracker, counts: [[CAMPAIGN, DAY, 33]] }));
    const again = await start('one');
    for (let turn = 0; turn < 5; turn += 1) again.click(1_000);
    await until(() => again.known() === 45);
    await until(async () => (await stored()).clicks === 45);
    expect((await stored()).trackers).toBe(1);
  });

  it('survive the loss of the data folder', async () => {
    const first = await start('one');
    for (let turn = 0; turn < 40; turn += 1) first.click(50);
    await until(async () => (await stored()).clicks === 40);
    await first.kill();
    await rm(`${folder}/daily-counts`, { recursive: true });
    const again = await start('one');
    await until(() => again.known() >= 40);
    let counted = 40;
    await until(() => {
      if (again.click(50)) counted += 1;
      return counted === 50;
    }, 15_000);
    expect(again.click(50)).toBe(false);
  });

  it('go on without PostgreSQL and are reported when it is back', async () => {
    const [first, second] = [await start('one'), await start('two')];
    for (const each of [first, second]) {
      await until(() => {
        each.click(100);
        return each.counts.find(CAMPAIGN, DAY).own >= 20;
      });
    }
    await until(() => [first, second].every((each) => each.known() >= 40));
    proxy.cut();
    // Each goes on to the cap with what it knows of the other.
    await until(() => {
      while (first.click(100));
      return first.counts.find(CAMPAIGN, DAY).own >= 70;
    }, 15_000);
    expect(first.click(100)).toBe(false);
    proxy.restore();
    const own = first.counts.find(CAMPAIGN, DAY).own;
    await until(async () => (await stored().catch(() => undefined))?.clicks === own + 20, 30_000);
    await until(() => !second.click(100), 15_000);
  });
});
