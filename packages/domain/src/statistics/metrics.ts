import type { Metric, Metrics, RevenueBasis } from '@poklik/contract/statistics';
import { NO_CONVERSIONS, sumTypes, type TypeTotals, typeMetrics } from '../conversion-types/type-totals.ts';
import { type LtvDays, type LtvTotals, ltvValue, sumLtv } from '../conversions/ltv.ts';
import { fromMicro } from '../money/amount.ts';
import { roundDiv } from '../money/currency-rates.ts';
import { ratio } from './ratio.ts';

/**
 * Events that metrics are counted from. Clicks whose cost is unknown are kinds of their own; the number of a cost change is
 * minus the clicks whose cost it makes known.
 */
export type EventKind =
  | 'click'
  | 'bot'
  | 'unpricedClick'
  | 'unpricedBot'
  | 'excluded'
  | 'blocked'
  | 'impression'
  | 'pageEvent'
  /** Events with names of their own: the click of an ad in parallel tracking, and a page that its script saw. */
  | 'adHit'
  | 'pageView'
  | 'strayEvent'
  | 'costChange'
  | 'landerView'
  | 'landerClick'
  | 'offerClick'
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'refund';

/** Of a pending conversion: its payout times its approval rate and the ends of its interval, or without a rate its payout. */
type RatedColumn = 'likely' | 'low' | 'high' | 'unrated';
/** Of each event: the event itself, whether it is unique or the first of its click or its payout, or its cost in its own currency. */
type EventColumn = 'number' | 'amount' | 'spent' | RatedColumn;

interface MetricDefinition {
  /** A total is a sum over events, of some kinds or all. Every other metric is derived from totals. */
  sumOf?: EventColumn;
  events?: readonly EventKind[];
  /** A sum of other metrics, with the sign of each term. */
  terms?: readonly (readonly [Metric, 1 | -1])[];
  /** A ratio: dividend and divisor. */
  ratio?: readonly [Metric, Metric];
  /** A lifetime value: payouts within so many days per click of that age. */
  ltvDays?: LtvDays;
  unit: 'count' | 'money' | 'share';
  /** Whether an increase is good, bad or neutral. */
  direction: 'good' | 'bad' | 'neither';
}

/** What pages and links in parallel tracking send, whatever its name. */
export const EVENTS = ['pageEvent', 'adHit', 'pageView'] as const;
const CLICKS = ['click', 'bot', 'unpricedClick', 'unpricedBot'] as const;

/** The only list of metrics: totals are computed by the analytics database, the others here and where rows are sorted. */
export const METRIC_LIST = {
  impressions: { sumOf: 'number', events: ['impression'], unit: 'count', direction: 'good' },
  events: { sumOf: 'number', events: EVENTS, unit: 'count', direction: 'good' },
  event_clicks: { sumOf: 'amount', events: EVENTS, unit: 'count', direction: 'good' },
  page_events: { terms: [['events', 1]], unit: 'count', direction: 'good' },
  clicks: { sumOf: 'number', events: CLICKS, unit: 'count', direction: 'good' },
  lp_views: { sumOf: 'number', events: ['landerView'], unit: 'count', direction: 'good' },
  lp_clicks: { sumOf: 'number', events: ['landerClick'], unit: 'count', direction: 'good' },
  lp_loads: { sumOf: 'amount', events: ['pageView'], unit: 'count', direction: 'good' },
  ad_hits: { sumOf: 'number', events: ['adHit'], unit: 'count', direction: 'good' },
  offer_clicks: { sumOf: 'number', events: ['offerClick'], unit: 'count', direction: 'good' },
  unique_clicks: { sumOf: 'amount', events: CLICKS, unit: 'count', direction: 'good' },
  unpriced_clicks: {
    sumOf: 'number',
    events: ['unpricedClick', 'unpricedBot', 'costChange'],
    unit: 'count',
    direction: 'bad',
  },
  bots: { sumOf: 'number', events: ['bot', 'unpricedBot'], unit: 'count', direction: 'bad' },
  excluded: { sumOf: 'number', events: ['excluded'], unit: 'count', direction: 'bad' },
  blocked: { sumOf: 'number', events: ['blocked'], unit: 'count', direction: 'bad' },
  pending: { sumOf: 'number', events: ['pending'], unit: 'count', direction: 'neither' },
  approved: { sumOf: 'number', events: ['approved'], unit: 'count', direction: 'good' },
  rejected: { sumOf: 'number', events: ['rejected'], unit: 'count', direction: 'bad' },
  revenue: { sumOf: 'amount', events: ['approved'], unit: 'money', direction: 'good' },
  refunded: { sumOf: 'amount', events: ['refund'], unit: 'money', direction: 'bad' },
  revenue_on_hold: { sumOf: 'amount', events: ['pending'], unit: 'money', direction: 'neither' },
  expected_on_hold: { sumOf: 'likely', events: ['pending'], unit: 'money', direction: 'neither' },
  expected_on_hold_low: { sumOf: 'low', events: ['pending'], unit: 'money', direction: 'neither' },
  expected_on_hold_high: { sumOf: 'high', events: ['pending'], unit: 'money', direction: 'neither' },
  unrated_on_hold: { sumOf: 'unrated', events: ['pending'], unit: 'money', direction: 'neither' },
  cost: { sumOf: 'spent', unit: 'money', direction: 'neither' },
  conversions: {
    terms: [
      ['pending', 1],
      ['approved', 1],
      ['rejected', 1],
    ],
    unit: 'count',
    direction: 'good',
  },
  profit: {
    terms: [
      ['revenue', 1],
      ['cost', -1],
    ],
    unit: 'money',
    direction: 'good',
  },
  cr: { ratio: ['conversions', 'clicks'], unit: 'share', direction: 'good' },
  approve_rate: { ratio: ['approved', 'conversions'], unit: 'share', direction: 'good' },
  roi: { ratio: ['profit', 'cost'], unit: 'share', direction: 'good' },
  epc: { ratio: ['revenue', 'clicks'], unit: 'money', direction: 'good' },
  lp_ctr: { ratio: ['lp_clicks', 'lp_views'], unit: 'share', direction: 'good' },
  offer_cr: { ratio: ['conversions', 'offer_clicks'], unit: 'share', direction: 'good' },
  offer_epc: { ratio: ['revenue', 'offer_clicks'], unit: 'money', direction: 'good' },
  cpc: { ratio: ['cost', 'clicks'], unit: 'money', direction: 'bad' },
  cpa: { ratio: ['cost', 'conversions'], unit: 'money', direction: 'bad' },
  ltv_1: { ltvDays: 1, unit: 'money', direction: 'good' },
  ltv_7: { ltvDays: 7, unit: 'money', direction: 'good' },
  ltv_30: { ltvDays: 30, unit: 'money', direction: 'good' },
  ltv_90: { ltvDays: 90, unit: 'money', direction: 'good' },
} as const satisfies Record<Metric, MetricDefinition>;

const NAMES = Object.keys(METRIC_LIST) as Metric[];

export const definitionOf = (metric: Metric): MetricDefinition => METRIC_LIST[metric];

type List = typeof METRIC_LIST;
export type TotalName = { [M in Metric]: List[M] extends { sumOf: EventColumn } ? M : never }[Metric];

type RatedTotal = { [T in TotalName]: List[T]['sumOf'] extends RatedColumn ? T : never }[TotalName];

/**
 * Totals can be added up, and all other metrics are derived from them. Amounts are in micro units of the base currency;
 * the cost is null if part of it is in a currency without a rate. Rated totals are null if no rates were asked for.
 */
type OwnTotals = {
  [T in TotalName]: T extends 'cost' | RatedTotal ? bigint | null : List[T]['unit'] extends 'money' ? bigint : number;
};
export type MetricTotals = OwnTotals & {
  /** By code, of the conversion types that were asked for. */
  types?: Readonly<Record<string, TypeTotals>> | undefined;
  /** If they were asked for. */
  ltv?: LtvTotals | undefined;
};

export const TOTALS = NAMES.filter((metric): metric is TotalName => definitionOf(metric).sumOf !== undefined);

/** Rated totals have the rate's scale in the analytics database, except those without a rate. */
export const isRatedTotal = (name: TotalName): name is RatedTotal =>
  ['likely', 'low', 'high', 'unrated'].includes(definitionOf(name).sumOf ?? '');

/** The total that a revenue basis adds to the approved revenue. */
export const BASIS_ADDS = {
  approved: null,
  expected: 'expected_on_hold',
  all: 'revenue_on_hold',
} as const satisfies Record<RevenueBasis, TotalName | null>;

/** Totals as queried have the approved revenue. Every metric derived from the revenue follows its basis. */
export function withRevenueBasis(totals: MetricTotals, basis: RevenueBasis): MetricTotals {
  const added = BASIS_ADDS[basis];
  return added === null ? totals : { ...totals, revenue: totals.revenue + (totals[added] ?? 0n) };
}

/** Whether each total is money or rated, looked up once because totals are read for thousands of campaigns at a time. */
const TOTAL_KINDS = TOTALS.map((name) => ({ name, isMoney: isMoney(name), isRated: isRatedTotal(name) }));

/** Fills a copy of the same shape, because building an object from entries is slow for thousands of rows. */
export function buildTotals(
  getTotal: (kind: (typeof TOTAL_KINDS)[number], index: number) => MetricValue,
): MetricTotals {
  const totals: Record<TotalName, MetricValue> = { ...ZERO_TOTALS };
  for (const [index, kind] of TOTAL_KINDS.entries()) totals[kind.name] = getTotal(kind, index);
  return totals as MetricTotals;
}

export const ZERO_TOTALS: MetricTotals = Object.fromEntries(
  TOTAL_KINDS.map(({ name, ...kind }) => [name, kind.isRated ? null : kind.isMoney ? 0n : 0]),
) as OwnTotals;

/** Nothing happened. */
export const zeroTotals = (types: readonly string[] = []): MetricTotals =>
  types.length === 0
    ? ZERO_TOTALS
    : { ...ZERO_TOTALS, types: Object.fromEntries(types.map((code) => [code, NO_CONVERSIONS])) };

/** A null cost makes the total cost null; rated totals are null if all of them are. */
export function sumTotals(all: Iterable<MetricTotals>): MetricTotals {
  let sum = ZERO_TOTALS;
  for (const one of all) {
    const before = sum;
    sum = buildTotals(({ name, isRated }) =>
      isRated && (before[name] === null || one[name] === null)
        ? (before[name] ?? one[name])
        : plus(before[name], one[name], 1),
    );
    const types = sumTypes(before.types, one.types);
    if (types) sum.types = types;
    const ltv = sumLtv(before.ltv, one.ltv);
    if (ltv) sum.ltv = ltv;
  }
  return sum;
}

/** Both are of the same type. */
const plus = (sum: MetricValue, term: MetricValue, sign: 1 | -1): MetricValue =>
  sum === null || term === null
    ? null
    : typeof sum === 'bigint'
      ? sum + BigInt(sign) * BigInt(term)
      : sum + sign * Number(term);

export type MetricValue = number | bigint | null;

/** A total or a sum of totals; amounts in micro units. Ratios are not rounded. Null when unknown or divided by zero. */
export function metricValue(totals: MetricTotals, metric: Metric): MetricValue {
  const { terms, ratio: parts, ltvDays } = definitionOf(metric);
  if (ltvDays) return ltvValue(totals.ltv, ltvDays);
  if (parts) return ratioOf((name) => metricValue(totals, name), parts);
  if (terms)
    return terms.map(([name, sign]) => [metricValue(totals, name), sign] as const).reduce(addTerm, zeroOf(metric));
  return metric === 'cost' ? knownCost(totals) : totals[metric as TotalName];
}

const addTerm = (sum: MetricValue, [term, sign]: readonly [MetricValue, 1 | -1]): MetricValue => plus(sum, term, sign);
const zeroOf = (metric: Metric): MetricValue => (isMoney(metric) ? 0n : 0);

/** Metrics for lists, screens, exports and the API. */
export function computeMetrics(totals: MetricTotals): Metrics {
  const metrics = Object.fromEntries(NAMES.map((metric) => [metric, displayedValue(totals, metric)])) as Omit<
    Metrics,
    'types'
  >;
  if (!totals.types) return metrics;
  const per = { clicks: totals.clicks, cost: knownCost(totals) };
  return {
    ...metrics,
    types: Object.fromEntries(Object.entries(totals.types).map(([code, own]) => [code, typeMetrics(own, per)])),
  };
}

function displayedValue(totals: MetricTotals, metric: Metric): number | string | null {
  const { ratio: parts, ltvDays, unit } = definitionOf(metric);
  if (ltvDays) {
    const { clicks = 0, revenue = 0n } = totals.ltv?.[ltvDays] ?? {};
    return clicks === 0 ? null : fromMicro(roundDiv(revenue, BigInt(clicks)));
  }
  if (unit !== 'money') return metricValue(totals, metric) as number | null;
  if (!parts) return fromMicroOrNull(metricValue(totals, metric) as bigint | null);
  const [money, units] = parts.map((name) => metricValue(totals, name));
  return money == null || !units ? null : fromMicro(roundDiv(BigInt(money), BigInt(units)));
}

const fromMicroOrNull = (amount: bigint | null): string | null => (amount === null ? null : fromMicro(amount));

/** Null when unknown: no click has a known cost, and nothing else has a cost either. */
export const knownCost = ({ cost, clicks, unpriced_clicks }: MetricTotals): bigint | null =>
  cost === 0n && clicks > 0 && unpriced_clicks === clicks ? null : cost;

function ratioOf(
  getValue: (name: Metric) => MetricValue | string,
  [part, whole]: readonly [Metric, Metric],
): number | null {
  const [dividend, divisor] = [getValue(part), getValue(whole)];
  return dividend === null || divisor === null ? null : ratio(Number(dividend), Number(divisor));
}

/** A ratio of displayed metrics. */
export const displayedRatio = (
  metric: 'cr' | 'approve_rate' | 'roi' | 'epc',
  metrics: { readonly [M in Metric]?: Metrics[M] },
): number | null => ratioOf((name) => metrics[name] ?? null, METRIC_LIST[metric].ratio);

/** Change relative to the earlier value; null if there is nothing to compare with. */
export function relativeChange(now: number | string | null, before: number | string | null): number | null {
  if (now === null || before === null) return null;
  const [present, past] = [Number(now), Number(before)];
  if (past === 0) return present === 0 ? 0 : null;
  return (present - past) / Math.abs(past);
}

export const isShare = (metric: Metric): boolean => METRIC_LIST[metric].unit === 'share';
export function isMoney(metric: Metric): boolean {
  return METRIC_LIST[metric].unit === 'money';
}
/** Whether the values of all rows add up to the total. */
export const isAdditive = (metric: Metric): boolean =>
  definitionOf(metric).ratio === undefined && definitionOf(metric).ltvDays === undefined;
/** Money per click or conversion. */
export const isUnitPrice = (metric: Metric): boolean => isMoney(metric) && !isAdditive(metric);
