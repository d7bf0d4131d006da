import {
  DIMENSIONS,
  type Dimension,
  type Metrics,
  type StatisticsFilter,
  type StatisticsRow,
} from '@poklik/contract/statistics';
import { toMicro } from '@poklik/domain/money/amount';
import { periodSpan } from '@poklik/domain/statistics/calendar';
import fc from 'fast-check';
import { expect } from 'vitest';
import { SEED } from '../../testing/seed.ts';
import type { FixtureClick } from '../../testing/statistics-fixture.ts';
import { ALL_TYPES, addSums, recount, type Sums, toSums } from './recount.fixture.ts';
import type { StatisticsCalls } from './statistics.fixture.ts';

const DAY_MS = 86_400_000;
/** 25 October has 25 hours in Kyiv, 1 November in New York. */
export const ZONES = ['Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu'] as const;

const sumMetrics = (all: readonly Metrics[]): Sums => addSums(all.map(toSums));

/** Runs two at a time: more would only wait for each other. */
async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 2 }, worker));
}

/** For random queries: totals, breakdown, panels, series, export and a recount of the events agree. */
export async function expectConsistentMetrics(fixture: StatisticsCalls, choices: number): Promise<void> {
  const all = fc.sample(choiceOf(fixture.autumn), { numRuns: choices, seed: SEED });
  await forEachConcurrently(all, (choice) => checkChoice(fixture, choice));
}

type Choice = ReturnType<typeof choiceOf> extends fc.Arbitrary<infer T> ? T : never;

/** A random report about the clicks. */
function choiceOf(clicks: readonly FixtureClick[]) {
  const filter: fc.Arbitrary<StatisticsFilter> = fc
    .tuple(
      fc.constantFrom<Dimension>(
        ...([
          'country',
          'device',
          'os',
          'sub1',
          'language',
          'referrer_host',
          'campaign',
          'rule',
          'conversion_type',
          'event',
        ] as const),
      ),
      fc.boolean(),
    )
    .chain(([dimension, isIn]) =>
      fc.record({
        dimension: fc.constant(dimension),
        operator: fc.constant(isIn ? ('in' as const) : ('not_in' as const)),
        values: fc
          .subarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1, maxLength: 3 })
          .map((places) => places.map((place) => keyOf(clicks[place * 7] as FixtureClick, dimension))),
      }),
    );
  return fc.record({
    zone: fc.constantFrom(...ZONES),
    groupBy: fc.uniqueArray(fc.constantFrom(...DIMENSIONS), { minLength: 1, maxLength: 3 }),
    filters: fc.array(filter, { maxLength: 2 }),
    campaign: fc.option(fc.nat(2), { freq: 3 }),
    basis: fc.constantFrom('click', 'conversion' as const),
    first: fc.integer({ min: 23, max: 27 }),
    length: fc.integer({ min: 0, max: 8 }),
    interval: fc.constantFrom('auto', 'hour', 'day', 'week', 'month'),
  });
}

function keyOf(click: FixtureClick, dimension: Dimension): string {
  if (dimension === 'campaign') return String(click.campaign_id);
  if (dimension === 'conversion_type') return click.conversion?.type ?? 'sale';
  if (dimension === 'event') return click.device === 'mobile' ? 'add_to_cart' : 'registration';
  if (dimension === 'rule') return `${click.campaign_id}:${click.rule}`;
  return String(click[dimension as 'country']);
}

async function checkChoice(fixture: StatisticsCalls, one: Choice): Promise<void> {
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
    types: ALL_TYPES,
  };
  const label = JSON.stringify(question);
  const turned = one.groupBy.toReversed();
  const panels = [one.groupBy, turned, ['country' as const]].map((group_by) => ({ group_by, per_page: 100 }));
  const { data, meta } = await fixture.read({
    ...question,
    interval: one.interval,
    per_page: 100,
    panels: JSON.stringify(panels),
  });
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

  const file = await fixture.exported({ ...question, columns: 'clicks,conversions,cost,profit' });
  expectSameExport(file, rows.length, data.summary, label);

  const events = (groupBy: readonly Dimension[]) =>
    recount(fixture, {
      ...{ groupBy, filters: one.filters, timeBasis: one.basis, timezone: one.zone, campaignId },
      period: periodSpan(one.zone, { start: start_date, end: end_date }),
    });
  const sumsByKeys = (all: readonly StatisticsRow[]) =>
    new Map(all.map((row) => [row.keys.join('\u0000'), toSums(row)]));
  expect(sumsByKeys(rows), label).toEqual(events(one.groupBy));
  expect(data.panels?.[0]?.rows, label).toEqual(data.rows);
  for (const { group_by, rows: own, meta: own_meta } of data.panels ?? []) {
    expect(own.length, label).toBe(Math.min(own_meta.total, 100));
    const all = events(group_by);
    expect(own_meta.total, label).toBe(all.size);
    for (const [keys, sums] of sumsByKeys(own)) expect(sums, label).toEqual(all.get(keys));
  }
  expect(toSums(data.summary), label).toEqual(addSums([...events([]).values()]));
}

/** The file ends with clicks, conversions, cost and profit. */
function expectSameExport(file: string, rowCount: number, summary: Metrics, label: string): void {
  const [, ...lines] = file.trim().split('\r\n');
  expect(lines.length, label).toBe(rowCount);
  const sum = (place: number) =>
    lines.map((line) => line.split(',').at(place - 4) ?? '0').reduce((all, cell) => all + toMicro(cell), 0n);
  const { cost, profit } = toSums(summary);
  expect([sum(0), sum(1), sum(2), sum(3)], label).toEqual([
    BigInt(summary.clicks) * 1_000_000n,
    BigInt(summary.conversions) * 1_000_000n,
    cost,
    profit,
  ]);
}
