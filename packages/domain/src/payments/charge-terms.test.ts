import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeTerms, partOfCharge, partOfPayment } from './charge-terms.ts';

describe('a charge in another currency', () => {
  it.each([
    [2900n, '0.024301', 119_337n],
    [2900n, '1', 2900n],
    [1n, '0.024', 42n],
    [1n, '1.1', 1n],
    [1n, '30000', 1n],
    [9_999_999n, '0.5', 19_999_998n],
  ])('of %s at %s is %s', (amount, rate, expected) => {
    expect(chargeTerms(amount, 'UAH', rate)).toEqual({ minor: expected, currency: 'UAH', rate });
  });

  const cases = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 11n }), fc.nat(10_000))
    .map(([amount, charge, share]) => ({ amount, charge, part: (amount * BigInt(share)) / 10_000n }));

  it('is refunded pro rata: all is all, nothing is nothing, more is never less', () => {
    fc.assert(
      fc.property(cases, ({ amount, charge, part }) => {
        expect(partOfCharge(amount, amount, charge)).toBe(charge);
        expect(partOfPayment(charge, amount, charge)).toBe(amount);
        expect(partOfCharge(0n, amount, charge)).toBe(0n);
        expect(partOfCharge(part, amount, charge) <= charge).toBe(true);
        expect(partOfPayment(part > charge ? charge : part, amount, charge) <= amount).toBe(true);
        if (part > 0n) expect(partOfCharge(part, amount, charge) >= partOfCharge(part - 1n, amount, charge)).toBe(true);
      }),
    );
  });

  it('comes back exactly as it was asked for while its coins are the smaller ones', () => {
    fc.assert(
      fc.property(cases, ({ amount, charge, part }) => {
        fc.pre(charge >= amount);
        expect(partOfPayment(partOfCharge(part, amount, charge), amount, charge)).toBe(part);
      }),
    );
  });
});
