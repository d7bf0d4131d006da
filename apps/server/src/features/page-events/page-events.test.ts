import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDifferences } from '@poklik/domain/statistics/reconcile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../services.ts';
import { readDailyTotals } from '../../stats/daily-totals.ts';
import { EVENTS_PER_ROUND, findEventsCompleteUntil } from '../../stats/events/uncounted-events.ts';
import { eventOrigin, repairRollups } from '../../stats/repair-rollups.ts';
import { deleteRowsBefore } from '../../stats/retention/data-retention.ts';
import { removeCampaignRows } from '../../stats/retention/remove-campaign-rows.ts';
import { migrateClickhouse } from '../../stores/clickhouse-migrations.ts';
import { migrationsFolder } from '../../stores/migrations.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createEvents, HOUR_MS, NOON, NOW, newId, OWNER } from './page-events.fixture.ts';
import { countPageEvents, startCounting } from './page-events.service.ts';

describe.skipIf(!(await hasEngine()))('page events', { timeout: 180_000 }, () => {
  let analytics: TestAnalytics;
  let database: TestDatabase;
  let services: Services;

  const open = async (isMigrated: boolean) => {
    [analytics, database] = await Promise.all([createTestAnalytics({ isMigrated }), createTestDatabase()]);
    services = { db: database.db, clickhouse: { client: analytics.client } } as unknown as Services;
  };
  beforeEach(() => open(true), 180_000);
  afterEach(async () => {
    await analytics.drop();
    await database.drop();
  });

  const { insert, addClick, send, read } = createEvents(() => analytics);
  const count = async (state = startCounting(), now = NOW) => {
    while (await countPageEvents(services, state, now));
    return state;
  };
  type Answer = Awaited<ReturnType<typeof read>>;
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
    // Ads in parallel tracking have no click of their own. Two names are metrics as well.
    const visit = await addClick({ entry: 'parallel', tag_kind: 'gclid', lander_id: 4, country: 'PL' });
    await send({ name: 'ad_hit' }, { name: 'ad_hit' }, { name: 'page_view', click_id: visit });
    await count(startCounting(), NOW + 10);
    for (const isFromEvents of [false, true])
      expect((await read([], { isFromEvents })).totals).toMatchObject({
        ...{ events: 10, event_clicks: 5, lp_loads: 2, ad_hits: 2, clicks: 3 },
      });
    const loads = async (dimension: 'entry' | 'tag_kind' | 'lander') =>
      (await read([dimension])).rows.map((row) => [row.keys[0], row.clicks, row.lp_loads, row.ad_hits]).sort();
    expect(await loads('entry')).toEqual([
      ['', 0, 0, 0],
      ['link', 2, 1, 0],
      ['parallel', 1, 1, 2],
    ]);
    expect(await loads('tag_kind')).toEqual([
      ['', 2, 1, 2],
      ['gclid', 1, 1, 0],
    ]);
    expect(await loads('lander')).toEqual([
      ['0', 2, 1, 2],
      ['4', 1, 1, 0],
    ]);
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
      let rows = 0;
      const made = (event: object) => ({
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
