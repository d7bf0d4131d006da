import css from './chart.module.css';
import type { ChartLayout } from './chart-layout.ts';

const LABEL_GAP = 4;

/** A hairline through the step in progress. */
export function Now({ layout, at, label }: { layout: ChartLayout; at: number; label: string }) {
  const { top, bottom, right, steps } = layout;
  const x = steps.center(at);
  // A label at the edge would be cut off, so it ends there.
  const isAtEdge = steps.width === 0;
  return (
    <g>
      <line className={css.now} x1={x} x2={x} y1={top} y2={bottom} />
      <text
        className={css.nowLabel}
        x={isAtEdge ? right : x}
        y={top - LABEL_GAP}
        textAnchor={isAtEdge ? 'end' : 'middle'}
      >
        {label}
      </text>
    </g>
  );
}
