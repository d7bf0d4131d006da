import { seededDraws } from '../learning/seeded-draws.ts';
import type { LedClicks, MovedClicks } from './replay-clicks.ts';

/** Revenue of the clicks of a day that were led somewhere. */
export interface LedRevenue {
  day: number;
  lead: string;
  segment: string;
  revenue: number;
}

export interface ExpectedRevenue {
  /** What the clicks brought. */
  before: number;
  /** What they would have brought, with an interval of 90 %. Null if too many would go where no history says what they bring. */
  after: { value: number; low: number; high: number } | null;
  /** Share of the moved clicks without history, out of 1. */
  unknown: number;
}

/** A destination with fewer clicks says nothing yet. */
export const HISTORY_MIN = 100;
const UNKNOWN_MAX = 0.1;
const RESAMPLES = 300;
/** The rate of a segment is mixed with that of all visitors of the destination at this many clicks. */
const PRIOR_CLICKS = 200;
/** The most frequent ones; the others are one. */
const SEGMENTS_MAX = 60;
const OTHER = '';

interface Input {
  led: readonly LedClicks[];
  moved: readonly MovedClicks[];
  revenue: readonly LedRevenue[];
  /** How many clicks a replayed one stands for. */
  scale: number;
  seed: number;
}

/**
 * What moved clicks would have brought at their new destination, by what visitors like them brought there. The interval
 * comes from resampling the days, so that good and bad days stay whole.
 */
export function expectRevenue({ led, moved, revenue, scale, seed }: Input): ExpectedRevenue {
  const before = revenue.reduce((sum, row) => sum + row.revenue, 0);
  const clicksOf = sumBy(led, ({ lead }) => lead);
  const isKnown = (lead: string): boolean => (clicksOf.get(lead) ?? 0) * scale >= HISTORY_MIN;
  const all = moved.reduce((sum, { clicks }) => sum + clicks, 0);
  const lost = moved.reduce((sum, { to, clicks }) => sum + (isKnown(to) ? 0 : clicks), 0);
  const unknown = all === 0 ? 0 : lost / all;
  if (unknown > UNKNOWN_MAX) return { before, after: null, unknown };
  const counted = moved.filter(({ to }) => isKnown(to));
  const simplify = frequentSegments(led);
  const model = createModel(led, revenue, counted, { simplify, scale });
  const { uniform } = seededDraws(seed);
  const whole = model(() => 1);
  const draws = Array.from({ length: RESAMPLES }, () => {
    const weights = new Map<number, number>();
    const days = [...new Set(led.map(({ day }) => day))];
    for (const _ of days) {
      const day = days[Math.floor(uniform() * days.length)] as number;
      weights.set(day, (weights.get(day) ?? 0) + 1);
    }
    return model((day) => weights.get(day) ?? 0);
  }).sort((one, other) => one - other);
  const at = (share: number): number => draws[Math.floor(share * (draws.length - 1))] ?? whole;
  return {
    before,
    after: { value: before + whole, low: before + Math.min(whole, at(0.05)), high: before + Math.max(whole, at(0.95)) },
    unknown,
  };
}

function frequentSegments(led: readonly LedClicks[]): (segment: string) => string {
  const counts = [...sumBy(led, ({ segment }) => segment)].sort(([, one], [, other]) => other - one);
  const kept = new Set(counts.slice(0, SEGMENTS_MAX).map(([segment]) => segment));
  return (segment) => (kept.has(segment) ? segment : OTHER);
}

function sumBy(list: readonly LedClicks[], keyOf: (row: LedClicks) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of list) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.clicks);
  return sums;
}

interface Rate {
  clicks: number;
  revenue: number;
}

interface ModelOptions {
  simplify: (segment: string) => string;
  scale: number;
}

/** The difference that moving makes, with each day counted as often as its weight says. */
function createModel(
  led: readonly LedClicks[],
  revenue: readonly LedRevenue[],
  moved: readonly MovedClicks[],
  { simplify, scale }: ModelOptions,
): (weightOf: (day: number) => number) => number {
  const clicks = led.map((row) => ({
    ...row,
    cell: `${simplify(row.segment)}\n${row.lead}`,
    clicks: row.clicks * scale,
  }));
  const money = revenue.map((row) => ({ ...row, cell: `${simplify(row.segment)}\n${row.lead}` }));
  const flows = moved.map((row) => ({ ...row, segment: simplify(row.segment), clicks: row.clicks * scale }));
  return (weightOf) => {
    const rates = new Map<string, Rate>();
    const add = (key: string, own: Partial<Rate>) => {
      const rate = rates.get(key) ?? { clicks: 0, revenue: 0 };
      rate.clicks += own.clicks ?? 0;
      rate.revenue += own.revenue ?? 0;
      rates.set(key, rate);
    };
    for (const row of clicks) {
      const own = { clicks: row.clicks * weightOf(row.day) };
      add(row.cell, own);
      add(row.lead, own);
    }
    for (const row of money) {
      const own = { revenue: row.revenue * weightOf(row.day) };
      add(row.cell, own);
      add(row.lead, own);
    }
    const perClick = (lead: string, segment: string): number => {
      const all = rates.get(lead);
      const usual = all && all.clicks > 0 ? all.revenue / all.clicks : 0;
      const own = rates.get(`${segment}\n${lead}`) ?? { clicks: 0, revenue: 0 };
      return (own.revenue + usual * PRIOR_CLICKS) / (own.clicks + PRIOR_CLICKS);
    };
    let difference = 0;
    for (const { day, from, to, segment, clicks: number } of flows) {
      const weight = weightOf(day);
      if (weight > 0) difference += weight * number * (perClick(to, segment) - perClick(from, segment));
    }
    return difference;
  };
}
