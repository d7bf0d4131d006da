import { describe, expect, it } from 'vitest';
import { cheapestWith, type OfferedFeatures } from './included-features.ts';

const plan = (priceMinor: bigint, changes: Partial<OfferedFeatures> = {}): OfferedFeatures => ({
  ...{ priceMinor, yearPriceMinor: null, period: 'month', features: ['team'], isPublic: true, isArchived: false },
  ...changes,
});

describe('the cheapest plan with a feature', () => {
  it.each([
    ['is the cheapest by the year', [plan(5000n), plan(2900n), plan(7900n)], 2900n],
    ['counts its own price of a year', [plan(2900n), plan(5000n, { yearPriceMinor: 20_000n })], 5000n],
    ['has the feature', [plan(2900n, { features: ['api'] }), plan(7900n)], 7900n],
    ['is on sale', [plan(1n, { isPublic: false }), plan(2n, { isArchived: true }), plan(7900n)], 7900n],
    ['may not exist', [plan(2900n, { features: [] })], null],
  ] as const)('%s', (_, plans, expected) => {
    expect(cheapestWith(plans, 'team')?.priceMinor ?? null).toBe(expected);
  });
});
