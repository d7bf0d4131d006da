import { scaleBand } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useId } from 'react';
import css from './chart.module.css';
import type { ChartLayout } from './chart-layout.ts';
import type { ChartSeries } from './chart-series.ts';
import { seriesColor } from './series-color.ts';

interface SeriesProps {
  series: ChartSeries;
  layout: ChartLayout;
  /** The last step is still in progress. */
  goesOn: boolean;
}

/** A value and the index of its step. */
type Point = [place: number, value: number | null];

const isKnown = ([, value]: Point): boolean => value !== null;

/** Width of a step in progress, at most. */
const COLUMN = 28;

/** Unknown values are gaps. A step in progress is a hatched column of its own: joined to the line it would look like a fall. */
export function LineSeries({ series, layout, goesOn }: SeriesProps) {
  const { values, shape = 'line', isReference } = series;
  const { center } = layout.steps;
  const scale = layout.scaleOf(series);
  const x = ([place]: Point): number => center(place);
  const y = ([, value]: Point): number => scale(value ?? 0);
  const draw = line<Point>(x, y).defined(isKnown).digits(1);
  const fill = area<Point>(x, scale(0), y).defined(isKnown).digits(1);
  const points = values.map((value, place): Point => [place, value]);
  const hasTail = goesOn && !isReference && points.length > 1;
  const complete = hasTail ? points.slice(0, -1) : points;
  const alone = complete.filter(
    (point, place) =>
      isKnown(point) && ![complete[place - 1], complete[place + 1]].some((other) => other && isKnown(other)),
  );
  return (
    <g {...seriesColor(series)}>
      {shape === 'area' && <path className={css.area} d={fill(complete) ?? ''} />}
      <path className={css.line} data-reference={isReference} d={draw(complete) ?? ''} />
      {hasTail && <Unfinished point={points[points.length - 1]} series={series} layout={layout} />}
      {alone.map((point) => (
        <circle key={point[0]} className={css.dot} data-reference={isReference} cx={x(point)} cy={y(point)} r="4" />
      ))}
    </g>
  );
}

interface UnfinishedProps {
  point: Point | undefined;
  series: ChartSeries;
  layout: ChartLayout;
}

/** What a step in progress has so far. A series that isn't an area only has its dot. */
function Unfinished({ point, series, layout }: UnfinishedProps) {
  const id = useId();
  if (!point || !isKnown(point)) return null;
  const [place, value] = point;
  const scale = layout.scaleOf(series);
  const x = layout.steps.center(place);
  const width = Math.min(COLUMN, (x - layout.steps.center(place - 1)) / 2);
  const [top, ground] = [scale(value ?? 0), scale(0)];
  return (
    <g data-unfinished>
      {series.shape === 'area' && (
        <>
          <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line className={css.hatch} x1="0" x2="0" y1="0" y2="6" />
          </pattern>
          <rect
            className={css.column}
            fill={`url(#${id})`}
            x={x - width}
            width={width}
            y={Math.min(top, ground)}
            height={Math.abs(top - ground)}
          />
        </>
      )}
      <circle className={css.dot} cx={x} cy={top} r="4" />
    </g>
  );
}

/** Bars of several series stand side by side. A step in progress is pale. */
export function BarSeries({ series, layout, goesOn, all }: SeriesProps & { all: readonly ChartSeries[] }) {
  const scale = layout.scaleOf(series);
  const { center, width } = layout.steps;
  const groups = scaleBand(
    all.map(({ id }) => id),
    [-width / 2, width / 2],
  ).paddingInner(0.1);
  const ground = scale(0);
  return (
    <g {...seriesColor(series)}>
      {series.values.map((value, place) => {
        if (value === null) return null;
        const top = scale(value);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            key={place}
            className={css.bar}
            data-reference={series.isReference}
            data-unfinished={(goesOn && !series.isReference && place === series.values.length - 1) || undefined}
            x={center(place) + (groups(series.id) ?? 0)}
            width={groups.bandwidth()}
            y={Math.min(top, ground)}
            height={Math.abs(top - ground)}
          />
        );
      })}
    </g>
  );
}

/** Marks the step being read. */
export function Reading({ series, layout, at }: { series: readonly ChartSeries[]; layout: ChartLayout; at: number }) {
  const x = layout.steps.center(at);
  return (
    <g>
      <line className={css.cross} x1={x} x2={x} y1={layout.top} y2={layout.bottom} />
      {series
        .filter(({ shape }) => shape !== 'bars')
        .map((each) => {
          const value = each.values[at] ?? null;
          if (value === null) return null;
          return (
            <g key={each.id} {...seriesColor(each)}>
              <circle
                className={css.dot}
                data-reference={each.isReference}
                cx={x}
                cy={layout.scaleOf(each)(value)}
                r="4"
              />
            </g>
          );
        })}
    </g>
  );
}
