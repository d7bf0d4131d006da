/** Range of a chart and its grid lines. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const LINES = 4;

/** A scale with round numbers that includes all values and zero. */
export function scaleOf(values: readonly (number | null)[], isWhole: boolean): Scale {
  const known = values.filter((value) => value !== null);
  const [most, least] = [Math.max(0, ...known), Math.min(0, ...known)];
  if (most === least) return { low: 0, high: 1, ticks: [0, 1] };
  const step = Math.max(roundStep((most - least) / LINES), isWhole ? 1 : 0);
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => tidy((first + place) * step));
  return { low: tidy(first * step), high: tidy(last * step), ticks };
}

/** The next of 1, 2 and 5 with its power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = [1, 2, 5, 10].find((each) => each * power >= rough * 0.999_999) ?? 10;
  return digit * power;
}

/** Removes floating-point noise. */
const tidy = (value: number): number => Number(value.toPrecision(12)) + 0;

/** Indexes of labeled steps: as many as fit, always including the last. */
export function labelledSteps(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return Array.from({ length: count }, (_, place) => place).filter((place) => (count - 1 - place) % every === 0);
}
