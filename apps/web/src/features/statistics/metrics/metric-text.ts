import type { Language } from '@poklik/contract/language';
import type { Metric, Metrics } from '@poklik/contract/statistics';
import { metricBound } from '@poklik/domain/statistics/cost-state';
import { isMoney, isShare, METRIC_LIST, relativeChange } from '@poklik/domain/statistics/metrics';
import {
  formatCompact,
  formatDelta,
  formatIntegerChange,
  formatMoney,
  formatMoneyChange,
  formatPercent,
} from '../../../format/numbers.ts';

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
  const difference = Number(now) - Number(before);
  const change = isShare(metric) ? difference : relativeChange(now, before);
  // From zero there is no percentage, so the difference itself is shown.
  if (change === null)
    return { text: fromZeroText(language, metric, difference), tone: toneOf(metric, difference, [present, past]) };
  const text = formatDelta(language, change);
  return {
    text: isShare(metric) ? points(text.replace(/\s?%$/u, '')) : text,
    tone: toneOf(metric, Math.round(change * 1000), [present, past]),
  };
}

function toneOf(metric: Metric, direction: number, all: readonly Metrics[]): Change['tone'] {
  const isBound = all.some((metrics) => metricBound(metric, metrics) !== null);
  const verdict = isBound ? 'neither' : METRIC_LIST[metric].direction;
  if (direction === 0 || verdict === 'neither') return 'neither';
  return direction > 0 === (verdict === 'good') ? 'good' : 'bad';
}

const fromZeroText = (language: Language, metric: Metric, difference: number): string =>
  `${difference > 0 ? '▲' : '▼'} ${isMoney(metric) ? formatMoneyChange(language, String(difference), CURRENCY) : formatIntegerChange(language, difference)}`;

export const toNumber = (value: Value): number | null => (value === null ? null : Number(value));
