import { describe, expect, it } from 'vitest';
import { costState, metricBound, profitTone } from './cost-state.ts';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from './metrics.ts';

const metrics = (changes: Partial<MetricTotals>) => computeMetrics({ ...ZERO_TOTALS, ...changes });
const COST = 5_000_000n;

describe('cost', () => {
  it.each([
    ['of nothing', {}, '0.00', 'known'],
    ['of clicks with a price', { clicks: 10, cost: COST }, '5.00', 'known'],
    ['of clicks that are free', { clicks: 10 }, '0.00', 'known'],
    ['of clicks without a price', { clicks: 10, unpriced_clicks: 10 }, null, 'unknown'],
    ['of clicks of which some have a price', { clicks: 10, unpriced_clicks: 4, cost: COST }, '5.00', 'partial'],
    ['of clicks of which some are free', { clicks: 10, unpriced_clicks: 4 }, '0.00', 'partial'],
    ['of conversions of clicks without a price', { clicks: 10, unpriced_clicks: 10, cost: COST }, '5.00', 'partial'],
    ['in a currency without a rate', { clicks: 10, cost: null }, null, 'unknown'],
  ] as const)('%s', (_, changes, cost, state) => {
    const found = metrics(changes);
    expect([found.cost, costState(found)]).toEqual([cost, state]);
    // Metrics derived from an unknown cost are unknown too.
    if (cost === null) expect([found.profit, found.roi, found.cpc, found.cpa]).toEqual([null, null, null, null]);
  });
});

describe('partly known cost', () => {
  const some = metrics({ clicks: 10, unpriced_clicks: 4, cost: COST, revenue: 14_500_000n });

  it.each([
    ['cost', 'least'],
    ['cpc', 'least'],
    ['cpa', 'least'],
    ['profit', 'most'],
    ['roi', 'most'],
    ['revenue', null],
    ['clicks', null],
  ] as const)('makes %s a bound: %s', (metric, bound) => {
    expect(metricBound(metric, some)).toBe(bound);
    expect(metricBound(metric, metrics({ clicks: 10, cost: COST }))).toBeNull();
  });

  it('confirms a loss but not a profit', () => {
    expect(profitTone(some.profit, some)).toBeUndefined();
    const loss = metrics({ clicks: 10, unpriced_clicks: 4, cost: COST });
    expect(profitTone(loss.profit, loss)).toBe('negative');
    const sure = metrics({ clicks: 10, cost: COST, revenue: 14_500_000n });
    expect(profitTone(sure.profit, sure)).toBe('positive');
    expect(profitTone(null, metrics({ clicks: 10, unpriced_clicks: 10 }))).toBeUndefined();
  });
});
