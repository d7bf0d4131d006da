import { roundDiv } from './currency-rates.ts';

/** Divides every part and rounds it so that the results add up to the rounded sum. Each is off by at most one. */
export function roundParts(parts: readonly bigint[], divisor: bigint): bigint[] {
  let sum = 0n;
  return parts.map((part) => {
    const before = roundDiv(sum, divisor);
    sum += part;
    return roundDiv(sum, divisor) - before;
  });
}
