import type { CampaignTotals } from '@poklik/contract/campaigns';
import type { Metrics } from '@poklik/contract/statistics';
import {
  computeMetrics,
  displayedRatio,
  knownCost,
  type MetricTotals,
  type MetricValue,
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
export function compareMetricValues(one: MetricValue, other: MetricValue): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one < other ? -1 : Number(one > other);
}
