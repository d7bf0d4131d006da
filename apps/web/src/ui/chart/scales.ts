import { type ScaleLinear, scaleBand, scaleLinear, scalePoint } from 'd3-scale';

const LINES = 4;

export type ValueScale = ScaleLinear<number, number>;

/** A scale with round limits that includes all values and zero. */
export function valueScale(values: readonly (number | null)[], isWhole: boolean, [low, high]: [number, number]) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const scale: ValueScale = scaleLinear().range([low, high]);
  if (least === most) return { scale: scale.domain([0, 1]), ticks: [0, 1] };
  const lines = isWhole ? Math.min(LINES, Math.ceil(most - least)) : LINES;
  scale.domain([least, most]).nice(lines);
  return { scale, ticks: scale.ticks(lines) };
}

export interface StepScale {
  /** Center of a step. */
  center: (place: number) => number;
  /** Width for bars. */
  width: number;
  /** The step nearest to a position. */
  nearest: (position: number) => number;
}

/** Steps as points from edge to edge, or as bands with room for bars. */
export function stepScale(count: number, [start, end]: [number, number], hasBars: boolean): StepScale {
  const places = Array.from({ length: count }, (_, place) => place);
  const scale = hasBars
    ? scaleBand(places, [start, end]).paddingInner(0.25).paddingOuter(0.125)
    : scalePoint(places, [start, end]);
  const center = (place: number): number => (scale(place) ?? start) + scale.bandwidth() / 2;
  const nearest = (position: number): number =>
    count < 2 ? 0 : Math.min(count - 1, Math.max(0, Math.round((position - center(0)) / scale.step())));
  return { center, width: scale.bandwidth(), nearest };
}

/** Indexes of labeled steps: as many as fit, always including the last. */
export function labelledSteps(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return Array.from({ length: count }, (_, place) => place).filter((place) => (count - 1 - place) % every === 0);
}
