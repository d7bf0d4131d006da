import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { labelledSteps, type Scale, scaleOf } from './chart-scale.ts';
import css from './time-chart.module.css';

export interface ChartLine {
  id: 'main' | 'before' | 'second';
  label: string;
  values: (number | null)[];
  text: (value: number | null) => string;
  axis: (value: number) => string;
  /** Integer values. */
  isWhole: boolean;
}

interface TimeChartProps {
  label: string;
  /** Step labels: short for the axis, and full. */
  steps: { short: string; full: string }[];
  lines: ChartLine[];
  /** The last step is still in progress. */
  goesOn: boolean;
  /** Called with a range selected by dragging. */
  onZoom?: ((first: number, last: number) => void) | undefined;
}

const PADDING = { top: 16, right: 12, bottom: 28, left: 56 };
const SECOND_AXIS = 60;
const LABEL_WIDTH = 76;
const USUAL_WIDTH = 960;

/** A line chart. Pointer and arrow keys move between steps, and the current value is announced. */
export function TimeChart({ label, steps, lines, goesOn, onZoom }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState<number | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const height = width < 600 ? 220 : 280;
  const second = lines.find(({ id }) => id === 'second');
  const firsts = lines.filter(({ id }) => id !== 'second');
  const main = firsts[0] as ChartLine;
  const scale = scaleOf(
    firsts.flatMap(({ values }) => values),
    main.isWhole,
  );
  const secondScale = second && scaleOf(second.values, second.isWhole);
  const right = PADDING.right + (second ? SECOND_AXIS : 0);
  const inner = { width: Math.max(1, width - PADDING.left - right), height: height - PADDING.top - PADDING.bottom };
  const x = (place: number): number =>
    PADDING.left + (steps.length < 2 ? inner.width / 2 : (place / (steps.length - 1)) * inner.width);
  const y = (value: number, { low, high }: Scale): number =>
    PADDING.top + inner.height - ((value - low) / (high - low)) * inner.height;
  const last = steps.length - 1;
  const shown = at === null ? null : Math.min(at, last);

  const placeAt = (event: PointerEvent): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - PADDING.left) / inner.width;
    return Math.min(last, Math.max(0, Math.round(share * last)));
  };
  const walk = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: (shown ?? last + 1) - 1,
      ArrowRight: (shown ?? -1) + 1,
      Home: 0,
      End: last,
    };
    const target = moves[event.key];
    if (event.key === 'Escape' && at !== null) setAt(null);
    else if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    else setAt(Math.min(last, Math.max(0, target)));
    event.preventDefault();
  };

  return (
    <div ref={frame} className={css.frame}>
      {/* Exposed as a slider to assistive technology. */}
      <div
        className={css.chart}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={shown ?? Math.max(0, last)}
        aria-valuetext={said(steps, lines, shown ?? last)}
        onKeyDown={walk}
        onBlur={() => setAt(null)}
        onPointerMove={(event) => setAt(placeAt(event))}
        onPointerLeave={() => {
          setAt(null);
          setFrom(null);
        }}
        onPointerDown={(event) => setFrom(placeAt(event))}
        onPointerUp={(event) => {
          const to = placeAt(event);
          if (from !== null && from !== to) onZoom?.(Math.min(from, to), Math.max(from, to));
          setFrom(null);
        }}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {scale.ticks.map((tick) => (
            <g key={tick}>
              <line
                className={tick === 0 ? css.zero : css.grid}
                x1={PADDING.left}
                x2={width - right}
                y1={y(tick, scale)}
                y2={y(tick, scale)}
              />
              <text className={css.tick} x={PADDING.left - 8} y={y(tick, scale) + 4} textAnchor="end">
                {main.axis(tick)}
              </text>
            </g>
          ))}
          {second &&
            secondScale?.ticks.map((tick) => (
              <text key={tick} className={css.tick} x={width - right + 8} y={y(tick, secondScale) + 4}>
                {second.axis(tick)}
              </text>
            ))}
          {labelledSteps(steps.length, Math.floor(inner.width / LABEL_WIDTH)).map((place) => (
            <text
              key={place}
              className={css.tick}
              // Below its step; the last one is right-aligned.
              x={place === last && last > 0 ? width - right + PADDING.right : x(place)}
              y={height - 8}
              textAnchor={place === last && last > 0 ? 'end' : 'middle'}
            >
              {steps[place]?.short}
            </text>
          ))}
          {from !== null && shown !== null && from !== shown && onZoom && (
            <rect
              className={css.chosen}
              x={Math.min(x(from), x(shown))}
              width={Math.abs(x(from) - x(shown))}
              y={PADDING.top}
              height={inner.height}
            />
          )}
          {lines
            .map((line) => ({ line, own: line.id === 'second' && secondScale ? secondScale : scale }))
            .toReversed()
            .map(({ line, own }) => (
              <Line
                key={line.id}
                line={line}
                point={(value, place) => [x(place), y(value, own)]}
                ground={y(0, own)}
                goesOn={goesOn && line.id !== 'before'}
              />
            ))}
          {goesOn && steps.length > 0 && <circle className={css.now} cx={x(last)} cy={PADDING.top - 6} r="3" />}
          {shown !== null && (
            <g>
              <line
                className={css.cross}
                x1={x(shown)}
                x2={x(shown)}
                y1={PADDING.top}
                y2={PADDING.top + inner.height}
              />
              {lines.map((line) => {
                const value = line.values[shown];
                const own = line.id === 'second' && secondScale ? secondScale : scale;
                return value === null || value === undefined ? null : (
                  <circle
                    key={line.id}
                    className={css.dot}
                    data-line={line.id}
                    cx={x(shown)}
                    cy={y(value, own)}
                    r="4"
                  />
                );
              })}
            </g>
          )}
        </svg>
        {shown !== null && (
          <div className={css.tip} data-side={shown > last / 2 ? 'left' : 'right'} style={{ left: x(shown) }}>
            <p className={css.tipTitle}>{steps[shown]?.full}</p>
            <ul>
              {lines.map((line) => (
                <li key={line.id} className={css.tipLine} data-line={line.id}>
                  <span>{line.label}</span>
                  <b>{line.text(line.values[shown] ?? null)}</b>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}

const said = (steps: TimeChartProps['steps'], lines: readonly ChartLine[], place: number): string =>
  [steps[place]?.full ?? '', ...lines.map((line) => `${line.label}: ${line.text(line.values[place] ?? null)}`)].join(
    '; ',
  );

interface LineProps {
  line: ChartLine;
  point: (value: number, place: number) => [number, number];
  ground: number;
  goesOn: boolean;
}

/** Unknown values are gaps. A step in progress is dashed. */
function Line({ line, point, ground, goesOn }: LineProps) {
  const { values, id } = line;
  const whole = goesOn && values.length > 1 ? values.slice(0, -1) : values;
  const path = pathOf(whole, point);
  const tail =
    goesOn && values.length > 1
      ? pathOf(values.slice(-2), (value, place) => point(value, values.length - 2 + place))
      : '';
  const known = whole.flatMap((value, place) => (value === null ? [] : [place]));
  const [first, last] = [known[0], known.at(-1)];
  const isAlone = whole.length === 1 || known.length === 1;
  return (
    <g data-line={id} className={css.series}>
      {id === 'main' && first !== undefined && last !== undefined && known.length === whole.length && (
        <path className={css.area} d={`${path}L${point(0, last)[0]} ${ground}L${point(0, first)[0]} ${ground}Z`} />
      )}
      <path className={css.line} data-line={id} d={path} />
      {tail && <path className={css.line} data-line={id} data-unfinished d={tail} />}
      {isAlone && first !== undefined && (
        <circle
          className={css.dot}
          data-line={id}
          cx={point(whole[first] ?? 0, first)[0]}
          cy={point(whole[first] ?? 0, first)[1]}
          r="4"
        />
      )}
    </g>
  );
}

function pathOf(values: readonly (number | null)[], point: LineProps['point']): string {
  let isOpen = false;
  return values
    .map((value, place) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const [x, y] = point(value, place);
      const command = isOpen ? 'L' : 'M';
      isOpen = true;
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** Width of the container. */
function useWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(240, Math.round(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
