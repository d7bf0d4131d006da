const STEPS = [900, 3_600, 21_600, 86_400] as const;
const POINTS_MAX = 200;

/** Seconds of a step, so that a chart of the span has up to 200 points; days if even those are more. */
export function chartStep({ from, until }: { from: Date; until: Date }): number {
  const seconds = (until.getTime() - from.getTime()) / 1000;
  return STEPS.find((step) => seconds / step <= POINTS_MAX) ?? 86_400;
}
