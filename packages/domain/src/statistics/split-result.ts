/** What a destination got and made of it. */
interface Tried {
  clicks: number;
  conversions: number;
}

export interface SplitResult<T> {
  leader: T;
  runnerUp: T;
  /** By how much the leader converts better: 0.1 for 10 %. Null while the other has no conversions. */
  lift: number | null;
  /** Where the true lift lies in 95 of 100 such tests; null with too few conversions. */
  interval: readonly [number, number] | null;
  /** Probability that the leader really is better; null with too few conversions. */
  probability: number | null;
  /** It stays better however often one looks. */
  isWinner: boolean;
}

/** With fewer conversions of both together the approximation below is worthless. */
export const CONVERSIONS_NEEDED = 20;
/** A winner needs so many of both together. */
export const WINNER_CONVERSIONS = 50;
const Z_95 = 1.96;
/** Tests that name a winner by chance, however often they are looked at. */
const FALSE_WINNERS = 0.05;
/** How close together destinations typically are; it makes differences of about 30 % the quickest to find. */
const MIXTURE = 40;

const rate = ({ clicks, conversions }: Tried): number => (clicks === 0 ? 0 : conversions / clicks);

/** Compares the two destinations of a split that convert best; null with less than two that had clicks. */
export function splitResult<T extends Tried>(tried: readonly T[]): SplitResult<T> | null {
  const running = tried.filter(({ clicks }) => clicks > 0);
  const [leader, runnerUp] = [...running].sort((one, other) => rate(other) - rate(one) || other.clicks - one.clicks);
  if (!leader || !runnerUp) return null;
  const ratio = logRatio(leader, runnerUp);
  return {
    leader,
    runnerUp,
    lift: runnerUp.conversions === 0 ? null : rate(leader) / rate(runnerUp) - 1,
    interval: ratio && [
      Math.exp(ratio.middle - Z_95 * ratio.deviation) - 1,
      Math.exp(ratio.middle + Z_95 * ratio.deviation) - 1,
    ],
    probability: ratio && normalShare(ratio.middle / ratio.deviation),
    isWinner:
      ratio !== null &&
      leader.conversions + runnerUp.conversions >= WINNER_CONVERSIONS &&
      // With more destinations there are more that could win by chance.
      isAlwaysValid(leader, runnerUp, (FALSE_WINNERS * 2) / running.length),
  };
}

interface LogRatio {
  middle: number;
  deviation: number;
}

/** The ratio of two rates by its logarithm, with half a conversion added so that zero is allowed. */
function logRatio(leader: Tried, runnerUp: Tried): LogRatio | null {
  if (leader.conversions + runnerUp.conversions < CONVERSIONS_NEEDED) return null;
  // A click can convert several times; then its conversions are not a share of the clicks.
  if ([leader, runnerUp].some(({ clicks, conversions }) => conversions > clicks)) return null;
  const [a, n, b, m] = [leader.conversions, leader.clicks, runnerUp.conversions, runnerUp.clicks].map(
    (x) => x + 0.5,
  ) as [number, number, number, number];
  return {
    middle: Math.log(a / n / (b / m)),
    deviation: Math.sqrt(Math.max(1 / a - 1 / n + 1 / b - 1 / m, Number.EPSILON)),
  };
}

/**
 * A sequential probability ratio test with a mixture of differences: of all conversions, how many fell to the leader, given
 * its share of the clicks. Its error holds for all looks together, while a 95 % interval that is looked at every day names a
 * false winner in a third of all equal tests.
 */
function isAlwaysValid(leader: Tried, runnerUp: Tried, error: number): boolean {
  const share = leader.clicks / (leader.clicks + runnerUp.clicks);
  const [a, b] = [MIXTURE * share, MIXTURE * (1 - share)];
  const evidence =
    logBeta(a + leader.conversions, b + runnerUp.conversions) -
    logBeta(a, b) -
    leader.conversions * Math.log(share) -
    runnerUp.conversions * Math.log(1 - share);
  return evidence >= Math.log(1 / error);
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series, after moving small values up. */
function logGamma(value: number): number {
  let [x, shift] = [value, 0];
  for (; x < 8; x += 1) shift += Math.log(x);
  const square = x ** 2;
  const series = (1 / 12 - (1 / 360 - 1 / 1_260 / square) / square) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift;
}

/** The share of a normal distribution below a value (Abramowitz and Stegun 26.2.17, to seven digits). */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return value >= 0 ? 1 - above : above;
}
