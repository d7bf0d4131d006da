import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fractionOf, monthlyMinor, partOfTotal, printMovements } from './recurring-revenue.ts';

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
const arr = fc.oneof(fc.bigInt(-40n, 40n), fc.bigInt(-(10n ** 15n), 10n ** 15n));

describe('printed movements', () => {
  it.each([
    [0n, [34_800n], { opening: 0n, parts: [2_900n], closing: 2_900n }],
    [29_000n, [0n, -29_000n], { opening: 2_417n, parts: [0n, -2_417n], closing: 0n }],
    // 4.17 + 4.17 + 4.17 would be a cent too much.
    [0n, [50n, 50n, 50n], { opening: 0n, parts: [5n, 4n, 4n], closing: 13n }],
    [6n, [1n, -1n], { opening: 1n, parts: [0n, 0n], closing: 1n }],
  ])('of %s and %s', (opening, parts, printed) => {
    expect(printMovements(opening, parts)).toEqual(printed);
  });

  it('add up, and each is off by less than a cent', () => {
    fc.assert(
      fc.property(arr, fc.array(arr, { minLength: 1, maxLength: 8 }), (opening, exact) => {
        const printed = printMovements(opening, exact);
        expect(printed.opening + sum(printed.parts)).toBe(printed.closing);
        expect(printed.closing).toBe(monthlyMinor(opening + sum(exact)));
        for (const [place, part] of exact.entries()) {
          const error = (printed.parts[place] ?? 0n) * 12n - part;
          expect(error > -12n && error <= 12n).toBe(true);
        }
      }),
      { numRuns: 20_000 },
    );
  });
});

it('rows add up to the printed total, however it was rounded', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 1 }), fc.boolean(), (sizes, isLoss) => {
      const rows = sizes.map((size) => (isLoss ? -size : size));
      const total = monthlyMinor(sum(rows));
      let running = 0n;
      const parts = rows.map((exact) => {
        running += exact;
        return partOfTotal(total, { exact, running, sum: sum(rows) });
      });
      expect(sum(parts)).toBe(total);
    }),
  );
  expect(partOfTotal(0n, { exact: 0n, running: 0n, sum: 0n })).toBe(0n);
});

it('divides by nothing without a number', () => {
  expect([fractionOf(1n, 4n), fractionOf(3, 0), fractionOf(0n, 5n)]).toEqual([0.25, null, 0]);
});
