import type { CampaignMetrics, CampaignTotals } from '@poklik/contract/campaigns';
import { computeMetrics, derivedSums, knownCost, type MetricTotals, ratio, sumTotals } from '../statistics/metrics.ts';

/** Metrics shown in the campaign list. */
export function campaignMetrics(counted: MetricTotals): CampaignMetrics {
  const { clicks, unique_clicks, unpriced_clicks, conversions, revenue, revenue_on_hold, cost, profit } =
    computeMetrics(counted);
  return { clicks, unique_clicks, unpriced_clicks, conversions, revenue, revenue_on_hold, cost, profit };
}

/** Totals of several campaigns. An unknown cost is not added as zero. */
export function campaignTotals(all: readonly MetricTotals[]): CampaignTotals {
  const withClicks = all.filter(({ clicks }) => clicks > 0);
  return {
    ...campaignMetrics(sumTotals(all)),
    campaigns_with_clicks: withClicks.length,
    campaigns_with_cost: withClicks.filter((one) => knownCost(one) !== null && one.unpriced_clicks === 0).length,
  };
}

/** Conversions per click; null without clicks. */
export const conversionRate = ({ clicks, conversions }: CampaignMetrics): number | null => ratio(conversions, clicks);

/** Profit divided by cost; null when the cost is zero or unknown. */
export const roi = ({ profit, cost }: CampaignMetrics): number | null =>
  profit === null || cost === null ? null : ratio(Number(profit), Number(cost));

type SortMetric = 'clicks' | 'conversions' | 'revenue' | 'cost' | 'profit';

/** Unknown values sort first. */
export function compareByMetric(one: MetricTotals, other: MetricTotals, by: SortMetric): number {
  const [first, second] = [metricValue(one, by), metricValue(other, by)];
  if (first === null || second === null) return Number(first !== null) - Number(second !== null);
  return first < second ? -1 : Number(first > second);
}

const metricValue = (counted: MetricTotals, by: SortMetric): number | bigint | null =>
  by === 'clicks' || by === 'revenue' ? counted[by] : derivedSums(counted)[by];
