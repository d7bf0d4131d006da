import type { Metric, Metrics } from '@poklik/contract/statistics';
import { fromMicro } from '../money/amount.ts';
import { roundDiv } from '../money/currency-rates.ts';

/** Counted totals. They can be added up, and all other metrics are derived from them. */
export interface MetricTotals {
  impressions: number;
  page_events: number;
  clicks: number;
  unique_clicks: number;
  /** Clicks with an unknown cost. */
  unpriced_clicks: number;
  bots: number;
  excluded: number;
  blocked: number;
  pending: number;
  approved: number;
  rejected: number;
  /** Amounts in micro units of the base currency. */
  revenue: bigint;
  revenue_on_hold: bigint;
  /** Null if part of it is in a currency without a rate. */
  cost: bigint | null;
}

export const ZERO_TOTALS: MetricTotals = {
  impressions: 0,
  page_events: 0,
  clicks: 0,
  unique_clicks: 0,
  unpriced_clicks: 0,
  bots: 0,
  excluded: 0,
  blocked: 0,
  pending: 0,
  approved: 0,
  rejected: 0,
  revenue: 0n,
  revenue_on_hold: 0n,
  cost: 0n,
};

type Base = keyof MetricTotals;

/** Metrics that are sums of totals, with the sign of each term. */
export const SUMS = {
  conversions: [
    ['pending', 1],
    ['approved', 1],
    ['rejected', 1],
  ],
  profit: [
    ['revenue', 1],
    ['cost', -1],
  ],
} as const satisfies Partial<Record<Metric, readonly (readonly [Base, 1 | -1])[]>>;

/** Metrics that are ratios: dividend and divisor. */
export const RATIOS = {
  cr: ['conversions', 'clicks'],
  approve_rate: ['approved', 'conversions'],
  roi: ['profit', 'cost'],
  epc: ['revenue', 'clicks'],
  cpc: ['cost', 'clicks'],
  cpa: ['cost', 'conversions'],
} as const satisfies Partial<Record<Metric, readonly [Base | keyof typeof SUMS, Base | keyof typeof SUMS]>>;

/** The only place where metrics are computed from totals, for lists, screens, exports and the API. */
export function computeMetrics(totals: MetricTotals): Metrics {
  const { revenue } = totals;
  const { conversions, cost, profit } = derivedSums(totals);
  return {
    impressions: totals.impressions,
    page_events: totals.page_events,
    clicks: totals.clicks,
    unique_clicks: totals.unique_clicks,
    unpriced_clicks: totals.unpriced_clicks,
    bots: totals.bots,
    excluded: totals.excluded,
    blocked: totals.blocked,
    conversions,
    pending: totals.pending,
    approved: totals.approved,
    rejected: totals.rejected,
    cr: ratio(conversions, totals.clicks),
    approve_rate: ratio(totals.approved, conversions),
    revenue: fromMicro(revenue),
    revenue_on_hold: fromMicro(totals.revenue_on_hold),
    cost: cost === null ? null : fromMicro(cost),
    profit: profit === null ? null : fromMicro(profit),
    roi: profit === null || cost === null ? null : ratio(Number(profit), Number(cost)),
    epc: perUnit(revenue, totals.clicks),
    cpc: perUnit(cost, totals.clicks),
    cpa: perUnit(cost, conversions),
  };
}

/** Null when unknown: no click has a known cost, and nothing else has a cost either. */
export const knownCost = ({ cost, clicks, unpriced_clicks }: MetricTotals): bigint | null =>
  cost === 0n && clicks > 0 && unpriced_clicks === clicks ? null : cost;

export function derivedSums(totals: MetricTotals) {
  const { pending, approved, rejected, revenue } = totals;
  const cost = knownCost(totals);
  return { conversions: pending + approved + rejected, cost, profit: cost === null ? null : revenue - cost };
}

/** Null when divided by zero. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const perUnit = (money: bigint | null, of: number): string | null =>
  money === null || of === 0 ? null : fromMicro(roundDiv(money, BigInt(of)));

/** A null cost makes the total cost null. */
export function sumTotals(all: Iterable<MetricTotals>): MetricTotals {
  const sum = { ...ZERO_TOTALS };
  for (const one of all) {
    for (const name of COUNT_METRICS) sum[name] += one[name];
    sum.revenue += one.revenue;
    sum.revenue_on_hold += one.revenue_on_hold;
    sum.cost = sum.cost === null || one.cost === null ? null : sum.cost + one.cost;
  }
  return sum;
}

const COUNT_METRICS = [
  'impressions',
  'page_events',
  'clicks',
  'unique_clicks',
  'unpriced_clicks',
  'bots',
  'excluded',
  'blocked',
  'pending',
  'approved',
  'rejected',
] as const;

/** Change relative to the earlier value; null if there is nothing to compare with. */
export function relativeChange(now: number | string | null, before: number | string | null): number | null {
  if (now === null || before === null) return null;
  const [present, past] = [Number(now), Number(before)];
  if (past === 0) return present === 0 ? 0 : null;
  return (present - past) / Math.abs(past);
}

/** Whether an increase is good, bad or neutral. */
export const METRIC_DIRECTION: Record<Metric, 'good' | 'bad' | 'neither'> = {
  impressions: 'good',
  page_events: 'good',
  clicks: 'good',
  unique_clicks: 'good',
  unpriced_clicks: 'bad',
  bots: 'bad',
  excluded: 'bad',
  blocked: 'bad',
  conversions: 'good',
  pending: 'neither',
  approved: 'good',
  rejected: 'bad',
  cr: 'good',
  approve_rate: 'good',
  revenue: 'good',
  revenue_on_hold: 'neither',
  cost: 'neither',
  profit: 'good',
  roi: 'good',
  epc: 'good',
  cpc: 'bad',
  cpa: 'bad',
};

export const RATIO_METRICS: ReadonlySet<Metric> = new Set<Metric>(['cr', 'approve_rate', 'roi']);
export const MONEY_METRICS: ReadonlySet<Metric> = new Set<Metric>([
  'revenue',
  'revenue_on_hold',
  'cost',
  'profit',
  'epc',
  'cpc',
  'cpa',
]);
