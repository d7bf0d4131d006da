import type { Metric } from '@poklik/contract/statistics';
import { describe, expect, it } from 'vitest';
import { computeMetrics, type MetricTotals, metricValue, ZERO_TOTALS } from '../statistics/metrics.ts';
import { campaignTotals, compareMetricValues, conversionRate, roi } from './campaign-metrics.ts';

const compareByMetric = (one: MetricTotals, other: MetricTotals, by: Metric) =>
  compareMetricValues(metricValue(one, by), metricValue(other, by));
const metrics = (changes: object = {}) => ({ ...computeMetrics(ZERO_TOTALS), ...changes });

describe('metrics', () => {
  it('of several campaigns are summed exactly', () => {
    const one = { ...ZERO_TOTALS, clicks: 2, unique_clicks: 1, revenue: 100_000n, cost: 1n };
    const other = { ...ZERO_TOTALS, clicks: 3, approved: 1, revenue: 200_000n, cost: 1_000_000_000_000_500_000n };
    expect(campaignTotals([one, other])).toMatchObject({
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
    expect(campaignTotals([])).toEqual({ ...metrics(), campaigns_with_clicks: 0, campaigns_with_cost: 0 });
  });

  it.each([
    [9n, 10n, -1],
    [-9n, -10n, 1],
    [5n, 5n, 0],
  ])('compare amounts as numbers: %s and %s', (one, other, expected) => {
    const earning = (revenue: bigint) => ({ ...ZERO_TOTALS, revenue });
    expect(compareByMetric(earning(one), earning(other), 'revenue')).toBe(expected);
    expect(compareByMetric(earning(one), earning(other), 'profit')).toBe(expected);
  });

  it('sort unknown values below all others', () => {
    const unknown = { ...ZERO_TOTALS, clicks: 1, cost: null };
    expect(compareByMetric(unknown, { ...ZERO_TOTALS, revenue: -10n }, 'profit')).toBe(-1);
    expect(compareByMetric(unknown, unknown, 'cost')).toBe(0);
    expect(compareByMetric(unknown, ZERO_TOTALS, 'clicks')).toBe(1);
  });

  const priced = { ...ZERO_TOTALS, clicks: 10, cost: 4_000_000n, revenue: 10_000_000n };
  const unpriced = { ...ZERO_TOTALS, clicks: 5, unpriced_clicks: 5, revenue: 14_500_000n };
  const lacking = { ...ZERO_TOTALS, clicks: 5, cost: null };

  it.each([
    ['known ones', [priced, priced], '8.00', '12.00', [2, 2]],
    ['an unknown one', [unpriced], null, null, [1, 0]],
    ['an unknown one and an idle one', [unpriced, ZERO_TOTALS], null, null, [1, 0]],
    ['a known and an unknown one', [priced, unpriced], '4.00', '20.50', [2, 1]],
    ['one in a currency without a rate', [priced, lacking], null, null, [2, 1]],
  ] as const)('for %s match the statistics', (_, all, cost, profit, campaigns) => {
    const sum = campaignTotals(all);
    expect([sum.cost, sum.profit]).toEqual([cost, profit]);
    expect([sum.campaigns_with_clicks, sum.campaigns_with_cost]).toEqual(campaigns);
  });

  it.each([
    [0, 0, null],
    [200, 0, 0],
    [200, 5, 0.025],
    // A click can have several conversions.
    [1, 2, 2],
  ])('with %d clicks and %d conversions give the rate %s', (clicks, conversions, rate) => {
    expect(conversionRate(metrics({ clicks, conversions }))).toBe(rate);
  });

  it.each([
    ['20.00', '10.00', 0.5],
    ['20.00', '-20.00', -1],
    ['0.00', '10.00', null],
    [null, null, null],
  ])('with a cost of %s and a profit of %s give the ROI %s', (cost, profit, expected) => {
    expect(roi(metrics({ cost, profit }))).toBe(expected);
  });
});
