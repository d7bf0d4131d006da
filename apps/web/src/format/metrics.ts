import type { Language } from '@poklik/contract/language';
import type { Metric, Metrics } from '@poklik/contract/statistics';
import { isMoney, isShare, isUnitPrice } from '@poklik/domain/statistics/metrics';
import { boundText } from './bounds.ts';
import { formatInteger, formatMoney, formatPercent } from './numbers.ts';

const CURRENCY = 'USD';

/** A formatted metric. */
export function metricText(language: Language, metric: Metric, value: Metrics[Metric]): string {
  if (isShare(metric)) return formatPercent(language, value as number | null);
  if (isMoney(metric)) return formatMoney(language, value as string | null, CURRENCY, isUnitPrice(metric) ? 4 : 2);
  return formatInteger(language, value as number | null);
}

/** ROI with its name: a result and not a change, so it has no arrow. */
export const roiText = (language: Language, share: number | null, figures: Pick<Metrics, 'cost' | 'unpriced_clicks'>) =>
  `ROI ${boundText('roi', figures)}${formatPercent(language, share, 1)}`;

/** A metric with a bound when its cost is only partly known. */
export const boundedMetricText = (language: Language, metric: Metric, figures: Metrics): string =>
  boundText(metric, figures) + metricText(language, metric, figures[metric]);
