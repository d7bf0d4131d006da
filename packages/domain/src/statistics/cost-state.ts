import type { Metric, Metrics } from '@poklik/contract/statistics';

type Priced = Pick<Metrics, 'cost' | 'unpriced_clicks'>;

/**
 * `partial`: the cost of some clicks is unknown, so the sum is a lower bound. `unknown`: no click has a known cost, or
 * part of it is in a currency without a rate.
 */
export type CostState = 'known' | 'partial' | 'unknown';

export const costState = ({ cost, unpriced_clicks }: Priced): CostState =>
  cost === null ? 'unknown' : unpriced_clicks > 0 ? 'partial' : 'known';

const LEAST: ReadonlySet<Metric> = new Set<Metric>(['cost', 'cpc', 'cpa']);
const MOST: ReadonlySet<Metric> = new Set<Metric>(['profit', 'roi']);

/** Whether a metric is a lower or upper bound because the cost is only partly known. */
export function metricBound(metric: Metric, metrics: Priced): 'least' | 'most' | null {
  if (costState(metrics) !== 'partial') return null;
  return LEAST.has(metric) ? 'least' : MOST.has(metric) ? 'most' : null;
}

/** Whether a profit or loss is certain. A positive upper bound says nothing. */
export function profitTone(profit: number | string | null, metrics: Priced): 'positive' | 'negative' | undefined {
  const value = Number(profit ?? 0);
  if (value < 0) return 'negative';
  return value > 0 && costState(metrics) === 'known' ? 'positive' : undefined;
}
