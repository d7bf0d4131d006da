import type { Metric, Metrics } from '@poklik/contract/statistics';

type Priced = Pick<Metrics, 'cost' | 'unpriced_clicks'>;

/**
 * `partial`: the cost of some clicks is unknown, so the sum is the least it can be. `unknown`: of no click is it known, or
 * some of it is in a currency without a rate.
 */
export type CostState = 'known' | 'partial' | 'unknown';

export const costState = ({ cost, unpriced_clicks }: Priced): CostState =>
  cost === null ? 'unknown' : unpriced_clicks > 0 ? 'partial' : 'known';

const LEAST: ReadonlySet<Metric> = new Set<Metric>(['cost', 'cpc', 'cpa']);
const MOST: ReadonlySet<Metric> = new Set<Metric>(['profit', 'roi']);

/** Where a cost is known only in part, whether a metric is the least or the most that it can be. */
export function metricBound(metric: Metric, metrics: Priced): 'least' | 'most' | null {
  if (costState(metrics) !== 'partial') return null;
  return LEAST.has(metric) ? 'least' : MOST.has(metric) ? 'most' : null;
}

/** Whether money was surely won or lost. The most that a profit can be says nothing when it is above zero. */
export function profitTone(profit: number | string | null, metrics: Priced): 'positive' | 'negative' | undefined {
  const value = Number(profit ?? 0);
  if (value < 0) return 'negative';
  return value > 0 && costState(metrics) === 'known' ? 'positive' : undefined;
}
