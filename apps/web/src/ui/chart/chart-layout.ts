import type { ChartSeries } from './chart-series.ts';
import { type StepScale, stepScale, type ValueScale, valueScale } from './scales.ts';

const PADDING = { top: 16, right: 12, bottom: 28, left: 56 };
const SECOND_AXIS = 60;
/** A narrower chart is also lower. */
const NARROW = 600;

export interface ChartAxis {
  series: ChartSeries;
  scale: ValueScale;
  ticks: number[];
}

/** Where everything of a chart is, in pixels. */
export interface ChartLayout {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  steps: StepScale;
  axes: { first: ChartAxis | null; second: ChartAxis | null };
  scaleOf: (series: ChartSeries) => ValueScale;
}

export function chartLayout(series: readonly ChartSeries[], count: number, width: number): ChartLayout {
  const height = width < NARROW ? 220 : 280;
  const [top, bottom] = [PADDING.top, height - PADDING.bottom];
  const axisOf = (own: readonly ChartSeries[]): ChartAxis | null =>
    own[0]
      ? {
          series: own[0],
          ...valueScale(
            own.flatMap(({ values }) => values),
            own[0].isWhole,
            [bottom, top],
          ),
        }
      : null;
  const first = axisOf(series.filter(({ isSecond }) => !isSecond));
  const second = axisOf(series.filter(({ isSecond }) => isSecond));
  const left = PADDING.left;
  const right = Math.max(left + 1, width - PADDING.right - (second ? SECOND_AXIS : 0));
  const hasBars = series.some(({ shape }) => shape === 'bars');
  const [some = valueScale([], false, [bottom, top])] = [first ?? second ?? undefined];
  return {
    ...{ width, height, left, right, top, bottom },
    steps: stepScale(count, [left, right], hasBars),
    axes: { first, second },
    scaleOf: ({ isSecond }) => ((isSecond ? second : first) ?? some).scale,
  };
}
