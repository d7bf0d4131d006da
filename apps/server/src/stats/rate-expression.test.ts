import type { RateSince } from '@poklik/domain/money/currency-rates';
import { describe, expect, test } from 'vitest';
import { rateExpression } from './rate-expression.ts';

const at = (day: number) => Date.UTC(2026, 0, day);
const seconds = (day: number) => at(day) / 1000;
const EUR: RateSince[] = [1, 10, 20, 30].map((day) => ({ currency: 'EUR', rate: `1.${day}`, since: at(day) }));

describe('rateExpression', () => {
  const cases: [what: string, from: number, until: number, froms: number[]][] = [
    ['the one in force and those that come within the period', 11, 25, [seconds(10), seconds(20)]],
    ['all of them for all of the time', 1, 31, [0, seconds(10), seconds(20), seconds(30)]],
  ];
  test.each(cases)('names %s', (_, from, until, froms) => {
    const { params } = rateExpression(EUR, { from: seconds(from), until: seconds(until) });
    expect(params).toMatchObject({ rateFroms: froms });
    expect(params).not.toHaveProperty('steadyRates');
  });

  const steady: [what: string, from: number, until: number, rate: string][] = [
    ['the one in force', 11, 15, '1100000000'],
    ['the first one for the time before it', -9, -5, '1100000000'],
    ['a change at the beginning, without the one before', 20, 25, '1200000000'],
    ['no change at the end, which is no part of the period', 11, 20, '1100000000'],
  ];
  test.each(steady)('names once for the whole period %s', (_, from, until, rate) => {
    const { params } = rateExpression(EUR, { from: seconds(from), until: seconds(until) });
    expect(params).toEqual({ steadyCurrencies: ['EUR'], steadyRates: [rate] });
  });

  test('names no rates that were removed before the period', () => {
    const gone: RateSince[] = [...EUR, { currency: 'EUR', rate: null, since: at(40) }];
    const { params } = rateExpression(gone, { from: seconds(41), until: seconds(50) });
    expect(params).toEqual({ steadyCurrencies: ['EUR'], steadyRates: ['0'] });
  });
});
