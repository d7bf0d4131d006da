import { SHARED_CONVERSIONS } from './delay-curve.ts';
import type { Draws } from './seeded-draws.ts';

interface Paid {
  target: string;
  amount: number;
  /** How many conversions have it; older and pending ones count less. */
  count: number;
}

/** A possible mean payout of a target. */
export type PayoutDraw = (random: Draws) => number;

/** More different amounts than that are put together with their neighbours. */
const AMOUNTS_MAX = 24;

/**
 * The Bayesian bootstrap: each draw gives the payouts seen other weights. The mean of the set counts like some conversions of each
 * target, so that one large payout does not decide.
 */
export function payoutDraws(targets: readonly string[], paid: readonly Paid[]): PayoutDraw[] {
  const ofSet = meanOf(paid);
  return targets.map((target) => {
    const groups = groupAmounts(paid.filter((each) => each.target === target && each.count > 0));
    return (random) => {
      let weight = random.gamma(SHARED_CONVERSIONS);
      let sum = weight * ofSet;
      for (const { amount, count } of groups) {
        const drawn = random.gamma(count);
        weight += drawn;
        sum += drawn * amount;
      }
      return sum / weight;
    };
  });
}

function meanOf(paid: readonly Pick<Paid, 'amount' | 'count'>[]): number {
  const count = paid.reduce((sum, each) => sum + each.count, 0);
  return count === 0 ? 0 : paid.reduce((sum, each) => sum + each.amount * each.count, 0) / count;
}

/** A few groups with the same sum. */
function groupAmounts(paid: readonly Paid[]): { amount: number; count: number }[] {
  const byAmount = new Map<number, number>();
  for (const { amount, count } of paid) byAmount.set(amount, (byAmount.get(amount) ?? 0) + count);
  const amounts = [...byAmount].map(([amount, count]) => ({ amount, count })).sort((a, b) => a.amount - b.amount);
  const size = Math.ceil(amounts.length / AMOUNTS_MAX);
  if (size <= 1) return amounts;
  return Array.from({ length: Math.ceil(amounts.length / size) }, (_, at) => {
    const group = amounts.slice(at * size, (at + 1) * size);
    return { amount: meanOf(group), count: group.reduce((sum, { count }) => sum + count, 0) };
  });
}
