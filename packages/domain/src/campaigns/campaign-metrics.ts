import type { CampaignTotals } from '@poklik/contract/campaigns';
import type { Metric, Metrics } from '@poklik/contract/statistics';
import {
  computeMetrics,
  displayedRatio,
  knownCost,
  type MetricTotals,
  metricValue,
  sumTotals,
} from '../statistics/metrics.ts';

/** Totals of several campaigns. An unknown cost is not added as zero. */
export function campaignTotals(all: readonly MetricTotals[]): CampaignTotals {
  const withClicks = all.filter(({ clicks }) => clicks > 0);
  return {
    ...computeMetrics(sumTotals(all)),
    campaigns_with_clicks: withClicks.length,
    campaigns_with_cost: withClicks.filter((one) => knownCost(one) !== null && one.unpriced_clicks === 0).length,
  };
}

/** Null without clicks. */
export const conversionRate = (metrics: Metrics): number | null => displayedRatio('cr', metrics);

/** Null when the cost is zero or unknown. */
export const roi = (metrics: Metrics): number | null => displayedRatio('roi', metrics);

/** Unknown values sort first. */
export function compareByMetric(one: MetricTotals, other: MetricTotals, by: Metric): number {
  const [first, second] = [metricValue(one, by), metricValue(other, by)];
  if (first === null || second === null) return Number(first !== null) - Number(second !== null);
  return first < second ? -1 : Number(first > second);
}
