import { describe, expect, it } from 'vitest';
import { expectedBeforeDrop, isSilent } from './campaign-alerts.ts';

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
