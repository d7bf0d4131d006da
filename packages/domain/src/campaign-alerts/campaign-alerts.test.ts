import { describe, expect, it } from 'vitest';
import { expectedBeforeDrop, isSilent, roiAfterDrop } from './campaign-alerts.ts';

const HOUR = 3_600;

describe('silence', () => {
  it.each([
    [5.9 * HOUR, 60, false],
    [6 * HOUR, 60, true],
    [6 * HOUR, 2 * HOUR, false],
    [8 * HOUR, 2 * HOUR, true],
  ])('after %s s with a usual gap of %s s: %s', (seconds, gapSeconds, silent) =>
    expect(isSilent({ seconds, gapSeconds })).toBe(silent),
  );
});

describe('a drop of CR', () => {
  // One conversion in ten clicks.
  const week = { clicksBefore: 7_000, conversionsBefore: 700 };
  it.each([
    ['as usual', { clicks: 1_000, conversions: 100 }, null],
    ['by a third', { clicks: 1_000, conversions: 66 }, null],
    ['by half', { clicks: 1_000, conversions: 50 }, 100],
    ['to nothing', { clicks: 1_000, conversions: 0 }, 100],
    ['with fewer clicks', { clicks: 100, conversions: 10 }, null],
    ['of too few clicks', { clicks: 190, conversions: 0 }, null],
    ['that may be chance', { clicks: 200, conversions: 5 }, null],
    ['that is no chance', { clicks: 200, conversions: 4 }, 20],
  ])('%s', (_, day, expected) => expect(expectedBeforeDrop({ ...week, ...day })).toBe(expected));

  it('is unknown without earlier clicks', () =>
    expect(expectedBeforeDrop({ clicks: 1_000, conversions: 0, clicksBefore: 0, conversionsBefore: 0 })).toBeNull());
});

describe('a drop of ROI', () => {
  // 140 conversions of 10 for a cost of 700: ROI 100 %.
  const week = { cost: 700n, unpriced_clicks: 0, pending: 40, approved: 100, revenue: 1_400n };
  const day = { cost: 100n, unpriced_clicks: 0, pending: 20, approved: 0, revenue: 200n };
  it.each([
    ['as usual', {}, null],
    ['by a third', { revenue: 133n }, null],
    ['by half, which may be chance', { revenue: 100n }, null],
    ['to almost nothing', { revenue: 40n }, { roi: -0.6, roiBefore: 1 }],
    ['by half for ten times the cost', { cost: 1_000n, revenue: 1_000n }, { roi: 0, roiBefore: 1 }],
    ['of too few conversions', { cost: 90n, revenue: 0n }, null],
    ['with some of the cost unknown', { revenue: 0n, unpriced_clicks: 1 }, null],
    ['with the cost in a currency without a rate', { revenue: 0n, cost: null }, null],
    ['for nothing', { revenue: 0n, cost: 0n }, null],
  ])('%s', (_, change, expected) => expect(roiAfterDrop({ ...day, ...change }, week)).toEqual(expected));

  it.each([
    ['cost', { unpriced_clicks: 1 }],
    ['revenue', { revenue: 0n, approved: 0, pending: 0 }],
  ])('is unknown without earlier %s', (_, change) =>
    expect(roiAfterDrop({ ...day, revenue: 0n }, { ...week, ...change })).toBeNull(),
  );
});
