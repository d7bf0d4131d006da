import type { Metric, Metrics } from '@poklik/contract/statistics';

/** What metrics of approved conversions would be if everything on hold were approved. */
const IF_ALL_APPROVED: Partial<Record<Metric, (now: Metrics, onHold: number) => number>> = {
  revenue: ({ revenue }, onHold) => Number(revenue) + onHold,
  profit: ({ profit }, onHold) => Number(profit) + onHold,
  roi: ({ profit, cost }, onHold) => (Number(profit) + onHold) / Number(cost),
  epc: ({ revenue, clicks }, onHold) => (Number(revenue) + onHold) / clicks,
};

/**
 * Whether a metric is below that of an earlier period only because conversions still wait for approval: what is on hold
 * covers the difference. An earlier period had more time to be approved, so such a drop is no news.
 */
export function isApprovalLag(metric: Metric, now: Metrics, before: Metrics): boolean {
  const [value, past] = [now[metric], before[metric]];
  if (value === null || past === null || Number(value) >= Number(past)) return false;
  const best = IF_ALL_APPROVED[metric]?.(now, Number(now.revenue_on_hold ?? 0));
  return best !== undefined && best >= Number(past);
}
