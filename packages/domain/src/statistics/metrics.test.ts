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
  it('follow from what was counted', () => {
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

  it('that follow from a cost nobody knows are not known, and not zero', () => {
    const unknown = computeMetrics({ ...COUNTED, cost: 0n, unpriced_clicks: 200 });
    expect(unknown).toMatchObject({ cost: null, profit: null, roi: null, cpc: null, cpa: null, revenue: '60.00' });
    // What impressions or conversions cost is known, whatever the clicks.
    expect(computeMetrics({ ...COUNTED, unpriced_clicks: 200 })).toMatchObject({ cost: '40.00', profit: '20.00' });
    expect(computeMetrics({ ...COUNTED, cost: 0n, unpriced_clicks: 199 }).cost).toBe('0.00');
  });

  it('that would be a share of nothing are not known, and real zeros are zeros', () => {
    const none = computeMetrics(ZERO_TOTALS);
    expect(none).toMatchObject({ clicks: 0, revenue: '0.00', cost: '0.00', profit: '0.00' });
    for (const name of Object.keys(RATIOS)) expect(none[name as keyof typeof RATIOS], name).toBeNull();
  });

  it('that need a cost are not known when the cost is not', () => {
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

  it('have all the names of the contract', () => {
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

/** Equal but for what doubles and the sixth place of money lose. */
const expectClose = (value: number | null, expected: number): void =>
  expect(Math.abs(Number(value) - expected)).toBeLessThanOrEqual(1e-6 + Math.abs(expected) * 1e-9);

describe('for anything that was counted', () => {
  it('sums and ratios are those that the store sorts by', () => {
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

  it('the sum of parts does not depend on how they are parted', () => {
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 8 }), fc.nat(8), (all, place) => {
        const halves = [sumTotals(all.slice(0, place)), sumTotals(all.slice(place))];
        expect(sumTotals(halves)).toEqual(sumTotals(all));
      }),
    );
  });
});

describe('a change', () => {
  it.each([
    [110, 100, 0.1],
    ['90.00', '100.00', -0.1],
    [0, 0, 0],
    [5, 0, null],
    [null, 5, null],
    ['5.00', '-10.00', 1.5],
  ])('from %s, after %s, is %s', (now, before, expected) => {
    expect(relativeChange(now, before)).toEqual(expected);
  });
});
