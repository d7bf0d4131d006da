import { describe, expect, it } from 'vitest';
import { isApprovalLag } from './approval-lag.ts';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from './metrics.ts';

const units = (amount: number): bigint => BigInt(amount * 1_000_000);
const metrics = ({ revenue = 0, hold = 0, cost = 0 }, changes: Partial<MetricTotals> = {}) =>
  computeMetrics({
    ...ZERO_TOTALS,
    clicks: 100,
    revenue: units(revenue),
    revenue_on_hold: units(hold),
    cost: units(cost),
    ...changes,
  });

describe('drop in profit', () => {
  it.each([
    ['is explained by what is on hold', { revenue: 400, hold: 540, cost: 300 }, { revenue: 900, cost: 300 }, true],
    ['is explained to the cent', { revenue: 400, hold: 500, cost: 300 }, { revenue: 900, cost: 300 }, true],
    ['is larger than what is on hold', { revenue: 400, hold: 499, cost: 300 }, { revenue: 900, cost: 300 }, false],
    ['has nothing on hold', { revenue: 400, cost: 300 }, { revenue: 900, cost: 300 }, false],
    ['is one of cost', { revenue: 400, hold: 10, cost: 900 }, { revenue: 400, cost: 300 }, false],
    ['is a rise', { revenue: 900, hold: 540, cost: 300 }, { revenue: 400, cost: 300 }, false],
  ])('%s', (_, now, before, expected) => {
    expect(isApprovalLag('profit', metrics(now), metrics(before))).toBe(expected);
  });
});

describe('approval lag', () => {
  const [now, before] = [metrics({ revenue: 400, hold: 600, cost: 300 }), metrics({ revenue: 900, cost: 280 })];

  it.each([
    ['revenue', true],
    ['profit', true],
    ['roi', true],
    ['epc', true],
    ['cost', false],
    ['clicks', false],
    ['cr', false],
  ] as const)('of %s is possible: %s', (metric, expected) => {
    expect(isApprovalLag(metric, now, before)).toBe(expected);
  });

  it('uses the cost of the current period', () => {
    expect(isApprovalLag('roi', metrics({ revenue: 400, hold: 600, cost: 600 }), before)).toBe(false);
  });

  it('is not assumed when the cost is unknown or money is hidden', () => {
    const unseen = { ...now, revenue: null, revenue_on_hold: null, profit: null, roi: null, epc: null };
    for (const metric of ['revenue', 'profit', 'roi'] as const) {
      expect(isApprovalLag(metric, unseen, before)).toBe(false);
    }
    expect(isApprovalLag('profit', metrics({ revenue: 1, hold: 600 }, { cost: null }), before)).toBe(false);
  });
});
