import { ratio } from '../statistics/ratio.ts';

/** Lifetime values: what a click has brought in so many days. */
export const LTV_DAYS = [1, 7, 30, 90] as const;
export type LtvDays = (typeof LTV_DAYS)[number];

/** Of clicks that are so many days old: how many, and the approved payouts that came in that time. */
interface LtvPart {
  clicks: number;
  /** In micro units of the base currency. */
  revenue: bigint;
}
export type LtvTotals = Readonly<Record<LtvDays, LtvPart>>;

export const buildLtv = (partOf: (days: LtvDays) => LtvPart): LtvTotals => ({
  ...{ 1: partOf(1), 7: partOf(7), 30: partOf(30), 90: partOf(90) },
});

/** Totals without lifetime values have nothing to add. */
export const sumLtv = (one?: LtvTotals, other?: LtvTotals): LtvTotals | undefined =>
  one && other
    ? buildLtv((days) => ({
        clicks: one[days].clicks + other[days].clicks,
        revenue: one[days].revenue + other[days].revenue,
      }))
    : (one ?? other);

/** In micro units, to sort by; null if no click is old enough. */
export const ltvValue = (totals: LtvTotals | undefined, days: LtvDays): number | null =>
  totals ? ratio(Number(totals[days].revenue), totals[days].clicks) : null;
