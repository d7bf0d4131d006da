import { describe, expect, it } from 'vitest';
import { PRESETS, presetDays, shiftPeriod } from './presets.ts';

describe('period preset', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['last7', '2026-02-23', '2026-03-01'],
    ['last28', '2026-02-02', '2026-03-01'],
    ['this_month', '2026-03-01', '2026-03-01'],
    ['last_month', '2026-02-01', '2026-02-28'],
    ['last90', '2025-12-02', '2026-03-01'],
    ['last30', '2026-01-31', '2026-03-01'],
    ['this_quarter', '2026-01-01', '2026-03-01'],
    ['year', '2025-03-02', '2026-03-01'],
    ['all', '2023-03-03', '2026-03-01'],
  ] as const)('%s on March 1 is from %s to %s', (preset, start, end) => {
    expect(presetDays(preset, '2026-03-01')).toEqual({ start, end });
  });

  it.each([
    ['2026-04-01', '2026-04-01'],
    ['2026-06-30', '2026-04-01'],
    ['2026-12-31', '2026-10-01'],
  ])('the quarter of %s starts on %s', (today, start) => {
    expect(presetDays('this_quarter', today)).toEqual({ start, end: today });
  });

  it('exists for each of the nine keys', () => {
    expect(PRESETS).toHaveLength(9);
  });
});

describe('shifted period', () => {
  it('has the same length and never ends in the future', () => {
    const week = { start: '2026-05-10', end: '2026-05-16' };
    expect(shiftPeriod(week, -1, '2026-06-01')).toEqual({ start: '2026-05-03', end: '2026-05-09' });
    expect(shiftPeriod(week, 1, '2026-06-01')).toEqual({ start: '2026-05-17', end: '2026-05-23' });
    expect(shiftPeriod(week, 1, '2026-05-18')).toEqual({ start: '2026-05-12', end: '2026-05-18' });
  });
});
