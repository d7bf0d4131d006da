import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundParts, splitProduct } from './split-product.ts';

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n);
const amounts = (before: bigint[], now: bigint[]) => roundParts(splitProduct(before, now));

describe('the change of a product', () => {
  it.each([
    ['one factor changes', [100n, 10n, 500n], [50n, 5n, 250n], [-250n, 0n, 0n]],
    ['another one changes', [100n, 10n, 500n], [100n, 20n, 1000n], [0n, 500n, 0n]],
    ['two change alike', [100n, 10n], [200n, 40n], [15n, 15n]],
    ['an unknown factor is unchanged', [100n, 10n, 500n], [100n, 0n, 0n], [0n, -500n, 0n]],
    ['everything is new', [0n, 0n, 0n], [100n, 10n, 500n], [500n, 0n, 0n]],
    ['a total after one of zero skips it', [0n, 2n, 20n], [10n, 2n, 30n], [0n, 0n, 10n]],
    ['a negative rest has no total before it', [0n, 0n, -3n], [0n, 0n, 4n], [0n, 0n, 7n]],
    ['nothing', [0n, 0n], [0n, 0n], [0n, 0n]],
  ])('%s', (_, before, now, expected) => {
    expect(amounts(before, now)).toEqual(expected);
  });

  const totals = fc.array(fc.oneof(fc.constant(0n), fc.bigInt(-5n, 10n ** 13n)), { minLength: 5, maxLength: 5 });

  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(totals, totals, (before, now) => {
        expect(sum(amounts(before, now))).toBe((now[4] as bigint) - (before[4] as bigint));
      }),
    );
  });

  it('is the same in the other direction, with the other sign', () => {
    fc.assert(
      fc.property(totals, totals, (before, now) => {
        const [there, back] = [splitProduct(before, now), splitProduct(now, before)];
        expect(back.parts.map((part) => -part * there.denominator)).toEqual(
          there.parts.map((part) => part * back.denominator),
        );
      }),
    );
  });
});
