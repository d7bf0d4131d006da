import { describe, expect, it } from 'vitest';
import { COUNTRY_GROUPS } from '../countries/country-groups.ts';
import { type ConfirmedRate, nextRate, PROPOSED_RATES, rateOn } from './rates.ts';

const rate = (id: number, basisPoints: number, validFrom: string, country = 'EE'): ConfirmedRate => ({
  ...{ id, country, basisPoints, validFrom },
});
const RATES = [
  rate(1, 2_200, '2024-01-01'),
  rate(2, 2_400, '2025-07-01'),
  rate(3, 9_900, '2026-01-01', 'PL'),
  rate(4, 2_500, '2027-01-01'),
  rate(5, 2_600, '2027-01-01'),
  rate(6, 2_700, '2028-01-01'),
];

describe('confirmed VAT rates', () => {
  it.each([
    ['2023-12-31', null, 2_200],
    ['2024-01-01', 2_200, 2_400],
    ['2025-06-30', 2_200, 2_400],
    ['2025-07-01', 2_400, 2_600],
    ['2027-01-01', 2_600, 2_700],
    ['2030-01-01', 2_700, null],
  ])('on %s: %s now, then %s', (day, now, next) => {
    expect(rateOn(RATES, 'EE', day)?.basisPoints ?? null).toBe(now);
    expect(nextRate(RATES, 'EE', day)?.basisPoints ?? null).toBe(next);
  });

  it('have a proposal for every member state', () => {
    expect(Object.keys(PROPOSED_RATES).toSorted()).toEqual(COUNTRY_GROUPS.eu);
  });
});
