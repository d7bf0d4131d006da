import type { Dimension } from '@poklik/contract/statistics';
import type { ChangePart, ExplainedMetric } from '@poklik/contract/statistics-change';
import {
  addAmounts,
  type ChangeTotals,
  type Compared,
  explainChange,
  NO_AMOUNTS,
  type PartAmounts,
  totalAmount,
} from './explain-change.ts';

/** Clicks that have the values of a path in common: all of them if it is empty. */
export interface Segment extends Compared {
  path: readonly Place[];
}

interface Place {
  dimension: Dimension;
  /** Null for all values that aren't listed. */
  key: string | null;
}

export interface Cause {
  segment: Segment;
  part: ChangePart;
  amount: bigint;
}

export interface Split {
  dimension: Dimension;
  amounts: PartAmounts;
  /** The largest first. They add up to the difference. */
  causes: Cause[];
  /** How much of the change is concentrated in some of the segments. */
  concentration: number;
}

/** A mix has no cause of its own: it is the clicks that some segments gained and others lost. */
const CAUSE_PARTS = [
  'volume',
  'conversion_rate',
  'rejections',
  'payout',
  'approval_lag',
  'known_cost',
  'cost',
] as const satisfies readonly ChangePart[];

/** A part is a cause of all clicks together unless at least this share of it departs from what they earn or cost. */
const DEPARTURE_MIN = 1 / 3;

/** Splits the change of a segment by the values of a dimension. */
export function splitByValues(
  parent: Segment,
  { dimension, segments }: SplitSegment,
  { all, metric }: { all: Compared; metric: ExplainedMetric },
): Split {
  const explained = segments.map((segment) => ({ segment, amounts: explainChange(segment, all, metric) }));
  const amounts = explained.reduce((sum, one) => addAmounts(sum, one.amounts), NO_AMOUNTS);
  const causes: Cause[] = [];
  let concentration = 0;
  for (const part of CAUSE_PARTS) {
    const own = explained.map((one) => ({ segment: one.segment, part, amount: causeAmount(one.amounts, part) }));
    const total = causeAmount(amounts, part);
    const share = shareOf(part === 'known_cost' || part === 'cost' || metric === 'cost' ? 'cost' : 'payouts', parent);
    const departures = own.map(({ segment, amount }) => Number(amount) - share(segment) * Number(total));
    // Squares, because those of chance have the same sum however finely clicks are divided.
    concentration += departures.reduce((sum, departure) => sum + departure ** 2, 0);
    const departed = departures.reduce((sum, departure) => sum + Math.abs(departure), 0) / 2;
    const isLocal = departed >= Math.abs(Number(total)) * DEPARTURE_MIN;
    causes.push(...(isLocal ? own : [{ segment: parent, part, amount: total }]));
  }
  return { dimension, amounts, causes: bySize(causes.filter(({ amount }) => amount !== 0n)), concentration };
}

/** Segments of one dimension that make up their parent. */
export interface SplitSegment {
  dimension: Dimension;
  segments: readonly Segment[];
}

/** A segment's cause is named for a part of the segment that has at least this share of it. */
const NARROWED_MIN = 3 / 4;

/** Replaces the causes of a segment by those of its best split, if that says more precisely where its largest one is. */
export function narrowCauses(causes: readonly Cause[], segment: Segment, splits: readonly Split[]): Cause[] {
  const largest = causes.find((cause) => cause.segment === segment);
  const [best] = byConcentration(splits);
  const [narrower] = best?.causes ?? [];
  const isNarrower =
    narrower && largest && narrower.segment !== segment && sizeOf(narrower) >= sizeOf(largest) * NARROWED_MIN;
  if (!best || !isNarrower) return [...causes];
  return bySize([...causes.filter((cause) => cause.segment !== segment), ...best.causes]);
}

/** The split that explains most comes first. */
export const byConcentration = (splits: readonly Split[]): Split[] =>
  [...splits].sort((one, other) => other.concentration - one.concentration);

const bySize = (causes: readonly Cause[]): Cause[] => [...causes].sort((one, other) => sizeOf(other) - sizeOf(one));
const sizeOf = ({ amount }: Cause): number => Math.abs(Number(amount));

const causeAmount = (amounts: PartAmounts, part: ChangePart): bigint =>
  part === 'volume' ? amounts.volume + amounts.mix : amounts[part];

/** A segment's share of what the parent earned or cost in both periods: its share of a part if all clicks change alike. */
function shareOf(name: 'payouts' | 'cost', parent: Compared): (segment: Segment) => number {
  const total = Number(parent.before[name] + parent.now[name]);
  return ({ before, now }) => (total === 0 ? 0 : Number(before[name] + now[name]) / total);
}

/** The difference without some of its causes. */
export const restOf = (amounts: PartAmounts, causes: readonly Cause[]): bigint =>
  causes.reduce((rest, { amount }) => rest - amount, totalAmount(amounts));

/** The rows of a period, and whether these are all. */
export interface ListedRows {
  rows: ReadonlyMap<string, ChangeTotals>;
  isComplete: boolean;
}

/** Segments that make up their parent. Values that may be missing in one of the periods are put together with the rest. */
export function buildSegments(parent: Segment, dimension: Dimension, before: ListedRows, now: ListedRows): Segment[] {
  const isKnown = (key: string): boolean =>
    (before.isComplete || before.rows.has(key)) && (now.isComplete || now.rows.has(key));
  const place = (key: string | null) => ({ path: [...parent.path, { dimension, key }] });
  const segments = [...new Set([...before.rows.keys(), ...now.rows.keys()])].filter(isKnown).map((key) => ({
    ...place(key),
    before: before.rows.get(key) ?? NOTHING,
    now: now.rows.get(key) ?? NOTHING,
  }));
  const rest = (period: 'before' | 'now'): ChangeTotals =>
    segments.reduce((left, segment) => subtract(left, segment[period]), parent[period]);
  const others = { ...place(null), before: rest('before'), now: rest('now') };
  return isNothing(others.before) && isNothing(others.now) ? segments : [...segments, others];
}

const NOTHING: ChangeTotals = {
  clicks: 0n,
  priced: 0n,
  cost: 0n,
  conversions: 0n,
  pending: 0n,
  kept: 0n,
  payouts: 0n,
  revenue: 0n,
};
const NAMES = Object.keys(NOTHING) as (keyof ChangeTotals)[];

const subtract = (all: ChangeTotals, some: ChangeTotals): ChangeTotals =>
  Object.fromEntries(NAMES.map((name) => [name, all[name] - some[name]])) as unknown as ChangeTotals;
const isNothing = (totals: ChangeTotals): boolean => NAMES.every((name) => totals[name] === 0n);
