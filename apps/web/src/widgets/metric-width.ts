import type { Metric } from '@poklik/contract/statistics';
import { isMoney, isShare } from '@poklik/domain/statistics/metrics';

/** Usual width of a column, so that the usual ones fit a laptop. */
export const metricWidth = (metric: Metric): number =>
  WIDTHS[metric] ?? (isMoney(metric) ? 88 : isShare(metric) ? 84 : 80);

/** A long heading, or short values without bounds. */
const WIDTHS: { [M in Metric]?: number } = {
  ...{ conversions: 106, cr: 72, event_clicks: 152 },
  ...{
    lp_views: 152,
    lp_clicks: 152,
    lp_ctr: 104,
    lp_loads: 160,
    ad_hits: 132,
    offer_clicks: 132,
    offer_cr: 104,
    offer_epc: 104,
  },
  ...{ ltv_1: 112, ltv_7: 120, ltv_30: 124, ltv_90: 124 },
};
