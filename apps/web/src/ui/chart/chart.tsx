import { Axes } from './axes.tsx';
import css from './chart.module.css';
import { chartLayout } from './chart-layout.ts';
import type { ChartSeries, ChartStep } from './chart-series.ts';
import { Now } from './now.tsx';
import { BarSeries, LineSeries, Reading } from './series.tsx';
import { useReading } from './use-reading.ts';
import { useWidth } from './use-width.ts';

interface ChartProps {
  label: string;
  steps: readonly ChartStep[];
  /** The first series is drawn on top. */
  series: readonly ChartSeries[];
  /** The last step is still in progress. */
  goesOn?: boolean;
  /** Says how far the last step is, if it is in progress: "now 06:47". */
  now?: string | undefined;
  /** Shown when there is no value at all. */
  empty: string;
  /** Called with a range selected by dragging. */
  onSelect?: ((first: number, last: number) => void) | undefined;
}

/** A chart. Pointer and arrow keys move between steps, and the current values are announced. */
export function Chart({ label, steps, series, goesOn = false, now, empty, onSelect }: ChartProps) {
  const [frame, width] = useWidth();
  const layout = chartLayout(series, steps.length, width);
  const last = steps.length - 1;
  const { at, from, events } = useReading(layout, last, onSelect);
  const hasValues = last >= 0 && series.some(({ values }) => values.some((value) => value !== null));
  const bars = series.filter(({ shape }) => shape === 'bars');
  return (
    <div ref={frame} className={css.frame}>
      {hasValues ? (
        // Exposed as a slider to assistive technology.
        <div
          className={css.chart}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={textOf(steps, series, at ?? last)}
          {...events}
        >
          <svg width={width} height={layout.height} viewBox={`0 0 ${width} ${layout.height}`} aria-hidden="true">
            <Axes layout={layout} steps={steps} />
            {from !== null && at !== null && from !== at && onSelect && (
              <rect
                className={css.chosen}
                x={Math.min(layout.steps.center(from), layout.steps.center(at))}
                width={Math.abs(layout.steps.center(from) - layout.steps.center(at))}
                y={layout.top}
                height={layout.bottom - layout.top}
              />
            )}
            {series
              .toReversed()
              .map((each) =>
                each.shape === 'bars' ? (
                  <BarSeries key={each.id} series={each} layout={layout} goesOn={goesOn} all={bars} />
                ) : (
                  <LineSeries key={each.id} series={each} layout={layout} goesOn={goesOn} />
                ),
              )}
            {goesOn && now && <Now layout={layout} at={last} label={now} />}
            {at !== null && <Reading series={series} layout={layout} at={at} />}
          </svg>
          {at !== null && (
            <Tooltip
              x={layout.steps.center(at)}
              isLeft={at > last / 2}
              title={steps[at]?.full}
              series={series}
              at={at}
            />
          )}
        </div>
      ) : (
        <p className={css.empty}>{empty}</p>
      )}
    </div>
  );
}

const textOf = (steps: readonly ChartStep[], series: readonly ChartSeries[], at: number): string =>
  [steps[at]?.full ?? '', ...series.map(({ label, text, values }) => `${label}: ${text(values[at] ?? null)}`)].join(
    '; ',
  );

interface TooltipProps {
  x: number;
  /** Left of the step rather than right. */
  isLeft: boolean;
  title: string | undefined;
  series: readonly ChartSeries[];
  at: number;
}

function Tooltip({ x, isLeft, title, series, at }: TooltipProps) {
  return (
    <div className={css.tip} data-side={isLeft ? 'left' : 'right'} style={{ left: x }}>
      <p className={css.tipTitle}>{title}</p>
      <ul>
        {series.map((each) => (
          <li key={each.id} className={css.tipLine}>
            <span>{each.label}</span>
            <b>{each.text(each.values[at] ?? null)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
