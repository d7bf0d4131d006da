import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  comparisonDays,
  dayAt,
  defaultInterval,
  listBuckets,
  periodSpan,
  startOfDay,
  truncateComparison,
} from './calendar.ts';

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

describe('day', () => {
  it.each([
    ['UTC', '2026-05-31', '2026-05-31T00:00:00.000Z'],
    ['Europe/Kyiv', '2026-05-31', '2026-05-30T21:00:00.000Z'],
    ['Europe/Kyiv', '2026-10-25', '2026-10-24T21:00:00.000Z'],
    ['Europe/Kyiv', '2026-10-26', '2026-10-25T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-05-31', '2026-05-30T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-31', '2026-05-30T10:00:00.000Z'],
    // A day that this time zone skipped starts with the next one.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('in %s, %s, starts at %s', (timezone, day, expected) => {
    expect(iso(startOfDay(timezone, day))).toBe(expected);
  });

  it('starts where the previous day ends in every time zone', () => {
    const zones = fc.constantFrom('Europe/Kyiv', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC');
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 15_000 }), (timezone, place) => {
        const day = addDays('2000-01-01', place);
        const { from, until } = periodSpan(timezone, { start: day, end: day });
        expect(dayAt(timezone, from * 1000)).toBe(day);
        expect(dayAt(timezone, until * 1000 - 1)).toBe(day);
        expect(dayAt(timezone, from * 1000 - 1)).toBe(addDays(day, -1));
        expect(from % 900).toBe(0);
      }),
    );
  });
});

describe('chart intervals', () => {
  it('are 25 hours on the day clocks go back and 23 when they go forward', () => {
    const of = (day: string) => listBuckets('Europe/Kyiv', { start: day, end: day }, 'hour');
    expect(of('2026-10-25')).toHaveLength(25);
    expect(of('2026-03-29')).toHaveLength(23);
    expect(of('2026-10-25').slice(3, 5)).toEqual(['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z']);
  });

  it('start on the local hour in a time zone with a half-hour offset', () => {
    expect(listBuckets('Asia/Kolkata', { start: '2026-05-31', end: '2026-05-31' }, 'hour').slice(0, 2)).toEqual([
      '2026-05-30T18:30:00Z',
      '2026-05-30T19:30:00Z',
    ]);
  });

  it('are named by their first day', () => {
    const days = { start: '2026-05-30', end: '2026-06-02' };
    expect(listBuckets('UTC', days, 'day')).toEqual(['2026-05-30', '2026-05-31', '2026-06-01', '2026-06-02']);
    expect(listBuckets('UTC', days, 'week')).toEqual(['2026-05-25', '2026-06-01']);
    expect(listBuckets('UTC', days, 'week', 'sunday')).toEqual(['2026-05-24', '2026-05-31']);
    expect(listBuckets('UTC', days, 'month')).toEqual(['2026-05-01', '2026-06-01']);
  });

  it.each([
    ['2026-05-31', '2026-05-31', 'hour'],
    ['2026-05-30', '2026-05-31', 'hour'],
    ['2026-05-29', '2026-05-31', 'day'],
    ['2026-01-01', '2026-12-31', 'week'],
    ['2024-01-01', '2026-12-31', 'month'],
  ])('from %s to %s default to one %s', (start, end, interval) => {
    expect(defaultInterval({ start, end })).toBe(interval);
  });
});

describe('comparison period', () => {
  const days = { start: '2026-05-10', end: '2026-05-19' };
  it.each([
    ['previous', { start: '2026-04-30', end: '2026-05-09' }],
    ['weekday', { start: '2026-04-26', end: '2026-05-05' }],
    ['year', { start: '2025-05-10', end: '2025-05-19' }],
  ] as const)('%s has the expected days', (comparison, expected) => {
    expect(comparisonDays(days, comparison)).toEqual(expected);
  });

  it('for February 29 is February 28', () => {
    expect(comparisonDays({ start: '2028-02-29', end: '2028-02-29' }, 'year')).toEqual({
      start: '2027-02-28',
      end: '2027-02-28',
    });
  });

  it('for an unfinished period covers only the time elapsed so far', () => {
    const [now, before] = [
      { from: 100_800, until: 187_200 },
      { from: 14_400, until: 100_800 },
    ];
    expect(truncateComparison(before, now, 100_800 + 3_600)).toEqual({ from: 14_400, until: 18_000 });
    expect(truncateComparison(before, now, 200_000)).toEqual(before);
    expect(truncateComparison(before, now, 0)).toEqual({ from: 14_400, until: 14_400 });
  });
});

describe('calendar month', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('%s plus %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });
});
