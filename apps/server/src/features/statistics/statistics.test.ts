import {
  type Dimension,
  METRICS,
  PANELS_MAX,
  type Statistics,
  type StatisticsPanel,
} from '@poklik/contract/statistics';
import { isTypeColumn, TYPE_METRICS } from '@poklik/contract/type-columns';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { displayedTypeColumn } from '@poklik/domain/conversion-types/type-columns';
import { LTV_DAYS } from '@poklik/domain/conversions/ltv';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { IS_DEEP, SEED } from '../../testing/seed.ts';
import { expectConsistentMetrics, ZONES } from './consistent-metrics.fixture.ts';
import { createStatisticsCalls, IN_AUTUMN, type StatisticsCalls } from './statistics.fixture.ts';

const TIMEOUT_MS = 180_000;
const DAY_MS = 86_400_000;
/** Other ones in each run. */
const CHOICES = IS_DEEP ? 60 : 5;
const TYPE_SORTS = [...TYPE_METRICS.map((name) => `registration.${name}` as const), 'upsell/registration'] as const;

/** The last four columns of an export. */
const metricsIn = (file: string): string[] =>
  file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(-4).join(','));

describe.skipIf(!(await hasEngine()))('metrics', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
  }, TIMEOUT_MS * 2);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  it(
    `agree everywhere, for ${CHOICES} random queries in three time zones (seed ${SEED})`,
    () => expectConsistentMetrics(fixture, CHOICES),
    5 * TIMEOUT_MS,
  );

  it('sorts by every metric as displayed, unknown values last', async () => {
    const sorts = [...METRICS, ...TYPE_SORTS].flatMap((sort) =>
      (['asc', 'desc'] as const).map((order) => ({ sort, order })),
    );
    for (let place = 0; place < sorts.length; place += PANELS_MAX) {
      const asked = sorts.slice(place, place + PANELS_MAX);
      const panels = asked.map((order) => ({ group_by: ['sub1', 'country'], per_page: 100, ...order }));
      const { data } = await fixture.read({ ...IN_AUTUMN, interval: 'none', panels: JSON.stringify(panels) });
      for (const [index, { sort, order }] of asked.entries()) {
        const rows = data.panels?.[index]?.rows ?? [];
        const values = rows
          .map((row) => (isTypeColumn(sort) ? displayedTypeColumn(sort, row) : row[sort]))
          .map((value) => (value === null ? null : Number(value)));
        expect(values.length, sort).toBeGreaterThan(10);
        const known = values.filter((value) => value !== null);
        expect(values.slice(known.length).every((value) => value === null)).toBe(true);
        const sorted = [...known].sort((one, other) => (order === 'asc' ? one - other : other - one));
        expect(known, `${sort} ${order}`).toEqual(sorted);
      }
    }
  });

  it('returns the panels of a screen as one call and one statement, each as it is alone', async () => {
    const sorts = ['clicks', 'profit', 'cr', 'epc'] as const;
    const groupings: Dimension[][] = [
      ['campaign'],
      ['country'],
      ['hour'],
      ['sub1', 'country'],
      ['country', 'sub1'],
      ['traffic_source'],
    ];
    const panels: StatisticsPanel[] = groupings.flatMap((group_by, place): StatisticsPanel[] => [
      { group_by, sort: sorts[place % sorts.length], order: 'desc', per_page: 3 },
      { group_by, sort: 'key', order: 'asc', per_page: 3, page: 2 },
    ]);
    const screen = { ...IN_AUTUMN, compare: 'previous' };
    const main = (await fixture.read(screen)).data;
    const alone: Statistics[] = [];
    for (const { group_by, ...panel } of panels) {
      const query = { ...IN_AUTUMN, interval: 'none', ...panel, group_by: group_by.join(',') };
      alone.push(await fixture.read(query));
      const file = await fixture.exported({ ...query, columns: 'clicks,cost,profit,conversions' });
      const { data } = await fixture.read({ ...query, page: 1, per_page: 100 });
      expect(metricsIn(file).slice(0, 100)).toEqual(
        data.rows.map(({ clicks, cost, profit, conversions }) => [clicks, cost, profit, conversions].join(',')),
      );
    }
    const statements = vi.spyOn(fixture.clickhouse.client, 'query');
    const { data, meta } = await fixture.read({ ...screen, panels: JSON.stringify(panels) });
    // The worker asks, too, but not about this account alone.
    const ofOwner = `account_id = ${fixture.on.owner.accountId}`;
    const asked = statements.mock.calls
      .map(([{ query }]) => query)
      .filter((query) => query.includes('sumIf') && query.includes(ofOwner));
    statements.mockRestore();
    expect(asked).toHaveLength(1);
    expect({ ...data, panels: undefined }).toEqual({ ...main, panels: undefined });
    expect(meta.total).toBe(0);
    expect(data.panels?.map(({ group_by, rows }) => ({ group_by, rows }))).toEqual(
      alone.map((one, place) => ({ group_by: panels[place]?.group_by, rows: one.data.rows })),
    );
    expect(data.panels?.map((one) => [one.meta.total, one.meta.current_page, one.meta.last_page])).toEqual(
      alone.map((one) => [one.meta.total, one.meta.current_page, one.meta.last_page]),
    );
    expect(main.panels).toBeUndefined();
  });

  it('have lifetime values of the days that are old enough, in every grouping', async () => {
    const question = { ...IN_AUTUMN, ltv: '1', interval: 'none', per_page: 100 };
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const groupings = { day: ({ atMs }) => dayOf(atMs), sub1: ({ sub1 }) => sub1 } satisfies Record<
      string,
      (click: (typeof fixture.autumn)[number]) => string
    >;
    for (const [group_by, keyOf] of Object.entries(groupings)) {
      const { data } = await fixture.read({ ...question, group_by });
      const now = Date.now();
      expect(data.rows.length).toBeGreaterThan(3);
      for (const row of [...data.rows, { ...data.summary, keys: null }])
        for (const days of LTV_DAYS) {
          const old = fixture.autumn.filter(
            (click) =>
              (row.keys === null || keyOf(click) === row.keys[0]) &&
              Date.parse(dayOf(click.atMs)) + (1 + days) * DAY_MS <= now,
          );
          const clicks = old.filter(({ verdict }) => verdict === ClickOutcome.redirected).length;
          const within = old.filter(
            ({ atMs, conversion: own }) =>
              own?.status === 'approved' &&
              own.type !== 'upsell' &&
              Math.floor((atMs + own.afterMs) / 1000) - Math.floor(atMs / 1000) <= (days * DAY_MS) / 1000,
          );
          const revenue = within.reduce((sum, { conversion }) => sum + (conversion?.payout_micro ?? 0), 0);
          const label = `${group_by} ${row.keys} ${days}`;
          if (clicks === 0) expect(row[`ltv_${days}`], label).toBeNull();
          else expect(Number(row[`ltv_${days}`]), label).toBeCloseTo(revenue / clicks / 1e6, 5);
        }
    }
    const today = { start_date: dayOf(Date.now()), end_date: dayOf(Date.now()), timezone: 'UTC', interval: 'none' };
    expect((await fixture.read({ ...today, ltv: '1' })).data.summary).toMatchObject({ ltv_1: null, ltv_90: null });
    for (const other of [{ ltv: '0' }, { time_basis: 'conversion' }])
      expect((await fixture.read({ ...question, ...other })).data.summary.ltv_1).toBeNull();
    const { data } = await fixture.read({ ...question, group_by: 'sub1', sort: 'key', order: 'asc' });
    const file = await fixture.exported({
      ...IN_AUTUMN,
      group_by: 'sub1',
      sort: 'key',
      order: 'asc',
      columns: 'ltv_1',
    });
    const written = file.trim().split('\r\n').slice(1);
    expect(written.map((line) => line.split(',').at(-1))).toEqual(data.rows.map((row) => row.ltv_1));
  });

  it('agree with the campaign list in three time zones', async () => {
    for (const zone of ZONES) {
      await fixture.on.product.services.pool.query('update users set timezone = $2 where id = $1', [
        fixture.on.owner.id,
        zone,
      ]);
      const list = await vi.waitFor(async () => {
        const answer = await fixture.on.list('?per_page=100');
        expect(answer.totals).not.toBeNull();
        return answer;
      }, TIMEOUT_MS);
      const { data } = await fixture.read({ group_by: 'campaign', interval: 'none', per_page: 100 });
      expect(list.totals).toMatchObject({
        clicks: data.summary.clicks,
        conversions: data.summary.conversions,
        revenue: data.summary.revenue,
        cost: data.summary.cost,
        profit: data.summary.profit,
      });
      expect(data.summary.clicks).toBeGreaterThan(100);
      for (const { id, stats } of list.data) {
        const row = data.rows.find(({ keys }) => keys[0] === String(id));
        expect([stats?.clicks, stats?.conversions, stats?.profit]).toEqual([
          row?.clicks,
          row?.conversions,
          row?.profit,
        ]);
      }
    }
  });

  it('label rows in the reader’s language', async () => {
    const named = async (group_by: string, language: string) => {
      const { data } = (
        await fixture.get({ ...IN_AUTUMN, group_by, interval: 'none', per_page: 100 }, fixture.on.owner, language)
      ).json() as Statistics;
      return Object.fromEntries(data.rows.map(({ keys, labels }) => [keys[0], labels[0]]));
    };
    expect(await named('country', 'uk')).toMatchObject({ UA: 'Україна', ZZ: 'Невідома країна' });
    expect(await named('country', 'en')).toMatchObject({ PL: 'Poland' });
    expect(await named('device', 'ru')).toMatchObject({ mobile: 'Телефон' });
    expect(await named('weekday', 'en')).toMatchObject({ 1: 'Monday', 7: 'Sunday' });
    expect(await named('campaign', 'en')).toMatchObject({ [String(fixture.campaigns[0]?.id)]: 'Nutra' });
    expect(Object.values(await named('destination', 'en'))).toContain('Games · https://shop.example/?s={sub1}');
    expect(Object.values(await named('rule', 'en'))).toContain('Games · no rule');
  });

  it('label destinations, with the campaign’s name only where campaigns are mixed', async () => {
    const id = String(fixture.campaigns[0]?.id);
    const labelled = async (query: Record<string, string | number>) => {
      const { data } = await fixture.read({ ...IN_AUTUMN, interval: 'none', per_page: 100, ...query });
      const own = data.rows.filter(({ keys }) => keys.at(-1)?.startsWith(`${id}:0:`));
      return own.map(({ labels, short_labels }) => [short_labels.at(-1), labels.at(-1)]).sort();
    };
    const alone = [
      ['/', 'https://shop.example/?s={sub1}'],
      ['/lp1', 'https://shop.example/lp1?click={click_id}'],
      ['/lp2', 'https://shop.example/lp2?click={click_id}'],
    ];
    const group_by = 'destination';
    expect(await labelled({ group_by, company_id: id })).toEqual(alone);
    const filters = JSON.stringify([{ dimension: 'campaign', values: [id] }]);
    expect(await labelled({ group_by, filters })).toEqual(alone);
    expect(await labelled({ group_by: 'campaign,destination' })).toEqual(alone);
    expect(await labelled({ group_by })).toEqual(alone.map((both) => both.map((label) => `Nutra · ${label}`)));
    const file = await fixture.exported({ ...IN_AUTUMN, group_by, company_id: id, columns: 'clicks' });
    expect(file).toContain('https://shop.example/lp1?click={click_id},');
  });

  it('have 25 hours on the day the clocks go back, each with its own clicks', async () => {
    const day = { start_date: '2026-10-25', end_date: '2026-10-25', timezone: 'Europe/Kyiv', interval: 'hour' };
    const { data, meta } = await fixture.read(day);
    expect(meta.interval).toBe('hour');
    expect(data.series).toHaveLength(25);
    const inHour = (from: string) =>
      fixture.autumn.filter(
        ({ atMs, verdict }) =>
          verdict === ClickOutcome.redirected && atMs >= Date.parse(from) && atMs < Date.parse(from) + 3_600_000,
      ).length;
    for (const { date, clicks } of data.series) expect(clicks, date).toBe(inHour(date));
  });

  it('leave out a reversed conversion', async () => {
    const { id: campaignId } = await fixture.on.created({ name: 'Reversed' });
    const at = '2026-10-20 12:00:00.000';
    const conversion = {
      conversion_id: 'reversed',
      click_id: 'its-click',
      at,
      click_at: at,
      account_id: fixture.on.owner.accountId,
      campaign_id: campaignId,
      type: 'lead',
      status: 'approved',
      payout_micro: 5_000_000,
      country: 'CZ',
      device: 'tablet',
    };
    const store = (revision: number, sign: number) =>
      fixture.clickhouse.client.insert({
        table: 'conversions',
        values: [{ ...conversion, revision, sign, change_id: 900_000 + revision }],
        format: 'JSONEachRow',
      });
    const keysBy = async (group_by: string) => {
      const { data, meta } = await fixture.read({
        start_date: '2026-10-20',
        end_date: '2026-10-20',
        timezone: 'UTC',
        company_id: campaignId,
        group_by,
      });
      expect(meta.total).toBe(data.rows.length);
      return data.rows.map(({ keys }) => keys.join());
    };
    await store(1, 1);
    // From the rollups, by one and two dimensions, and from the conversions table.
    expect(await Promise.all(['country', 'country,device', 'conversion_type'].map(keysBy))).toEqual([
      ['CZ'],
      ['CZ,tablet'],
      ['lead'],
    ]);
    await store(2, -1);
    expect(await Promise.all(['country', 'country,device', 'conversion_type'].map(keysBy))).toEqual([[], [], []]);
  });
});
