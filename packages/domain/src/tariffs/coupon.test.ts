import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CouponRules,
  type CouponUse,
  discountOf,
  hasInvoicesLeft,
  invoicesLeft,
  isRecurring,
  isUsable,
} from './coupon.ts';

describe('discount', () => {
  it.each([
    [{ percent: 20, amountMinor: null }, 7900n, 1580n],
    [{ percent: 15, amountMinor: null }, 2999n, 450n],
    [{ percent: 1, amountMinor: null }, 49n, 0n],
    [{ percent: 1, amountMinor: null }, 50n, 1n],
    [{ percent: 100, amountMinor: null }, 7900n, 7900n],
    [{ percent: null, amountMinor: 500n }, 7900n, 500n],
    [{ percent: null, amountMinor: 9900n }, 7900n, 7900n],
    [{ percent: null, amountMinor: 7900n }, 7900n, 7900n],
  ])('of %o on %s is %s', (terms, price, expected) => expect(discountOf(terms, price)).toBe(expected));

  const terms = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), amountMinor: fc.constant(null) }),
    fc.record({ percent: fc.constant(null), amountMinor: fc.bigInt({ min: 1n, max: 10_000_000n }) }),
  );
  const price = fc.bigInt({ min: 1n, max: 5_000_000n });

  it('never exceeds the price, so no invoice goes below zero', () => {
    fc.assert(
      fc.property(terms, price, (coupon, priceMinor) => {
        const discount = discountOf(coupon, priceMinor);
        expect(discount >= 0n && discount <= priceMinor).toBe(true);
      }),
    );
  });
});

describe('duration', () => {
  it.each([
    ['once', null, 0, 1],
    ['once', null, 1, 0],
    ['periods', 3, 2, 1],
    ['periods', 3, 3, 0],
    ['periods', 3, 4, 0],
    ['forever', null, 100, null],
  ] as const)('%s of %s periods after %i invoices leaves %s', (duration, periods, used, left) => {
    expect(invoicesLeft({ duration, periods }, used)).toBe(left);
    expect(hasInvoicesLeft({ duration, periods }, used)).toBe(left !== 0);
  });

  it.each([
    ['once', false],
    ['periods', true],
    ['forever', true],
  ] as const)('%s is recurring: %s', (duration, expected) => expect(isRecurring({ duration })).toBe(expected));
});

describe('use of a coupon', () => {
  const rules: CouponRules = {
    ...{ validFrom: null, validUntil: null, usesMax: null, isOncePerAccount: false, isForNewCustomers: false },
    ...{ tariffIds: [], isArchived: false },
  };
  const use: CouponUse = { today: '2026-11-16', tariffId: 2, uses: 9, usesOfAccount: 1, isNewCustomer: false };
  it.each<[string, Partial<CouponRules>, Partial<CouponUse>, boolean]>([
    ['without rules', {}, {}, true],
    ['on its first day', { validFrom: '2026-11-16' }, {}, true],
    ['before its first day', { validFrom: '2026-11-17' }, {}, false],
    ['on its last day', { validUntil: '2026-11-16' }, {}, true],
    ['after its last day', { validUntil: '2026-11-15' }, {}, false],
    ['for the last time', { usesMax: 10 }, {}, true],
    ['once too often', { usesMax: 9 }, {}, false],
    ['by an account for the second time', { isOncePerAccount: true }, {}, false],
    ['by an account for the first time', { isOncePerAccount: true }, { usesOfAccount: 0 }, true],
    ['by someone who has paid', { isForNewCustomers: true }, {}, false],
    ['by someone new', { isForNewCustomers: true }, { isNewCustomer: true }, true],
    ['for one of its plans', { tariffIds: [2, 3] }, {}, true],
    ['for another plan', { tariffIds: [3] }, {}, false],
    ['after it was archived', { isArchived: true }, {}, false],
  ])('%s', (_, changedRules, changedUse, expected) => {
    expect(isUsable({ ...rules, ...changedRules }, { ...use, ...changedUse })).toBe(expected);
  });
});
