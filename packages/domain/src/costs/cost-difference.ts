import type { CostChange } from './fold-costs.ts';

const keyOf = ({ entryId, quarter, values, currency }: CostChange): string =>
  JSON.stringify([entryId, quarter, currency, ...values]);

/** The changes that turn what is there into what should be there. */
export function costDifference(wanted: readonly CostChange[], actual: readonly CostChange[]): CostChange[] {
  const sums = new Map<string, CostChange>();
  const addAll = (changes: readonly CostChange[], sign: 1 | -1): void => {
    for (const change of changes) {
      const key = keyOf(change);
      const { amount, unpriced, withoutCost } = sums.get(key) ?? { amount: 0n, unpriced: 0, withoutCost: 0 };
      sums.set(key, {
        ...change,
        amount: amount + BigInt(sign) * change.amount,
        unpriced: unpriced + sign * change.unpriced,
        withoutCost: withoutCost + sign * change.withoutCost,
      });
    }
  };
  addAll(wanted, 1);
  addAll(actual, -1);
  return [...sums.values()].filter(
    ({ amount, unpriced, withoutCost }) => amount !== 0n || unpriced !== 0 || withoutCost !== 0,
  );
}
