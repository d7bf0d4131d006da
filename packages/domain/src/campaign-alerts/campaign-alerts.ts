import { silentAfterSeconds } from '../networks/network-health.ts';
import type { MetricTotals } from '../statistics/metrics.ts';

/** Fewer postbacks say nothing about how often they come. */
export const RHYTHM_MIN_POSTBACKS = 10;

/** Whether postbacks are missing for much longer than usual. */
export const isSilent = ({ seconds, gapSeconds }: { seconds: number; gapSeconds: number | null }): boolean =>
  seconds >= silentAfterSeconds(gapSeconds);

/** Fewer expected conversions may stay away by chance. */
export const EXPECTED_MIN = 20;
const DROP_SHARE = 0.5;
/** Chance alone gets that far below about once in five thousand days. */
const DEVIATIONS = 3.5;

export interface DayAndWeek {
  /** Of the last 24 hours. */
  clicks: number;
  conversions: number;
  /** Of the seven days before. */
  clicksBefore: number;
  conversionsBefore: number;
}

/** How many conversions the last day would have had at the rate of the week before, if it had far fewer; else null. */
export function expectedBeforeDrop({
  clicks,
  conversions,
  clicksBefore,
  conversionsBefore,
}: DayAndWeek): number | null {
  if (clicksBefore === 0) return null;
  const expected = (clicks * conversionsBefore) / clicksBefore;
  return hasDropped(conversions, expected) ? Math.round(expected) : null;
}

const hasDropped = (conversions: number, expected: number): boolean =>
  expected >= EXPECTED_MIN &&
  conversions <= expected * DROP_SHARE &&
  conversions < expected - DEVIATIONS * Math.sqrt(expected);

/** Of a period; revenue with what is on hold, because recent conversions are not decided yet. */
export type Returns = Pick<MetricTotals, 'cost' | 'unpriced_clicks' | 'pending' | 'approved' | 'revenue'>;

/**
 * The ROI of the last day and of the week before, if the same cost brought far less; else null. A cost that is not known of
 * all clicks says nothing.
 */
export function roiAfterDrop(day: Returns, week: Returns): { roi: number; roiBefore: number } | null {
  const [cost, costBefore] = [fullCost(day), fullCost(week)];
  const conversionsBefore = week.pending + week.approved;
  if (!cost || !costBefore || week.revenue <= 0n || conversionsBefore === 0) return null;
  const expected = (conversionsBefore * cost) / costBefore;
  // As many conversions at the payout of the week would have brought as much.
  const earned = (Number(day.revenue) * conversionsBefore) / Number(week.revenue);
  if (!hasDropped(earned, expected)) return null;
  return { roi: Number(day.revenue) / cost - 1, roiBefore: Number(week.revenue) / costBefore - 1 };
}

const fullCost = ({ cost, unpriced_clicks }: Returns): number | null =>
  unpriced_clicks > 0 || cost === null || cost <= 0n ? null : Number(cost);
