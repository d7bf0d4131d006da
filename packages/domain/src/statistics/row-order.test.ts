import { METRICS } from '@poklik/contract/statistics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from './metrics.ts';
import { sortRows } from './row-order.ts';

const row = (key: string, counted: Partial<MetricTotals> = {}) => ({ ...ZERO_TOTALS, ...counted, keys: [key] });
const keysOf = (rows: readonly { keys: readonly string[] }[]): string[] => rows.map(({ keys }) => keys.join(' '));

describe('row order', () => {
  const rows = [
    row('b', { clicks: 10, revenue: 5n, cost: 2n, approved: 1 }),
    row('c', { clicks: 10, revenue: 1n, cost: 4n, pending: 4 }),
    row('a', { clicks: 2, cost: null }),
    row('d'),
  ];
  it.each([
    ['key', 'asc', 'a b c d'],
    ['key', 'desc', 'd c b a'],
    ['clicks', 'desc', 'b c a d'],
    ['clicks', 'asc', 'd a b c'],
    ['revenue', 'desc', 'b c a d'],
    ['cost', 'asc', 'd b c a'],
    ['cost', 'desc', 'c b d a'],
    ['profit', 'asc', 'c d b a'],
    ['roi', 'desc', 'b c a d'],
    ['conversions', 'desc', 'c b a d'],
    ['cr', 'asc', 'a b c d'],
    ['approve_rate', 'asc', 'c b a d'],
    ['epc', 'desc', 'b c a d'],
  ] as const)('by %s, %s: %s', (by, order, expected) => {
    expect(keysOf(sortRows(rows, { by, order })).join(' ')).toBe(expected);
  });

  const many = fc.nat(20);
  const amount = fc.bigInt({ min: -20n, max: 20n }).map((units) => units * 1_000_000n);
  const counted = fc.record({
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
    cost: fc.option(amount, { freq: 3 }),
  });

  it('follows the displayed metrics, whatever the totals and their order', () => {
    fc.assert(
      fc.property(
        fc.array(counted, { maxLength: 12 }),
        fc.constantFrom(...METRICS),
        fc.constantFrom('asc' as const, 'desc' as const),
        (all, by, order) => {
          const named = all.map((one, place) => ({ ...one, keys: [String.fromCharCode(97 + place)] }));
          const sorted = sortRows(named, { by, order });
          expect(keysOf(sortRows([...named].reverse(), { by, order }))).toEqual(keysOf(sorted));
          const values = sorted.map((one) => computeMetrics(one)[by]);
          const known = values.filter((value) => value !== null).map(Number);
          expect(values.slice(known.length).every((value) => value === null)).toBe(true);
          for (const [place, value] of known.entries()) {
            const next = known[place + 1] ?? value;
            expect(order === 'asc' ? value <= next : value >= next).toBe(true);
          }
        },
      ),
    );
  });
});
