import { METRICS } from '@poklik/contract/statistics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeMetrics, type MetricTotals, RATIOS, relativeChange, SUMS, sumTotals, ZERO_TOTALS } from './metrics.ts';

const COUNTED: MetricTotals = {
  ...ZERO_TOTALS,
  impressions: 1_000,
  clicks: 200,
  unique_clicks: 150,
  unpriced_clicks: 50,
  page_events: 30,
  bots: 7,
  pending: 2,
  approved: 5,
  rejected: 3,
  revenue: 60_000_000n,
  revenue_on_hold: 8_000_000n,
  cost: 40_000_000n,
};

describe('metrics', () => {
  it('are computed from totals', () => {
    expect(computeMetrics(COUNTED)).toEqual({
      impressions: 1_000,
      page_events: 30,
      clicks: 200,
      unique_clicks: 150,
      unpriced_clicks: 50,
      bots: 7,
      excluded: 0,
      blocked: 0,
      conversions: 10,
      pending: 2,
      approved: 5,
      rejected: 3,
      cr: 0.05,
      approve_rate: 0.5,
      revenue: '60.00',
      revenue_on_hold: '8.00',
      cost: '40.00',
      profit: '20.00',
      roi: 0.5,
      epc: '0.30',
      cpc: '0.20',
      cpa: '4.00',
    });
  });

  it('that depend on an unknown cost are null, not zero', () => {
    const unknown = computeMetrics({ ...COUNTED, cost: 0n, unpriced_clicks: 200 });
    expect(unknown).toMatchObject({ cost: null, profit: null, roi: null, cpc: null, cpa: null, revenue: '60.00' });
    // The cost of impressions and conversions is known even if no click has a price.
    expect(computeMetrics({ ...COUNTED, unpriced_clicks: 200 })).toMatchObject({ cost: '40.00', profit: '20.00' });
    expect(computeMetrics({ ...COUNTED, cost: 0n, unpriced_clicks: 199 }).cost).toBe('0.00');
  });

  it('are null when divided by zero, and real zeros stay zero', () => {
    const none = computeMetrics(ZERO_TOTALS);
    expect(none).toMatchObject({ clicks: 0, revenue: '0.00', cost: '0.00', profit: '0.00' });
    for (const name of Object.keys(RATIOS)) expect(none[name as keyof typeof RATIOS], name).toBeNull();
  });

  it('that depend on the cost are null when the total cost is null', () => {
    expect(computeMetrics({ ...COUNTED, cost: null })).toMatchObject({
      cost: null,
      profit: null,
      roi: null,
      cpc: null,
      cpa: null,
      epc: '0.30',
      revenue: '60.00',
    });
  });

  it('include every name in the contract', () => {
    expect(Object.keys(computeMetrics(ZERO_TOTALS)).sort()).toEqual([...METRICS].sort());
  });
});

const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const many = fc.nat(1_000_000);
const counted: fc.Arbitrary<MetricTotals> = fc.record({
  impressions: many,
  clicks: many,
  unique_clicks: many,
  bots: many,
  excluded: many,
  blocked: many,
  page_events: many,
  unpriced_clicks: many,
  pending: many,
  approved: many,
  rejected: many,
  revenue: amount,
  revenue_on_hold: amount,
  cost: fc.option(amount, { freq: 9 }),
});

/** Allows for rounding of doubles and of the sixth decimal of amounts. */
const expectClose = (value: number | null, expected: number): void =>
  expect(Math.abs(Number(value) - expected)).toBeLessThanOrEqual(1e-6 + Math.abs(expected) * 1e-9);

describe('for any totals', () => {
  it('sums and ratios match those that the analytics database sorts by', () => {
    fc.assert(
      fc.property(counted, (one) => {
        const metrics = computeMetrics(one);
        const value = (name: string): number | null => {
          const own = metrics[name as keyof typeof metrics];
          return own === null ? null : Number(own);
        };
        for (const [name, terms] of Object.entries(SUMS)) {
          const parts = terms.map(([term, sign]) => (value(term) === null ? null : Number(value(term)) * sign));
          if (parts.includes(null)) expect(value(name)).toBeNull();
          else
            expect(value(name)).toBeCloseTo(
              parts.reduce<number>((sum, part) => sum + Number(part), 0),
              4,
            );
        }
        for (const [name, [part, whole]] of Object.entries(RATIOS)) {
          const [first, second] = [value(part), value(whole)];
          if (first === null || second === null || second === 0) expect(value(name)).toBeNull();
          else expectClose(value(name), first / second);
        }
      }),
    );
  });

  it('sums do not depend on the grouping', () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 8 }), fc.nat(8), (all, place) => {
        const halves = [sumTotals(all.slice(0, place)), sumTotals(all.slice(place))];
        expect(sumTotals(halves)).toEqual(sumTotals(all));
      }),
    );
  });
});

describe('relative change', () => {
  it.each([
    [110, 100, 0.1],
    ['90.00', '100.00', -0.1],
    [0, 0, 0],
    [5, 0, null],
    [null, 5, null],
    ['5.00', '-10.00', 1.5],
  ])('to %s from %s is %s', (now, before, expected) => {
    expect(relativeChange(now, before)).toEqual(expected);
  });
});
