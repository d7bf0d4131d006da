interface Weighted {
  weight: number;
  active: boolean;
}

/** Each destination's share of visitors, out of 1. Disabled ones get none. */
export function destinationShares(destinations: readonly Weighted[]): number[] {
  const weights = destinations.map(({ weight, active }) => (active && weight > 0 ? weight : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total === 0 ? 0 : weight / total));
}
