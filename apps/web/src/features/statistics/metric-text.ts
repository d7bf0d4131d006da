import type { Language } from '@poklik/contract/language';
import type { Metric, Metrics } from '@poklik/contract/statistics';
import { isApprovalLag } from '@poklik/domain/statistics/approval-lag';
import { metricBound } from '@poklik/domain/statistics/cost-state';
import { METRIC_DIRECTION, MONEY_METRICS, RATIO_METRICS, relativeChange } from '@poklik/domain/statistics/metrics';
import { boundText } from '../../format/bounds.ts';
import { formatCompact, formatDelta, formatInteger, formatMoney, formatPercent } from '../../format/numbers.ts';

type Value = Metrics[Metric];

/** Prices per click or conversion need more decimals. */
const FINE: ReadonlySet<Metric> = new Set<Metric>(['epc', 'cpc', 'cpa']);
const CURRENCY = 'USD';

/** A formatted metric. */
export function metricText(language: Language, metric: Metric, value: Value): string {
  if (RATIO_METRICS.has(metric)) return formatPercent(language, value as number | null);
  if (MONEY_METRICS.has(metric))
    return formatMoney(language, value as string | null, CURRENCY, FINE.has(metric) ? 4 : 2);
  return formatInteger(language, value as number | null);
}

/** A metric with a bound when its cost is only partly known. */
export const boundedMetricText = (language: Language, metric: Metric, figures: Metrics): string =>
  boundText(metric, figures) + metricText(language, metric, figures[metric]);

/** Short form for axes. */
export function axisText(language: Language, metric: Metric, value: number): string {
  if (RATIO_METRICS.has(metric)) return formatPercent(language, value, Math.abs(value) < 0.1 ? 1 : 0);
  if (!MONEY_METRICS.has(metric)) return formatCompact(language, value);
  const digits = Math.abs(value) < 10 && value !== 0 ? 2 : 0;
  return formatMoney(language, String(value), CURRENCY, digits);
}

export interface Change {
  text: string;
  tone: 'good' | 'bad' | 'neither';
  /** Possibly only approval lag. */
  isLag: boolean;
}

/** Change against the previous period: ratios in points, everything else in percent. A drop that may be approval lag is neutral. */
export function changeText(
  language: Language,
  metric: Metric,
  [present, past]: readonly [Metrics, Metrics],
  points: (difference: string) => string,
): Change | null {
  const [now, before] = [present[metric], past[metric]];
  if (now === null || before === null) return null;
  const change = RATIO_METRICS.has(metric) ? Number(now) - Number(before) : relativeChange(now, before);
  if (change === null) return null;
  const text = formatDelta(language, change);
  const direction = Math.round(change * 1000);
  const isLag = isApprovalLag(metric, present, past);
  const isBound = metricBound(metric, present) !== null || metricBound(metric, past) !== null;
  const verdict = isLag || isBound ? 'neither' : METRIC_DIRECTION[metric];
  const isGood = direction > 0 === (verdict === 'good');
  return {
    text: RATIO_METRICS.has(metric) ? points(text.replace(/\s?%$/u, '')) : text,
    isLag,
    tone: direction === 0 || verdict === 'neither' ? 'neither' : isGood ? 'good' : 'bad',
  };
}

export const toNumber = (value: Value): number | null => (value === null ? null : Number(value));
