import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../services.ts';
import { readDailyTotals } from '../../stats/daily-totals.ts';
import { EVENTS_PER_ROUND, findEventsCompleteUntil } from '../../stats/events/uncounted-events.ts';
import { queryMetrics } from '../../stats/query-metrics.ts';
import { eventOrigin, repairRollups } from '../../stats/repair-rollups.ts';
import { deleteRowsBefore } from '../../stats/retention/data-retention.ts';
import { removeCampaignRows } from '../../stats/retention/remove-campaign-rows.ts';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { migrationsFolder } from '../../stores/migrations.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createClickIdGenerator } from '../../tracking/clicks/click-id.ts';
import { countPageEvents, startCounting } from './page-events.service.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 8, 30, 12);
const NOW = NOON / 1000 + 86_400;
const OWNER = { account_id: 5, campaign_id: 9 };
const newId = createClickIdGenerator();

interface Made {
  name: string;
  click_id?: string;
  at?: number;
  inserted_at?: number;
  campaign_id?: number;
  country?: string;
}

describe.skipIf(!(await hasEngine()))('page events', { timeout: 180_000 }, () => {
  let analytics: TestAnalytics;
  let database: TestDatabase;
  let services: Services;
  let rows = 0;

  const open = async (isMigrated: boolean) => {
    [analytics, database] = await Promise.all([createTestAnalytics({ isMigrated }), createTestDatabase()]);
    services = { db: database.db, clickhouse: { client: analytics.client } } as unknown as Services;
  };
  beforeEach(() => open(true), 180_000);
  afterEach(async () => {
    await analytics.drop();
    await database.drop();
  });

  const insert = (table: string, values: object[]) => analytics.client.insert({ table, format: 'JSONEachRow', values });
  const addClick = async (change: Record<string, unknown> = {}, atMs = NOON) => {
    const click_id = newId(atMs, OWNER.campaign_id);
    const facts = {
      country: 'UA',
      device: 'mobile',
      os: 'android',
      browser: 'chrome',
      sub1: 'ad-7',
      version: 3,
      rule: 1,
    };
    const cost = { cost_micro: 5, cost_currency: 'USD', cost_model: 'cpc' };
    rows += 1;
    await insert('clicks', [{ ...OWNER, ...facts, ...cost, click_id, at: atMs, seg: 'clicks', off: rows, ...change }]);
    return click_id;
  };
  const send = (...events: Made[]) =>
    insert(
      'page_events',
      events.map((event) => {
        rows += 1;
        const own = { at: NOON + HOUR_MS, country: 'FR', device: 'desktop', inserted_at: NOW - 300 };
        return { ...OWNER, ...own, ...event, seg: 'events', off: rows };
      }),
    );
  const count = async (state = startCounting(), now = NOW) => {
    while (await countPageEvents(services, state, now));
    return state;
  };
  type Answer = Awaited<ReturnType<typeof queryMetrics>>;
  const read = async (groupBy: Parameters<typeof queryMetrics>[1]['groupBy'], change = {}): Promise<Answer> =>
    queryMetrics(analytics.client, {
      ...{ accountId: OWNER.account_id, period: { from: NOON / 1000 - 86_400 * 40, until: NOW + 86_400 } },
      ...{ timeZone: 'UTC', timeBasis: 'click', filters: [], rates: [{ currency: 'USD', rate: '1', since: 0 }] },
      ...{ groupBy, ...change },
    });
  /** Names with events and clicks, the same from the rollups and from the rows. */
  const names = async () => {
    const [rollups, events] = [await read(['event']), await read(['event'], { isFromEvents: true })];
    const toMap = ({ rows: found }: Answer) =>
      Object.fromEntries(found.map((row) => [row.keys[0], [row.events, row.event_clicks]]).sort());
    expect(toMap(rollups)).toEqual(toMap(events));
    return toMap(rollups);
  };
  const expectComplete = async () => {
    const { rows: found, rollups } = await readDailyTotals(analytics.client, 0);
    expect(findDifferences(found, rollups)).toEqual([]);
  };

  it('count at the time and with the facts of their click, once per click and name', async () => {
    const [one, other] = [await addClick(), await addClick({ country: 'PL', sub1: 'ad-8' }, NOON - HOUR_MS)];
    await send(
      { name: 'page_view', click_id: one },
      { name: 'page_view', click_id: one },
      { name: 'cart', click_id: one },
      { name: 'cart', click_id: other, at: NOON + 20 * HOUR_MS },
      { name: 'cart' },
      { name: 'impression' },
    );
    const state = await count();
    expect(await names()).toEqual({ '': [0, 0], cart: [3, 2], page_view: [2, 1] });
    // Later events of the same clicks, counted by another process.
    await send(
      { name: 'cart', click_id: other, inserted_at: NOW },
      { name: 'checkout', click_id: other, inserted_at: NOW },
    );
    await count(startCounting(), NOW + 5);
    await count(state, NOW + 5);
    expect(await names()).toEqual({ '': [0, 0], cart: [4, 2], checkout: [1, 1], page_view: [2, 1] });
    const by = async (dimension: 'country' | 'sub1' | 'hour' | 'os') =>
      (await read([dimension])).rows
        .filter(({ events }) => events > 0)
        .map((row) => [row.keys[0], row.events])
        .sort();
    expect(await by('country')).toEqual([
      ['FR', 1],
      ['PL', 3],
      ['UA', 3],
    ]);
    expect(await by('sub1')).toEqual([
      ['', 1],
      ['ad-7', 3],
      ['ad-8', 3],
    ]);
    expect(await by('os')).toEqual([
      ['', 1],
      ['android', 6],
    ]);
    expect(await by('hour')).toEqual([
      ['2026-09-30T11:00:00Z', 3],
      ['2026-09-30T12:00:00Z', 3],
      ['2026-09-30T13:00:00Z', 1],
    ]);
    const only = { filters: [{ dimension: 'event', operator: 'in', values: ['cart'] }] };
    // Clicks have no event and stay, so that events can be compared with them.
    expect((await read([], only)).totals).toMatchObject({ events: 4, event_clicks: 2, clicks: 2, impressions: 1 });
    await expectComplete();
  });

  it('of clicks that are unknown or not counted don’t count, and wait a minute for a click of another tracker', async () => {
    const [excluded, late] = [await addClick({ verdict: 1 }), newId(NOON, OWNER.campaign_id)];
    const unknown = newId(NOON, OWNER.campaign_id);
    const state = await count();
    await send(
      { name: 'cart', click_id: excluded, inserted_at: NOW },
      { name: 'cart', click_id: late, inserted_at: NOW },
      { name: 'made_up', click_id: unknown, inserted_at: NOW },
    );
    await count(state, NOW + 10);
    expect((await read([])).totals).toMatchObject({ events: 0, event_clicks: 0 });
    await addClick({ click_id: late });
    await count(state, NOW + 20);
    expect(await names()).toEqual({ '': [0, 0], cart: [1, 1] });
    await count(state, NOW + 120);
    await addClick({ click_id: unknown });
    await count(state, NOW + 130);
    expect(await names()).toEqual({ '': [0, 0], cart: [1, 1] });
    await expectComplete();
  });

  it('have a hundred names per campaign and day, then they count together', async () => {
    const clicks = await Promise.all(Array.from({ length: 3 }, () => addClick()));
    await send(...Array.from({ length: 104 }, (_, place) => ({ name: `event${place}`, click_id: clicks[0] ?? '' })));
    await count();
    await send(
      ...clicks.map((click_id) => ({ name: 'late', click_id })),
      ...clicks.map((click_id) => ({ name: 'event7', click_id })),
    );
    await count();
    const found = await names();
    expect(Object.keys(found)).toHaveLength(102);
    // Of several further events of one click, one click counts.
    expect(found.other).toEqual([7, 3]);
    expect(found.event7).toEqual([4, 3]);
  });

  it('are counted in rounds, however many there are', async () => {
    const clicks = Array.from({ length: EVENTS_PER_ROUND + 500 }, (_, off) => ({
      ...{ ...OWNER, click_id: newId(NOON - off * 1_000, OWNER.campaign_id), at: NOON - off * 1_000 },
      ...{ seg: 'many', off, cost_model: 'cpc', cost_currency: 'USD' },
    }));
    await insert('clicks', clicks);
    await send(...clicks.flatMap(({ click_id }) => ['cart', 'cart'].map((name) => ({ name, click_id }))));
    await count();
    expect(await names()).toEqual({ '': [0, 0], cart: [2 * clicks.length, clicks.length] });
    await expectComplete();
  });

  it('are neither lost nor counted twice when an insert fails or its metrics are missing', async () => {
    // Of two months, which are two inserts.
    const clicks = [await addClick(), await addClick({}, NOON - 35 * 24 * HOUR_MS)];
    const state = await count();
    await send(...clicks.map((click_id) => ({ name: 'cart', click_id, inserted_at: NOW })));
    const original = analytics.client.insert.bind(analytics.client);
    const failing = vi.spyOn(analytics.client, 'insert');
    // The first insert happens without an answer, and the next one doesn't happen.
    failing.mockImplementationOnce(async (what) => {
      await original(what);
      throw new Error('timeout');
    });
    failing.mockRejectedValueOnce(new Error('refused'));
    await expect(countPageEvents(services, state, NOW)).rejects.toThrow('timeout');
    await expect(countPageEvents(services, state, NOW)).rejects.toThrow('refused');
    failing.mockRestore();
    await count(state, NOW);
    expect(await names()).toEqual({ '': [0, 0], cart: [2, 2] });
    const origin = eventOrigin('2026-09-30');
    await analytics.client.command({ query: `TRUNCATE TABLE figures` });
    expect(await repairRollups(analytics.client, 'events', { origins: [origin] })).toEqual([origin]);
    expect((await read([])).totals).toMatchObject({ events: 2, event_clicks: 2 });
  });

  it('are deleted with their campaign and with their clicks', async () => {
    await send(
      { name: 'cart', click_id: await addClick() },
      { name: 'cart', click_id: await addClick({}, NOON - 20 * 24 * HOUR_MS) },
    );
    await count();
    await deleteRowsBefore(analytics.client, [OWNER.account_id], NOON / 1000 - 86_400);
    expect((await read([])).totals).toMatchObject({ events: 1, clicks: 1 });
    await removeCampaignRows(analytics.client, OWNER.account_id, OWNER.campaign_id);
    const left = await analytics.client.query({ query: 'SELECT count() FROM counted_events', format: 'TabSeparated' });
    expect(await left.text()).toBe('0\n');
    await count();
    await expectComplete();
  });

  it('that nothing counts make reports incomplete from their time on', async () => {
    const state = await count();
    await count(state, NOW + 60);
    expect(await findEventsCompleteUntil(analytics.client, NOW + 600)).toBe(null);
    await send({ name: 'view', at: NOON + 5, inserted_at: NOW + 100 }, { name: 'impression', at: NOON });
    expect(await findEventsCompleteUntil(analytics.client, NOW + 120)).toBe(null);
    expect(await findEventsCompleteUntil(analytics.client, NOW + 600)).toBe(NOON + 5);
    await count(state, NOW + 600);
    expect(await findEventsCompleteUntil(analytics.client, NOW + 600)).toBe(null);
  });

  it('of an earlier release are counted again after an upgrade', async () => {
    await analytics.drop();
    await database.drop();
    await open(false);
    const folder = await mkdtemp(join(tmpdir(), 'poklik-migrations-'));
    try {
      const all = migrationsFolder('clickhouse');
      for (const name of await readdir(all)) if (name < '0012') await cp(join(all, name), join(folder, name));
      await migrateClickhouse(analytics.client, folder);
      const click = await addClick({}, NOON - 20 * 24 * HOUR_MS);
      const made = (event: Made) => ({
        ...OWNER,
        at: NOON,
        country: 'FR',
        device: 'tv',
        seg: 'old',
        off: ++rows,
        ...event,
      });
      await insert('page_events', [
        made({ name: 'cart', click_id: click }),
        made({ name: 'cart', click_id: click, at: NOON + 48 * HOUR_MS }),
        made({ name: 'view' }),
        made({ name: 'impression' }),
      ]);
      await migrateClickhouse(analytics.client);
      const text = 'SELECT sum(events) FROM figures WHERE event = 16';
      const old = await analytics.client.query({ query: text, format: 'TabSeparated' });
      expect(await old.text()).toBe('0\n');
      // Reports say from when events are missing.
      expect(await findEventsCompleteUntil(analytics.client, NOW)).toBe(NOON);
      // An interruption after each round.
      for (let round = 0; round < 4; round += 1) await countPageEvents(services, startCounting(), NOW);
      // The round after the last day saves the progress.
      await count(await count());
      expect(await findEventsCompleteUntil(analytics.client, NOW)).toBe(null);
      expect(await names()).toEqual({ '': [0, 0], cart: [2, 1], view: [1, 0] });
      expect(
        (await read(['country'])).rows.map(({ keys, events, impressions }) => [...keys, events, impressions]).sort(),
      ).toEqual([
        ['FR', 1, 1],
        ['UA', 2, 0],
      ]);
      await expectComplete();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
