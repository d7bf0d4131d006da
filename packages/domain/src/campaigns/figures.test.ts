import { describe, expect, it } from 'vitest';
import { NOTHING } from '../statistics/metrics.ts';
import { compareCounted, conversionRate, figuresOf, returnOnCost, totalsOf } from './figures.ts';

const figures = (changes: object = {}) => ({ ...figuresOf(NOTHING), ...changes });

describe('figures', () => {
  it('of several campaigns are added to the last place', () => {
    const one = { ...NOTHING, clicks: 2, unique_clicks: 1, revenue: 100_000n, cost: 1n };
    const other = { ...NOTHING, clicks: 3, approved: 1, revenue: 200_000n, cost: 1_000_000_000_000_500_000n };
    expect(totalsOf([one, other])).toEqual({
      clicks: 5,
      unique_clicks: 1,
      conversions: 1,
      unpriced_clicks: 0,
      revenue: '0.30',
      revenue_on_hold: '0.00',
      cost: '1000000000000.500001',
      profit: '-1000000000000.200001',
      campaigns_with_clicks: 2,
      campaigns_with_cost: 2,
    });
    expect(totalsOf([])).toEqual({ ...figures(), campaigns_with_clicks: 0, campaigns_with_cost: 0 });
  });

  it.each([
    [9n, 10n, -1],
    [-9n, -10n, 1],
    [5n, 5n, 0],
  ])('of money are compared as money: %s and %s', (one, other, expected) => {
    const earning = (revenue: bigint) => ({ ...NOTHING, revenue });
    expect(compareCounted(earning(one), earning(other), 'revenue')).toBe(expected);
    expect(compareCounted(earning(one), earning(other), 'profit')).toBe(expected);
  });

  it('that are unknown are less than any other', () => {
    const unknown = { ...NOTHING, clicks: 1, cost: null };
    expect(compareCounted(unknown, { ...NOTHING, revenue: -10n }, 'profit')).toBe(-1);
    expect(compareCounted(unknown, unknown, 'cost')).toBe(0);
    expect(compareCounted(unknown, NOTHING, 'clicks')).toBe(1);
  });

  const priced = { ...NOTHING, clicks: 10, cost: 4_000_000n, revenue: 10_000_000n };
  const unpriced = { ...NOTHING, clicks: 5, unpriced_clicks: 5, revenue: 14_500_000n };
  const lacking = { ...NOTHING, clicks: 5, cost: null };

  it.each([
    ['known ones', [priced, priced], '8.00', '12.00', [2, 2]],
    ['an unknown one', [unpriced], null, null, [1, 0]],
    ['an unknown one and an idle one', [unpriced, NOTHING], null, null, [1, 0]],
    ['a known and an unknown one', [priced, unpriced], '4.00', '20.50', [2, 1]],
    ['one in a currency without a rate', [priced, lacking], null, null, [2, 1]],
  ] as const)('of %s are those of the statistics', (_, all, cost, profit, campaigns) => {
    const sum = totalsOf(all);
    expect([sum.cost, sum.profit]).toEqual([cost, profit]);
    expect([sum.campaigns_with_clicks, sum.campaigns_with_cost]).toEqual(campaigns);
  });

  it.each([
    [0, 0, null],
    [200, 0, 0],
    [200, 5, 0.025],
    // Several conversions may follow one click.
    [1, 2, 2],
  ])('of %d clicks and %d conversions give the rate %s', (clicks, conversions, rate) => {
    expect(conversionRate(figures({ clicks, conversions }))).toBe(rate);
  });

  it.each([
    ['20.00', '10.00', 0.5],
    ['20.00', '-20.00', -1],
    ['0.00', '10.00', null],
    [null, null, null],
  ])('of %s spent and %s earned give the return %s', (cost, profit, expected) => {
    expect(returnOnCost(figures({ cost, profit }))).toBe(expected);
  });

  it('are those of the statistics', () => {
    const counted = { ...NOTHING, clicks: 3, unique_clicks: 2, approved: 1, revenue: 9_000_000n, cost: 1_500_000n };
    expect(figuresOf(counted)).toEqual(
      figures({ clicks: 3, unique_clicks: 2, conversions: 1, revenue: '9.00', cost: '1.50', profit: '7.50' }),
    );
    expect(figuresOf({ ...counted, cost: null })).toMatchObject({ revenue: '9.00', cost: null, profit: null });
  });
});
