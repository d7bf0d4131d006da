import { roundDiv } from '../money/currency-rates.ts';

const MONTHS = 12n;

const floorMonthly = (arr: bigint): bigint => arr / MONTHS - (arr % MONTHS < 0n ? 1n : 0n);

/** The recurring revenue of a month, from that of a year. Halves go up, also below zero, so that movements can add up. */
export const monthlyMinor = (arrMinor: bigint): bigint => floorMonthly(arrMinor + MONTHS / 2n);

export interface PrintedMovements {
  opening: bigint;
  parts: bigint[];
  closing: bigint;
}

/**
 * Monthly amounts of what is exact by the year. Opening and closing are rounded once; of the movements, those with the
 * largest remainders get the cents that make them add up to the difference.
 */
export function printMovements(openingArr: bigint, partArrs: readonly bigint[]): PrintedMovements {
  const closingArr = partArrs.reduce((sum, part) => sum + part, openingArr);
  const [opening, closing] = [monthlyMinor(openingArr), monthlyMinor(closingArr)];
  const parts = partArrs.map(floorMonthly);
  const missing = parts.reduce((left, part) => left - part, closing - opening);
  const byRemainder = partArrs
    .map((part, place) => ({ place, remainder: part - floorMonthly(part) * MONTHS }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.place - other.place);
  for (const { place } of byRemainder.slice(0, Number(missing))) parts[place] = (parts[place] ?? 0n) + 1n;
  return { opening, parts, closing };
}

/**
 * The part of a row in a printed total, so that the rows of all pages add up to it. `running` is the exact sum up to and
 * including the row.
 */
export const partOfTotal = (totalMinor: bigint, row: { exact: bigint; running: bigint; sum: bigint }): bigint =>
  partUpTo(totalMinor, row.running, row.sum) - partUpTo(totalMinor, row.running - row.exact, row.sum);

/** Both have the sign of their sum, so the divisor can be made positive. */
const partUpTo = (total: bigint, running: bigint, sum: bigint): bigint =>
  sum === 0n ? 0n : roundDiv(total * running * (sum < 0n ? -1n : 1n), sum < 0n ? -sum : sum);

/** A fraction; null when there is nothing to divide by. */
export const fractionOf = (part: bigint | number, whole: bigint | number): number | null =>
  Number(whole) === 0 ? null : Number(part) / Number(whole);
