import { roundDiv } from '../money/currency-rates.ts';

/** Age groups of pending conversions: each starts at one of these days and ends at the next. Older ones have no rate. */
const AGE_EDGES = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60] as const;
const DAY = 86_400;
/** When an age group starts, in seconds; the last one is older than what is measured. */
export const AGE_STARTS: readonly number[] = AGE_EDGES.map((days) => days * DAY);
/** Rates are measured on conversions of this time. */
export const RATE_WINDOW = 90 * DAY;
/** With fewer decided conversions there is not enough data for a rate. */
export const DECIDED_MIN = 30;
/** A rate of 1. Rates are integers, so that amounts are exact. */
export const FULL_RATE = 1_000_000n;

/** Conversions of one campaign and type that were pending at first and have the same history. */
export interface ApprovalOutcome {
  /** The age group in which they were decided; null while pending. */
  decidedIn: number | null;
  isApproved: boolean;
  /** Their age group now, so all earlier groups are observed to the end. */
  ageGroup: number;
  count: number;
}

/** Share of conversions pending at an age that are approved in the end, with its 95 % interval, in millionths. */
export interface ApprovalRate {
  likely: bigint;
  low: bigint;
  high: bigint;
}

export const ageGroupOf = (seconds: number): number => AGE_STARTS.filter((start) => start <= seconds).length - 1;

/**
 * The rate by age group, null without enough data. An age group counts only conversions that are old enough to have
 * passed it, decided or not: otherwise quick decisions of recent conversions would weigh too much. What is still pending
 * after a group is worth the rate of the next one; what is pending longer than measured is worth nothing.
 */
export function approvalRates(outcomes: readonly ApprovalOutcome[]): (ApprovalRate | null)[] {
  const rates: (ApprovalRate | null)[] = [];
  let [later, decided] = [0n, 0];
  for (let group = AGE_STARTS.length - 2; group >= 0; group -= 1) {
    const passed = outcomes.filter(({ ageGroup }) => ageGroup > group);
    const decidedNow = passed.filter(({ decidedIn }) => decidedIn === group);
    const approved = BigInt(countOf(decidedNow.filter(({ isApproved }) => isApproved)));
    const stillPending = BigInt(countOf(passed.filter(({ decidedIn }) => decidedIn === null || decidedIn > group)));
    const all = BigInt(countOf(decidedNow)) + stillPending;
    decided += countOf(decidedNow);
    if (all > 0n) later = roundDiv(approved * FULL_RATE + stillPending * later, all);
    rates.unshift(decided < DECIDED_MIN ? null : { likely: later, ...interval(later, decided) });
  }
  return [...rates, null];
}

const countOf = (outcomes: readonly ApprovalOutcome[]): number => outcomes.reduce((sum, { count }) => sum + count, 0);

/** 95 % of a normal distribution. */
const Z = 1.96;

/** The Wilson score interval, which stays between 0 and 1. */
function interval(rate: bigint, decided: number): Pick<ApprovalRate, 'low' | 'high'> {
  const share = Number(rate) / Number(FULL_RATE);
  const square = Z ** 2 / decided;
  const middle = (share + square / 2) / (1 + square);
  const half = (Z * Math.sqrt((share * (1 - share)) / decided + square / decided / 4)) / (1 + square);
  const bounded = (value: number): bigint =>
    BigInt(Math.min(Math.max(Math.round(value * Number(FULL_RATE)), 0), Number(FULL_RATE)));
  const [low, high] = [bounded(middle - half), bounded(middle + half)];
  return { low: low < rate ? low : rate, high: high > rate ? high : rate };
}

/** A sum of amounts times rates, as an amount. Rounded once, after adding up. */
export const fromRated = (sum: bigint): bigint => roundDiv(sum, FULL_RATE);
