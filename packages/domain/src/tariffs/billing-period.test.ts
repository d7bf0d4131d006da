import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodEnd, priceFor, yearlyPrice } from './billing-period.ts';

describe('plan price', () => {
  const monthly = { priceMinor: 2900n, yearPriceMinor: null, period: 'month' } as const;
  const cheapYear = { priceMinor: 2900n, yearPriceMinor: 19_900n, period: 'month' } as const;
  const free = { priceMinor: 0n, yearPriceMinor: 100n, period: 'month' } as const;
  const yearly = { priceMinor: 50_000n, yearPriceMinor: 100n, period: 'year' } as const;
  it.each([
    ['a month of a monthly tariff is its price', monthly, 'month', 2900n],
    ['a year of a monthly tariff is ten months', monthly, 'year', 29_000n],
    ['a year with a price of its own is that', cheapYear, 'year', 19_900n],
    ['a month of it stays', cheapYear, 'month', 2900n],
    ['a year of the free tariff is free', free, 'year', 0n],
    ['a year of a yearly tariff is its price', yearly, 'year', 50_000n],
    ['a yearly tariff is not sold by the month', yearly, 'month', null],
  ] as const)('%s', (_, tariff, period, expected) => expect(priceFor(tariff, period)).toBe(expected));

  it('is compared per year', () => {
    expect(yearlyPrice(monthly)).toBe(29_000n);
    expect(yearlyPrice(cheapYear)).toBe(19_900n);
    expect(yearlyPrice(free)).toBe(0n);
    expect(yearlyPrice(yearly)).toBe(50_000n);
  });
});

describe('billing period', () => {
  it.each([
    ['2026-01-15T10:30:00.000Z', 'month', 15, '2026-02-15T10:30:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 'month', 31, '2026-02-28T00:00:00.000Z'],
    ['2026-02-28T00:00:00.000Z', 'month', 31, '2026-03-31T00:00:00.000Z'],
    ['2028-01-31T00:00:00.000Z', 'month', 31, '2028-02-29T00:00:00.000Z'],
    ['2026-12-05T23:59:59.999Z', 'month', 5, '2027-01-05T23:59:59.999Z'],
    ['2028-02-29T12:00:00.000Z', 'year', 29, '2029-02-28T12:00:00.000Z'],
    ['2026-11-15T08:00:00.000Z', 'year', 15, '2027-11-15T08:00:00.000Z'],
  ] as const)('from %s by %s with anchor day %i ends at %s', (from, period, anchorDay, expected) => {
    expect(periodEnd(new Date(from), period, anchorDay).toISOString()).toBe(expected);
  });

  it('of twelve consecutive months equals a year, whatever the start day', () => {
    const start = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(start, (from) => {
        const anchorDay = from.getUTCDate();
        let end = from;
        for (let month = 0; month < 12; month += 1) end = periodEnd(end, 'month', anchorDay);
        expect(end).toEqual(periodEnd(from, 'year', anchorDay));
        expect(end.getTime()).toBeGreaterThan(from.getTime());
      }),
    );
  });
});
