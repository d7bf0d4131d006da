import type { RevenueBasis } from '@poklik/contract/statistics';
import { CHANGE_PARTS, type ChangePart, type ExplainedMetric } from '@poklik/contract/statistics-change';
import { fromMicro } from '../money/amount.ts';
import { roundDiv } from '../money/currency-rates.ts';
import { BASIS_ADDS, type MetricTotals } from './metrics.ts';
import { ratio } from './ratio.ts';
import { type ExactParts, type ProductParts, roundParts, splitProduct } from './split-product.ts';

/** What a change is explained with. Money is in micro units. */
export interface ChangeTotals {
  clicks: bigint;
  /** Clicks with known cost. */
  priced: bigint;
  cost: bigint;
  conversions: bigint;
  pending: bigint;
  /** Conversions that aren't rejected, and their payouts. */
  kept: bigint;
  payouts: bigint;
  /** The part of the payouts that counts by the revenue basis. */
  revenue: bigint;
}

/** Totals of a period with its revenue basis applied. A cost that can't be converted must not be explained. */
export function toChangeTotals(totals: MetricTotals, basis: RevenueBasis): ChangeTotals {
  const { clicks, unpriced_clicks, cost, pending, approved, rejected, revenue, revenue_on_hold } = totals;
  const added = BASIS_ADDS[basis];
  return {
    clicks: BigInt(clicks),
    priced: BigInt(clicks - unpriced_clicks),
    cost: cost ?? 0n,
    conversions: BigInt(pending + approved + rejected),
    pending: BigInt(pending),
    kept: BigInt(pending + approved),
    payouts: revenue + revenue_on_hold - (added === null ? 0n : (totals[added] ?? 0n)),
    revenue,
  };
}

/** Clicks that have something in common, in both periods. */
export interface Compared {
  before: ChangeTotals;
  now: ChangeTotals;
}

export type PartAmounts = Record<ChangePart, bigint>;

export const NO_AMOUNTS = Object.fromEntries(CHANGE_PARTS.map((part) => [part, 0n])) as PartAmounts;

export const addAmounts = (one: PartAmounts, other: PartAmounts): PartAmounts =>
  mapAmounts((part) => one[part] + other[part]);

export const totalAmount = (amounts: PartAmounts): bigint =>
  CHANGE_PARTS.reduce((sum, part) => sum + amounts[part], 0n);

const mapAmounts = (get: (part: ChangePart) => bigint): PartAmounts =>
  Object.fromEntries(CHANGE_PARTS.map((part) => [part, get(part)])) as PartAmounts;

export const explainedValue = ({ revenue, cost }: ChangeTotals, metric: ExplainedMetric): bigint =>
  metric === 'revenue' ? revenue : metric === 'cost' ? cost : revenue - cost;

/** Each total is the one before it times a factor, and the change of the factor is a part. */
const REVENUE_CHAIN = ['clicks', 'conversions', 'kept', 'payouts', 'revenue'] as const;
const REVENUE_PARTS = ['conversion_rate', 'rejections', 'payout', 'approval_lag'] as const;
const COST_CHAIN = ['clicks', 'priced', 'cost'] as const;
const COST_PARTS = ['known_cost', 'cost'] as const;

/** Splits the change of some of the clicks. The parts add up to it. */
export function explainChange(some: Compared, all: Compared, metric: ExplainedMetric): PartAmounts {
  const revenue =
    metric === 'cost' ? NO_AMOUNTS : explainChain(some, all, { chain: REVENUE_CHAIN, names: REVENUE_PARTS });
  const cost = metric === 'revenue' ? NO_AMOUNTS : explainChain(some, all, { chain: COST_CHAIN, names: COST_PARTS });
  return mapAmounts((part) => revenue[part] + (metric === 'profit' ? -cost[part] : cost[part]));
}

interface Chain {
  chain: readonly (keyof ChangeTotals)[];
  /** Parts of all factors but the first, which is the number of clicks. */
  names: readonly ChangePart[];
}

function explainChain(some: Compared, all: Compared, { chain, names }: Chain): PartAmounts {
  const totalsOf = (totals: ChangeTotals) => chain.map((name) => totals[name]);
  const split = separateMix(splitProduct(totalsOf(some.before), totalsOf(some.now)), some, all);
  const amounts = roundParts(split);
  return {
    ...NO_AMOUNTS,
    ...Object.fromEntries(['volume', 'mix', ...names].map((part, place) => [part, amounts[place]])),
  };
}

/**
 * The first part is what the number of these clicks adds. Volume is what it would add with the same share of all clicks,
 * the average of both periods; what the shift of their share adds is the mix.
 */
function separateMix({ parts, perUnit, denominator }: ProductParts, some: Compared, all: Compared): ExactParts {
  const [clicks = 0n, ...others] = parts;
  const [before, now] = [all.before.clicks, all.now.clicks];
  if (before <= 0n || now <= 0n) return { parts: [clicks, 0n, ...others], denominator };
  const scale = 2n * before * now;
  const volume = perUnit * (now - before) * (some.before.clicks * now + some.now.clicks * before);
  return {
    parts: [volume, clicks * scale - volume, ...others.map((part) => part * scale)],
    denominator: denominator * scale,
  };
}

/** The number or ratio behind a part: money as text, null when unknown. */
export function evidenceOf(part: ChangePart, totals: ChangeTotals): number | string | null {
  const share = (some: bigint, all: bigint): number | null => ratio(Number(some), Number(all));
  const price = (money: bigint, units: bigint): string | null =>
    units > 0n ? fromMicro(roundDiv(money, units)) : null;
  switch (part) {
    case 'volume':
      return Number(totals.clicks);
    case 'mix':
      return null;
    case 'conversion_rate':
      return share(totals.conversions, totals.clicks);
    case 'rejections':
      return share(totals.conversions - totals.kept, totals.conversions);
    case 'payout':
      return price(totals.payouts, totals.kept);
    case 'approval_lag':
      return share(totals.pending, totals.conversions);
    case 'known_cost':
      return share(totals.priced, totals.clicks);
    case 'cost':
      return price(totals.cost, totals.priced);
  }
}

/** Below this number of conversions, their rates may be chance. */
const CONVERSIONS_MIN = 30n;

export const isUncertain = ({ before, now }: Compared): boolean =>
  before.conversions < CONVERSIONS_MIN || now.conversions < CONVERSIONS_MIN;
