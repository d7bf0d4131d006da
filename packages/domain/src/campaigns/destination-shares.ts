interface Weighted {
  weight: number;
  active: boolean;
}

/** The part of the visitors, out of 1, that each destination gets. What is switched off gets none. */
export function destinationShares(destinations: readonly Weighted[]): number[] {
  const weights = destinations.map(({ weight, active }) => (active && weight > 0 ? weight : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total === 0 ? 0 : weight / total));
}
