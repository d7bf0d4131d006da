import type { Language } from '@poklik/contract/language';
import type { Metric, Metrics } from '@poklik/contract/statistics';
import { metricBound } from '@poklik/domain/statistics/cost-state';
import { isMoney, isShare, METRIC_LIST, relativeChange } from '@poklik/domain/statistics/metrics';
import { formatCompact, formatDelta, formatMoney, formatPercent } from '../../../format/numbers.ts';

type Value = Metrics[Metric];

const CURRENCY = 'USD';

/** Short form for axes. */
export function axisText(language: Language, metric: Metric, value: number): string {
  if (isShare(metric)) return formatPercent(language, value, Math.abs(value) < 0.1 ? 1 : 0);
  if (!isMoney(metric)) return formatCompact(language, value);
  const digits = Math.abs(value) < 10 && value !== 0 ? 2 : 0;
  return formatMoney(language, String(value), CURRENCY, digits);
}

export interface Change {
  text: string;
  tone: 'good' | 'bad' | 'neither';
}

/** Change against the previous period: ratios in points, everything else in percent. */
export function changeText(
  language: Language,
  metric: Metric,
  [present, past]: readonly [Metrics, Metrics],
  points: (difference: string) => string,
): Change | null {
  const [now, before] = [present[metric], past[metric]];
  if (now === null || before === null) return null;
  const change = isShare(metric) ? Number(now) - Number(before) : relativeChange(now, before);
  if (change === null) return null;
  const text = formatDelta(language, change);
  const direction = Math.round(change * 1000);
  const isBound = metricBound(metric, present) !== null || metricBound(metric, past) !== null;
  const verdict = isBound ? 'neither' : METRIC_LIST[metric].direction;
  const isGood = direction > 0 === (verdict === 'good');
  return {
    text: isShare(metric) ? points(text.replace(/\s?%$/u, '')) : text,
    tone: direction === 0 || verdict === 'neither' ? 'neither' : isGood ? 'good' : 'bad',
  };
}

export const toNumber = (value: Value): number | null => (value === null ? null : Number(value));
