import css from './chart.module.css';
import type { ChartLayout } from './chart-layout.ts';
import type { ChartStep } from './chart-series.ts';
import { labelledSteps } from './scales.ts';

const LABEL_WIDTH = 76;
const GAP = 8;

/** Grid lines with values at the left, values of the second axis at the right, and steps below. */
export function Axes({ layout, steps }: { layout: ChartLayout; steps: readonly ChartStep[] }) {
  const { left, right, axes } = layout;
  return (
    <>
      {axes.first?.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? css.zero : css.grid}
            x1={left}
            x2={right}
            y1={axes.first?.scale(tick)}
            y2={axes.first?.scale(tick)}
          />
          <text className={css.tick} x={left - GAP} y={axes.first?.scale(tick)} dy="4" textAnchor="end">
            {axes.first?.series.axis(tick)}
          </text>
        </g>
      ))}
      {axes.second?.ticks.map((tick) => (
        <text key={tick} className={css.tick} x={right + GAP} y={axes.second?.scale(tick)} dy="4">
          {axes.second?.series.axis(tick)}
        </text>
      ))}
      <StepLabels layout={layout} steps={steps} />
    </>
  );
}

/** Each label is centered below its step. The last one would be cut off at the edge, so it ends there. */
function StepLabels({ layout, steps }: { layout: ChartLayout; steps: readonly ChartStep[] }) {
  const { left, right, width, height, axes, steps: scale } = layout;
  const edge = axes.second ? right + GAP : width;
  return labelledSteps(steps.length, Math.floor((right - left) / LABEL_WIDTH)).map((place) => {
    const isLast = place === steps.length - 1 && place > 0 && scale.width === 0;
    return (
      <text
        key={place}
        className={css.tick}
        x={isLast ? edge : scale.center(place)}
        y={height - GAP}
        textAnchor={isLast ? 'end' : 'middle'}
      >
        {steps[place]?.short}
      </text>
    );
  });
}
