import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMicro, toMicro } from './amount.ts';
import { type RateSince, rateAt, rateToNano, roundDiv, toBaseMicro } from './currency-rates.ts';

describe('currency conversion', () => {
  it.each([
    ['1', '10.00', '10.00'],
    ['1.0837', '10.00', '10.837'],
    ['0.024', '250.00', '6.00'],
    ['0.000000001', '1000.00', '0.000001'],
    ['0.5', '0.000001', '0.000001'],
    ['0.333333333', '3.00', '1.00'],
    ['1.5', '-2.00', '-3.00'],
  ])('with a rate of %s converts %s to %s', (rate, amount, expected) => {
    expect(toBaseMicro(toMicro(amount), rate)).toBe(toMicro(expected));
  });

  it('is off by at most half a micro unit and symmetric for negative amounts', () => {
    const rates = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), rates, (micro, nano) => {
        const rate = `${nano / 10n ** 9n}.${String(nano % 10n ** 9n).padStart(9, '0')}`;
        expect(rateToNano(rate)).toBe(nano);
        const converted = toBaseMicro(micro, rate);
        const error = converted * 10n ** 9n - micro * nano;
        expect(error <= 5n * 10n ** 8n && error >= -5n * 10n ** 8n).toBe(true);
        expect(toBaseMicro(-micro, rate)).toBe(-converted);
        expect(toMicro(fromMicro(converted))).toBe(converted);
      }),
    );
  });

  it.each([
    [7n, 2n, 4n],
    [-7n, 2n, -4n],
    [6n, 4n, 2n],
    [5n, 4n, 1n],
    [0n, 3n, 0n],
  ])('rounds %s divided by %s to %s', (dividend, divisor, expected) => {
    expect(roundDiv(dividend, divisor)).toBe(expected);
  });
});

describe('rate at a given time', () => {
  const history: RateSince[] = [
    { currency: 'EUR', rate: '1.10', since: 2_000 },
    { currency: 'EUR', rate: '1.08', since: 1_000 },
    { currency: 'EUR', rate: null, since: 3_000 },
    { currency: 'UAH', rate: '0.024', since: 5_000 },
  ];
  it.each([
    ['of the base currency is one', 'USD', 0, '1'],
    ['is the last one set before it', 'EUR', 1_500, '1.08'],
    ['counts from the very moment it is set', 'EUR', 2_000, '1.10'],
    ['is unknown once the currency is left out', 'EUR', 3_000, null],
    ['before the first one is the first one', 'UAH', 0, '0.024'],
    ['of a currency that nobody set is unknown', 'PLN', 9_000, null],
  ])('%s', (_, currency, at, expected) => {
    expect(rateAt(history, currency, at)).toBe(expected);
  });
});
