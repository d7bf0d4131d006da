import css from './sparkline.module.css';

interface SparklineProps {
  values: readonly number[];
  /** Text alternative of the chart. */
  label: string;
}

const WIDTH = 72;
const HEIGHT = 20;
/** Keeps the line and its last point from being cut off at the edge. */
const EDGE = 2;

/** The trend of a few values, without a scale. */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(...values, 1);
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1);
  const points = values.map((value, place) => ({
    x: round(EDGE + place * step),
    y: round(HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)),
  }));
  const line = points.map(({ x, y }) => `${x} ${y}`).join(' L');
  const last = points.at(-1);
  if (!last) return null;
  return (
    <svg
      className={css.sparkline}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      data-flat={values.every((value) => value === 0) || undefined}
    >
      <title>{label}</title>
      <path className={css.area} d={`M${line} L${last.x} ${HEIGHT} L${EDGE} ${HEIGHT} Z`} />
      <path className={css.line} d={`M${line}`} />
      <circle className={css.now} cx={last.x} cy={last.y} r="2" />
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
