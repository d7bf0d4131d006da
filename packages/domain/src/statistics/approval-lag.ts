import type { Metric, Metrics } from '@poklik/contract/statistics';

/** Values of metrics if every conversion on hold were approved. */
const IF_ALL_APPROVED: Partial<Record<Metric, (now: Metrics, onHold: number) => number>> = {
  revenue: ({ revenue }, onHold) => Number(revenue) + onHold,
  profit: ({ profit }, onHold) => Number(profit) + onHold,
  roi: ({ profit, cost }, onHold) => (Number(profit) + onHold) / Number(cost),
  epc: ({ revenue, clicks }, onHold) => (Number(revenue) + onHold) / clicks,
};

/**
 * Whether a metric is lower than in an earlier period only because conversions are still on hold. The earlier period
 * had more time for approvals, so such a drop is expected.
 */
export function isApprovalLag(metric: Metric, now: Metrics, before: Metrics): boolean {
  const [value, past] = [now[metric], before[metric]];
  if (value === null || past === null || Number(value) >= Number(past)) return false;
  const best = IF_ALL_APPROVED[metric]?.(now, Number(now.revenue_on_hold ?? 0));
  return best !== undefined && best >= Number(past);
}
