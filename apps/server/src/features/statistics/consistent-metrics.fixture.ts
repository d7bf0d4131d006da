import { DIMENSIONS, type Dimension, type Metrics, type StatisticsFilter } from '@poklik/contract/statistics';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { toMicro } from '@poklik/domain/money/amount';
import { periodSpan } from '@poklik/domain/statistics/calendar';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type FixtureClick, fits } from '../../testing/statistics-fixture.ts';
import { SEED, type StatisticsCalls } from './statistics.fixture.ts';

const DAY_MS = 86_400_000;
/** 25 October has 25 hours in Kyiv, 1 November in New York. */
export const ZONES = ['Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu'] as const;

const COUNTS = ['impressions', 'clicks', 'unique_clicks', 'bots', 'excluded', 'blocked', 'conversions'] as const;
const STATES = ['pending', 'approved', 'rejected'] as const;
const MONEY = ['revenue', 'revenue_on_hold', 'cost', 'profit'] as const;

/** Additive metrics, with money in millionths. */
type Sums = Record<string, bigint>;
const toSums = (metrics: Metrics): Sums =>
  Object.fromEntries([
    ...[...COUNTS, ...STATES].map((name) => [name, BigInt(metrics[name])]),
    ...MONEY.map((name) => [name, toMicro(metrics[name] ?? '0')]),
  ]);
const sumMetrics = (all: readonly Metrics[]): Sums =>
  Object.fromEntries(
    [...COUNTS, ...STATES, ...MONEY].map((name) => [
      name,
      all.reduce((sum, one) => sum + (toSums(one)[name] ?? 0n), 0n),
    ]),
  );

/** Runs two at a time: more would only wait for each other. */
async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 2 }, worker));
}

/** For random queries: totals, breakdown, series, export and the clicks themselves agree. */
export async function expectConsistentMetrics(fixture: StatisticsCalls, choices: number): Promise<void> {
  const dimension = fc.constantFrom(...DIMENSIONS);
  const filter: fc.Arbitrary<StatisticsFilter> = fc
    .tuple(
      fc.constantFrom('country', 'device', 'os', 'sub1', 'language', 'referrer_host', 'campaign', 'rule' as const),
      fc.boolean(),
    )
    .chain(([name, isIn]) =>
      fc.record({
        dimension: fc.constant(name as Dimension),
        operator: fc.constant(isIn ? ('in' as const) : ('not_in' as const)),
        values: fc
          .subarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1, maxLength: 3 })
          .map((places) => places.map((place) => keyOf(fixture.autumn[place * 7] as FixtureClick, name as Dimension))),
      }),
    );
  const keyOf = (click: FixtureClick, name: Dimension): string =>
    name === 'campaign'
      ? String(click.campaign_id)
      : name === 'rule'
        ? `${click.campaign_id}:${click.rule}`
        : String(click[name as 'country']);
  const choice = fc.record({
    zone: fc.constantFrom(...ZONES),
    groupBy: fc.uniqueArray(dimension, { minLength: 1, maxLength: 3 }),
    filters: fc.array(filter, { maxLength: 2 }),
    campaign: fc.option(fc.nat(2), { freq: 3 }),
    basis: fc.constantFrom('click', 'conversion' as const),
    first: fc.integer({ min: 23, max: 27 }),
    length: fc.integer({ min: 0, max: 8 }),
    interval: fc.constantFrom('auto', 'hour', 'day', 'week', 'month'),
  });

  type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;
  const check = async (one: Choice) => {
    const start_date = `2026-10-${one.first}`;
    const end_date = new Date(Date.parse(start_date) + one.length * DAY_MS).toISOString().slice(0, 10);
    const campaignId = one.campaign === null ? undefined : fixture.campaigns[one.campaign]?.id;
    const question = {
      start_date,
      end_date,
      timezone: one.zone,
      time_basis: one.basis,
      group_by: one.groupBy.join(','),
      filters: JSON.stringify(one.filters),
      company_id: campaignId,
    };
    const label = JSON.stringify(question);
    const { data, meta } = await fixture.read({ ...question, interval: one.interval, per_page: 100 });
    const rows = [...data.rows];
    for (let page = 2; page <= meta.last_page; page += 1) {
      rows.push(...(await fixture.read({ ...question, interval: 'none', per_page: 100, page })).data.rows);
    }
    expect(rows, label).toHaveLength(meta.total);
    expect(new Set(rows.map(({ keys }) => keys.join('\u0000'))).size, label).toBe(rows.length);
    expect(sumMetrics(rows), label).toEqual(toSums(data.summary));
    expect(sumMetrics(data.series), label).toEqual(toSums(data.summary));
    // Without a series the totals come from the breakdown, whatever page is requested.
    const bare = await fixture.read({ ...question, interval: 'none', per_page: 1, page: 2 });
    expect(bare.data.summary, label).toEqual(data.summary);

    const lines = (await fixture.exported({ ...question, columns: 'clicks,conversions,cost,profit' }))
      .trim()
      .split('\r\n');
    expect(lines.length - 1, label).toBe(rows.length);
    const cells = (place: number) => lines.slice(1).map((line) => line.split(',').at(place - 4) ?? '0');
    const sum = (place: number) => cells(place).reduce((all, cell) => all + toMicro(cell), 0n);
    expect([sum(0), sum(1)], label).toEqual([
      BigInt(data.summary.clicks) * 1_000_000n,
      BigInt(data.summary.conversions) * 1_000_000n,
    ]);
    expect([sum(2), sum(3)], label).toEqual([toSums(data.summary).cost, toSums(data.summary).profit]);

    // Compare with the generated clicks.
    const { from, until } = periodSpan(one.zone, { start: start_date, end: end_date });
    const own = fixture.autumn.filter(
      (click) =>
        click.atMs >= from * 1000 &&
        click.atMs < until * 1000 &&
        (campaignId === undefined || click.campaign_id === campaignId) &&
        fits(click, one.filters),
    );
    expect(data.summary.clicks, label).toBe(own.filter(({ verdict }) => verdict === ClickOutcome.redirected).length);
    if (one.basis === 'click') {
      const paid = own.filter(({ conversion }) => conversion?.status === 'approved');
      expect(toMicro(data.summary.revenue ?? '0'), label).toBe(
        paid.reduce((all, { conversion }) => all + BigInt(conversion?.payout_micro ?? 0), 0n),
      );
    }
  };
  await forEachConcurrently(fc.sample(choice, { numRuns: choices, seed: SEED }), check);
}
