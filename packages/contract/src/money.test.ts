import { describe, expect, it } from 'vitest';
import { Amount, CURRENCIES, Currency } from './money.ts';

describe('money in the API', () => {
  it('lists currencies that Intl can format', () => {
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(CURRENCIES.filter((code) => !known.has(code))).toEqual([]);
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
  });

  it.each([
    ['UAH', true],
    ['DEM', false],
    ['XAU', false],
    ['uah', false],
    ['', false],
  ])('accepts %s as a currency: %s', (code, expected) => {
    expect(Currency.safeParse(code).success).toBe(expected);
  });

  it.each([
    ['0', true],
    ['0.000001', true],
    ['999999999999.999999', true],
    ['-1', false],
    ['1,5', false],
    ['01', false],
    ['1.', false],
    ['0.0000001', false],
    ['1e3', false],
  ])('accepts %s as an amount: %s', (text, expected) => {
    expect(Amount.safeParse(text).success).toBe(expected);
  });
});
