import { METRICS } from '@poklik/contract/statistics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeMetrics,
  definitionOf,
  displayedRatio,
  isAdditive,
  isMoney,
  isShare,
  isUnitPrice,
  METRIC_LIST,
  type MetricTotals,
  metricValue,
  relativeChange,
  sumTotals,
  TOTALS,
  withRevenueBasis,
  ZERO_TOTALS,
} from './metrics.ts';

const LTVS = ['ltv_1', 'ltv_7', 'ltv_30', 'ltv_90'] as const;
const RATIOS = METRICS.filter((metric) => definitionOf(metric).ratio);

const COUNTED: MetricTotals = {
  ...ZERO_TOTALS,
  impressions: 1_000,
  clicks: 200,
  lp_views: 120,
  lp_clicks: 60,
  lp_loads: 90,
  ad_hits: 25,
  offer_clicks: 40,
  unique_clicks: 150,
  unpriced_clicks: 50,
  events: 30,
  event_clicks: 20,
  bots: 7,
  pending: 2,
  approved: 5,
  rejected: 3,
  revenue: 60_000_000n,
  refunded: 9_000_000n,
  revenue_on_hold: 8_000_000n,
  cost: 40_000_000n,
};

describe('metrics', () => {
  it('are computed from totals', () => {
    expect(computeMetrics(COUNTED)).toEqual({
      impressions: 1_000,
      events: 30,
      event_clicks: 20,
      page_events: 30,
      clicks: 200,
      lp_views: 120,
      lp_clicks: 60,
      lp_loads: 90,
      ad_hits: 25,
      offer_clicks: 40,
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
      refunded: '9.00',
      revenue_on_hold: '8.00',
      expected_on_hold: null,
      expected_on_hold_low: null,
      expected_on_hold_high: null,
      unrated_on_hold: null,
      cost: '40.00',
      profit: '20.00',
      roi: 0.5,
      epc: '0.30',
      lp_ctr: 0.5,
      offer_cr: 0.25,
      offer_epc: '1.50',
      cpc: '0.20',
      cpa: '4.00',
      ...{ ltv_1: null, ltv_7: null, ltv_30: null, ltv_90: null },
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
    for (const name of RATIOS) expect(none[name], name).toBeNull();
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

  it.each([
    ['approved', 60, 20, 0.5],
    ['expected', 65, 25, 0.625],
    ['all', 68, 28, 0.7],
  ] as const)('follow the revenue basis %s', (basis, revenue, profit, roi) => {
    const totals = { ...COUNTED, expected_on_hold: 5_000_000n };
    expect(computeMetrics(withRevenueBasis(totals, basis))).toMatchObject({
      revenue: `${revenue}.00`,
      profit: `${profit}.00`,
      roi,
      revenue_on_hold: '8.00',
      expected_on_hold: '5.00',
    });
  });

  it('have lifetime values of clicks that are old enough', () => {
    const ltv = {
      ...{ 1: { clicks: 3, revenue: 10_000_000n }, 7: { clicks: 2, revenue: 10_000_000n } },
      ...{ 30: { clicks: 1, revenue: 0n }, 90: { clicks: 0, revenue: 0n } },
    };
    const totals = { ...COUNTED, ltv };
    expect(computeMetrics(totals)).toMatchObject({ ltv_1: '3.333333', ltv_7: '5.00', ltv_30: '0.00', ltv_90: null });
    expect(computeMetrics(sumTotals([totals, COUNTED, totals]))).toMatchObject({ ltv_1: '3.333333', ltv_90: null });
    expect(LTVS.map((name) => metricValue(totals, name))).toEqual([10_000_000 / 3, 5_000_000, 0, null]);
  });

  it('include every name in the contract', () => {
    expect(Object.keys(computeMetrics(ZERO_TOTALS)).sort()).toEqual([...METRICS].sort());
  });
});

describe('the list', () => {
  it('says what can be added up and what is a price', () => {
    expect(METRICS.filter((metric) => !isAdditive(metric))).toEqual([
      'cr',
      'approve_rate',
      'roi',
      'epc',
      'lp_ctr',
      'offer_cr',
      'offer_epc',
      'cpc',
      'cpa',
      ...LTVS,
    ]);
    expect(METRICS.filter(isUnitPrice)).toEqual(['epc', 'offer_epc', 'cpc', 'cpa', ...LTVS]);
    expect(METRICS.filter(isMoney)).toEqual([
      ...[
        'revenue',
        'refunded',
        'revenue_on_hold',
        'expected_on_hold',
        'expected_on_hold_low',
        'expected_on_hold_high',
      ],
      ...['unrated_on_hold', 'cost', 'profit', 'epc', 'offer_epc', 'cpc', 'cpa', ...LTVS],
    ]);
    expect(METRICS.filter(isShare)).toEqual(['cr', 'approve_rate', 'roi', 'lp_ctr', 'offer_cr']);
  });

  it('derives every metric that is no total from other metrics', () => {
    for (const metric of METRICS) {
      const { sumOf, terms, ratio, ltvDays } = definitionOf(metric);
      expect([sumOf, terms, ratio, ltvDays].filter(Boolean), metric).toHaveLength(1);
    }
    expect(Object.keys(ZERO_TOTALS)).toEqual(TOTALS);
  });

  it('counts each conversion and each click outcome in one total', () => {
    const counted = TOTALS.filter((name) => METRIC_LIST[name].sumOf === 'number').flatMap(
      (name) => definitionOf(name).events ?? [],
    );
    for (const kind of ['pending', 'approved', 'rejected', 'excluded', 'blocked', 'impression', 'pageEvent'])
      expect(
        counted.filter((one) => one === kind),
        kind,
      ).toHaveLength(1);
  });

  it('gives exact values to sort by', () => {
    const large = { ...COUNTED, revenue: 9_007_199_254_740_993n, cost: 1n };
    expect(metricValue(large, 'profit')).toBe(9_007_199_254_740_992n);
    expect(metricValue({ ...large, cost: null }, 'profit')).toBeNull();
    expect(metricValue(COUNTED, 'conversions')).toBe(10);
    expect(metricValue(COUNTED, 'roi')).toBe(0.5);
  });

  it('gives the same ratios for displayed values', () => {
    const metrics = computeMetrics(COUNTED);
    expect([displayedRatio('cr', metrics), displayedRatio('roi', metrics)]).toEqual([metrics.cr, metrics.roi]);
    expect(displayedRatio('roi', { ...metrics, cost: '0.00' })).toBeNull();
    expect(displayedRatio('roi', { ...metrics, profit: null })).toBeNull();
  });
});

const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const many = fc.nat(1_000_000);
const rated = fc.option(amount);
const counted: fc.Arbitrary<MetricTotals> = fc.record({
  impressions: many,
  clicks: many,
  lp_views: many,
  lp_clicks: many,
  lp_loads: many,
  ad_hits: many,
  offer_clicks: many,
  unique_clicks: many,
  bots: many,
  excluded: many,
  blocked: many,
  events: many,
  event_clicks: many,
  unpriced_clicks: many,
  pending: many,
  approved: many,
  rejected: many,
  revenue: amount,
  refunded: amount,
  revenue_on_hold: amount,
  expected_on_hold: rated,
  expected_on_hold_low: rated,
  expected_on_hold_high: rated,
  unrated_on_hold: rated,
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
        for (const name of METRICS) {
          const { terms } = definitionOf(name);
          if (!terms) continue;
          const parts = terms.map(([term, sign]) => (value(term) === null ? null : Number(value(term)) * sign));
          if (parts.includes(null)) expect(value(name)).toBeNull();
          else
            expect(value(name)).toBeCloseTo(
              parts.reduce<number>((sum, part) => sum + Number(part), 0),
              4,
            );
        }
        for (const name of RATIOS) {
          const [part, whole] = definitionOf(name).ratio ?? [];
          if (!part || !whole) continue;
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
