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
  /** The whole interval is above zero. */
  isSignificant: boolean;
}

/** With fewer conversions of both together the approximation below is worthless. */
export const CONVERSIONS_NEEDED = 20;
const Z_95 = 1.96;

const rate = ({ clicks, conversions }: Tried): number => (clicks === 0 ? 0 : conversions / clicks);

/** Compares the two destinations of a split that convert best; null with less than two that had clicks. */
export function splitResult<T extends Tried>(tried: readonly T[]): SplitResult<T> | null {
  const [leader, runnerUp] = tried
    .filter(({ clicks }) => clicks > 0)
    .sort((one, other) => rate(other) - rate(one) || other.clicks - one.clicks);
  if (!leader || !runnerUp) return null;
  const interval = liftInterval(leader, runnerUp);
  return {
    leader,
    runnerUp,
    lift: runnerUp.conversions === 0 ? null : rate(leader) / rate(runnerUp) - 1,
    interval,
    isSignificant: interval !== null && interval[0] > 0,
  };
}

/** The interval of the ratio of two rates by its logarithm, with half a conversion added so that zero is allowed. */
function liftInterval(leader: Tried, runnerUp: Tried): SplitResult<Tried>['interval'] {
  if (leader.conversions + runnerUp.conversions < CONVERSIONS_NEEDED) return null;
  // A click can convert several times; then its conversions are not a share of the clicks.
  if ([leader, runnerUp].some(({ clicks, conversions }) => conversions > clicks)) return null;
  const [a, n, b, m] = [leader.conversions, leader.clicks, runnerUp.conversions, runnerUp.clicks].map(
    (x) => x + 0.5,
  ) as [number, number, number, number];
  const middle = Math.log(a / n / (b / m));
  const spread = Z_95 * Math.sqrt(1 / a - 1 / n + 1 / b - 1 / m);
  return [Math.exp(middle - spread) - 1, Math.exp(middle + spread) - 1];
}
