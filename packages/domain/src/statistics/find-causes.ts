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

/** Clicks with one value of a dimension. */
export interface Segment extends Compared {
  /** Null for those of all values that aren't listed. */
  key: string | null;
}

export interface Cause {
  /** Null if all clicks changed alike. */
  segment: Segment | null;
  part: ChangePart;
  amount: bigint;
}

export interface Split {
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

/** A part is named for all clicks unless at least this share of it departs from what they earn or cost. */
const DEPARTURE_MIN = 1 / 3;

/** Splits a change by the segments of one dimension, which are all the clicks. */
export function splitBySegments(segments: readonly Segment[], all: Compared, metric: ExplainedMetric): Split {
  const explained = segments.map((segment) => ({ segment, amounts: explainChange(segment, all, metric) }));
  const amounts = explained.reduce((sum, one) => addAmounts(sum, one.amounts), NO_AMOUNTS);
  const causes: Cause[] = [];
  let concentration = 0;
  for (const part of CAUSE_PARTS) {
    const own = explained.map((one) => ({ segment: one.segment, amount: causeAmount(one.amounts, part) }));
    const total = causeAmount(amounts, part);
    const share = shareOf(part === 'known_cost' || part === 'cost' || metric === 'cost' ? 'cost' : 'payouts', all);
    const departures = own.map(({ segment, amount }) => Number(amount) - share(segment) * Number(total));
    // Squares, because those of chance have the same sum however finely clicks are divided.
    concentration += departures.reduce((sum, departure) => sum + departure ** 2, 0);
    const departed = departures.reduce((sum, departure) => sum + Math.abs(departure), 0) / 2;
    const isLocal = departed >= Math.abs(Number(total)) * DEPARTURE_MIN;
    causes.push(...(isLocal ? own : [{ segment: null, amount: total }]).map((cause) => ({ ...cause, part })));
  }
  const named = causes.filter(({ amount }) => amount !== 0n);
  return { amounts, causes: named.sort((one, other) => compareSizes(one.amount, other.amount)), concentration };
}

const causeAmount = (amounts: PartAmounts, part: ChangePart): bigint =>
  part === 'volume' ? amounts.volume + amounts.mix : amounts[part];

/** A segment's share of what the clicks of both periods earned or cost: if all of them change alike, its share of a part. */
function shareOf(name: 'payouts' | 'cost', all: Compared): (segment: Segment) => number {
  const total = Number(all.before[name] + all.now[name]);
  return ({ before, now }) => (total === 0 ? 0 : Number(before[name] + now[name]) / total);
}

function compareSizes(one: bigint, other: bigint): number {
  const [first, second] = [one < 0n ? -one : one, other < 0n ? -other : other];
  return first > second ? -1 : first < second ? 1 : 0;
}

/** The difference without some of its causes. */
export const restOf = (amounts: PartAmounts, causes: readonly Cause[]): bigint =>
  causes.reduce((rest, { amount }) => rest - amount, totalAmount(amounts));

type Rows<Key> = ReadonlyMap<Key, ChangeTotals>;

/** The rows of a period, and whether these are all. */
export interface ListedRows {
  rows: Rows<string>;
  isComplete: boolean;
}

/** Segments that make up all clicks. Values that may be missing in one of the periods are put together with the rest. */
export function buildSegments(before: ListedRows, now: ListedRows, all: Compared): Segment[] {
  const isKnown = (key: string): boolean =>
    (before.isComplete || before.rows.has(key)) && (now.isComplete || now.rows.has(key));
  const segments = [...new Set([...before.rows.keys(), ...now.rows.keys()])].filter(isKnown).map((key) => ({
    key,
    before: before.rows.get(key) ?? NOTHING,
    now: now.rows.get(key) ?? NOTHING,
  }));
  const rest = (period: 'before' | 'now'): ChangeTotals =>
    segments.reduce((left, segment) => subtract(left, segment[period]), all[period]);
  const others = { key: null, before: rest('before'), now: rest('now') };
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
