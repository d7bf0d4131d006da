export const WEIGHT_TOTAL = 1_000;

/** Whole weights that add up to a thousand: the floor for each target, and the rest by its probability of being best. */
export function shareWeights(
  targets: readonly string[],
  best: readonly number[],
  floorPercent: number,
): Record<string, number> {
  const floor = (floorPercent * WEIGHT_TOTAL) / 100;
  const rest = WEIGHT_TOTAL - floor * targets.length;
  const total = best.reduce((sum, share) => sum + share, 0);
  let [exact, given] = [0, 0];
  const entries = targets.map((target, place): [string, number] => {
    exact += total === 0 ? rest / targets.length : (rest * (best[place] ?? 0)) / total;
    const part = Math.round(exact) - given;
    given += part;
    return [target, floor + part];
  });
  return Object.fromEntries(entries);
}
