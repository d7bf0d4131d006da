import type { Dimension, Metric, Metrics, StatisticsFilter, TimeBasis } from '@poklik/contract/statistics';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { toMicro } from '@poklik/domain/money/amount';
import { localClock } from '@poklik/domain/schedule/weekly-hours';
import { bucketStart, hourName } from '@poklik/domain/statistics/calendar';
import { type FixtureClick, refundedOf } from '../../testing/statistics-fixture.ts';

const COUNTS = [
  ...['impressions', 'page_events', 'events', 'event_clicks'],
  ...['clicks', 'unique_clicks', 'bots', 'excluded', 'blocked'],
  ...['conversions', 'pending', 'approved', 'rejected'],
] as Metric[];
const MONEY = ['revenue', 'refunded', 'revenue_on_hold', 'cost', 'profit'] as const;
const TYPES = ['lead', 'sale', 'registration', 'upsell'] as const;
const TYPE_SUMS = TYPES.flatMap((type) =>
  (['pending', 'approved', 'rejected', 'revenue'] as const).map((name) => ({ type, name, key: `${type}.${name}` })),
);
/** What reports are asked for, so that they have all sums. */
export const ALL_TYPES = TYPES.join(',');

/** Additive metrics, with money in millionths. */
export type Sums = Record<string, bigint>;
export const toSums = (metrics: Metrics): Sums =>
  Object.fromEntries([
    ...COUNTS.map((name) => [name, BigInt(metrics[name] ?? 0)]),
    ...MONEY.map((name) => [name, toMicro(metrics[name] ?? '0')]),
    ...TYPE_SUMS.map(({ type, name, key }) => {
      const value = metrics.types?.[type]?.[name] ?? 0;
      return [key, typeof value === 'string' ? toMicro(value) : BigInt(value)];
    }),
  ]);

export const addSums = (all: readonly Sums[]): Sums =>
  Object.fromEntries(
    [...COUNTS, ...MONEY, ...TYPE_SUMS.map(({ key }) => key)].map((name) => [
      name,
      all.reduce((sum, one) => sum + (one[name] ?? 0n), 0n),
    ]),
  );

/** A recorded event of a page. */
export interface FixturePageEvent {
  at: number;
  campaign_id: number;
  name: string;
  country: string;
  device: string;
  cost_micro: number;
  click: FixtureClick | null;
}

interface Fact {
  atMs: number;
  campaign: number;
  columns: Partial<Record<Dimension, string>>;
  sums: Partial<Record<string, number>>;
}

/** How the account of the fixture counts its conversion types. */
export const TYPE_RULES = [
  { code: 'lead' },
  { code: 'sale' },
  { code: 'registration', is_conversion: false },
  { code: 'upsell', is_revenue: false },
] as const;
const isConversion = (type: string): boolean => type !== 'registration';
const isRevenue = (type: string): boolean => type !== 'upsell';

interface Recount {
  groupBy: readonly Dimension[];
  filters: readonly StatisticsFilter[];
  timeBasis: TimeBasis;
  timezone: string;
  period: { from: number; until: number };
  campaignId: number | undefined;
}

/** Counts recorded events one by one, without the analytics database: sums by keys. */
export function recount(
  { clicks, pageEvents }: { clicks: readonly FixtureClick[]; pageEvents: readonly FixturePageEvent[] },
  { groupBy, filters, timeBasis, timezone, period, campaignId }: Recount,
): Map<string, Sums> {
  const found = new Map<string, Sums>();
  for (const fact of [...clicks.flatMap((click) => clickFacts(click, timeBasis)), ...eventFacts(pageEvents)]) {
    const { atMs, campaign, sums } = fact;
    if (atMs < period.from * 1000 || atMs >= period.until * 1000) continue;
    if (campaignId !== undefined && campaign !== campaignId) continue;
    const isIn = ({ dimension, operator, values }: StatisticsFilter) =>
      // What has no conversion type or no event name stays in the report.
      ((dimension === 'conversion_type' || dimension === 'event') && fact.columns[dimension] === undefined) ||
      values.includes(keyOf(fact, dimension, timezone)) === (operator === 'in');
    if (!filters.every(isIn)) continue;
    const key = groupBy.map((dimension) => keyOf(fact, dimension, timezone)).join('\u0000');
    const own = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, BigInt(value ?? 0)]));
    found.set(key, addSums([found.get(key) ?? {}, own]));
  }
  // Conversions that don't count leave no row.
  for (const [key, sums] of found) if (Object.values(sums).every((sum) => sum === 0n)) found.delete(key);
  return found;
}

function clickFacts(click: FixtureClick, timeBasis: TimeBasis): Fact[] {
  const { atMs, campaign_id: campaign, verdict, conversion } = click;
  const columns = clickColumns(click);
  const spent = verdict === ClickOutcome.redirected ? click.cost_micro : 0;
  const outcome = {
    [ClickOutcome.redirected]: { clicks: 1, unique_clicks: click.is_unique, bots: click.is_bot },
    [ClickOutcome.excluded]: { excluded: 1 },
    [ClickOutcome.blocked]: { blocked: 1 },
  }[verdict];
  const fact = { atMs, campaign, columns, sums: { ...outcome, cost: spent, profit: -spent } };
  if (!conversion) return [fact];
  const { afterMs, status, type, payout_micro: payout } = conversion;
  const [one, paid] = [Number(isConversion(type)), isRevenue(type) ? payout : 0];
  const result = {
    pending: { pending: one, revenue_on_hold: paid },
    approved: { approved: one, revenue: paid, profit: paid },
  }[status] ?? { rejected: one };
  const state = { pending: 'pending', approved: 'approved' }[status] ?? 'rejected';
  const taken = isRevenue(type) ? refundedOf(click) : 0;
  return [
    fact,
    {
      atMs: timeBasis === 'click' ? atMs : atMs + afterMs,
      campaign,
      columns: { ...columns, conversion_type: type },
      sums: {
        conversions: one,
        ...result,
        refunded: taken,
        [`${type}.${state}`]: 1,
        ...(state === 'approved' ? { [`${type}.revenue`]: paid } : {}),
      },
    },
  ];
}

const clickColumns = (click: FixtureClick): Fact['columns'] => {
  const { campaign_id: campaign, version, rule, destination } = click;
  return {
    ...Object.fromEntries(
      (
        ['country', 'language', 'device', 'os', 'browser', 'referrer_host', 'traffic_source', 'sub1', 'sub2'] as const
      ).map((name) => [name, click[name]]),
    ),
    entry: 'link',
    version: `${campaign}:${version}`,
    rule: `${campaign}:${rule}`,
    destination: `${campaign}:${rule}:${destination}`,
  };
};

/** Events of counted clicks count as their clicks do; those of others don't count. */
function eventFacts(events: readonly FixturePageEvent[]): Fact[] {
  const first = new Map<FixtureClick, Set<string>>();
  return events.flatMap((event) => {
    const { click, name } = event;
    if (click === null) return [pageFact(event)];
    if (click.verdict !== ClickOutcome.redirected) return [];
    const names = first.get(click) ?? new Set();
    first.set(click, names);
    const isFirst = Number(!names.has(name));
    names.add(name);
    return [
      {
        atMs: click.atMs,
        campaign: click.campaign_id,
        columns: { ...clickColumns(click), event: name },
        sums: { events: 1, page_events: 1, event_clicks: isFirst },
      },
    ];
  });
}

const pageFact = ({ at, campaign_id: campaign, name, country, device, cost_micro }: FixturePageEvent): Fact => ({
  atMs: at,
  campaign,
  columns: {
    country,
    device,
    version: `${campaign}:0`,
    rule: `${campaign}:0`,
    destination: `${campaign}:0:0`,
    ...(name === 'impression' ? {} : { event: name }),
  },
  sums: {
    ...(name === 'impression' ? { impressions: 1 } : { events: 1, page_events: 1 }),
    ...{ cost: cost_micro, profit: -cost_micro },
  },
});

const clocks = new Map<string, ReturnType<typeof localClock>>();

function keyOf({ atMs, campaign, columns }: Fact, dimension: Dimension, timezone: string): string {
  const clock = clocks.get(timezone) ?? localClock(timezone);
  clocks.set(timezone, clock);
  const { day, minute } = clock(atMs);
  switch (dimension) {
    case 'campaign':
      return String(campaign);
    case 'hour':
      return hourName(Math.floor(atMs / 60_000) * 60 - (minute % 60) * 60);
    case 'weekday':
      return String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
    case 'day':
    case 'week':
    case 'month':
      return bucketStart(day, dimension);
    case 'lander':
    case 'offer':
      return columns[dimension] ?? '0';
    default:
      return columns[dimension] ?? '';
  }
}
