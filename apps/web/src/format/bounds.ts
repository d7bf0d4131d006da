import type { Metric, Metrics } from '@poklik/contract/statistics';
import { metricBound } from '@poklik/domain/statistics/cost-state';

const BOUND_PREFIX = { least: '≥\u00A0', most: '≤\u00A0' } as const;

/** What stands before a metric whose cost is known only in part. */
export function boundText(metric: Metric, figures: Pick<Metrics, 'cost' | 'unpriced_clicks'>): string {
  const bound = metricBound(metric, figures);
  return bound ? BOUND_PREFIX[bound] : '';
}
