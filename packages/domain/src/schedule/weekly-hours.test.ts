import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localClock, parseHours, withinHours } from './weekly-hours.ts';

describe('weekly hours', () => {
  it.each([
    ['1 09:00-18:00', { weekday: 1, from: 540, to: 1080 }],
    ['7 00:00-24:00', { weekday: 7, from: 0, to: 1440 }],
    ['5 22:15-06:45', { weekday: 5, from: 1335, to: 405 }],
  ])('%s are parsed', (text, hours) => {
    expect(parseHours(text)).toEqual(hours);
  });

  it.each([
    ['1 09:00-18:00', 1, 539, false],
    ['1 09:00-18:00', 1, 540, true],
    ['1 09:00-18:00', 1, 1079, true],
    ['1 09:00-18:00', 1, 1080, false],
    ['1 09:00-18:00', 2, 600, false],
    ['3 00:00-24:00', 3, 0, true],
    ['3 00:00-24:00', 3, 1439, true],
    ['3 00:00-24:00', 4, 0, false],
    ['5 22:00-06:00', 5, 1320, true],
    ['5 22:00-06:00', 6, 359, true],
    ['5 22:00-06:00', 6, 360, false],
    ['5 22:00-06:00', 5, 359, false],
    ['7 22:00-06:00', 1, 0, true],
    ['7 22:00-06:00', 7, 0, false],
  ])('%s: weekday %i, minute %i is within: %s', (text, weekday, minute, expected) => {
    expect(withinHours(parseHours(text), { weekday, minute })).toBe(expected);
  });
});

describe('local clock', () => {
  it.each([
    ['UTC', '2026-01-05T00:00:00Z', 1, 0, '2026-01-05'],
    ['Europe/Kyiv', '2026-01-05T23:30:00Z', 2, 90, '2026-01-06'],
    ['America/New_York', '2026-01-05T03:00:00Z', 7, 22 * 60, '2026-01-04'],
    ['Asia/Kathmandu', '2026-01-05T00:00:59Z', 1, 345, '2026-01-05'],
    ['Pacific/Auckland', '2026-01-05T12:00:00Z', 2, 60, '2026-01-06'],
    // Skipped hour: clocks in Kyiv go from 03:00 to 04:00.
    ['Europe/Kyiv', '2026-03-29T00:59:59Z', 7, 179, '2026-03-29'],
    ['Europe/Kyiv', '2026-03-29T01:00:00Z', 7, 240, '2026-03-29'],
    // Repeated hour: clocks go back from 04:00 to 03:00.
    ['Europe/Kyiv', '2026-10-25T00:59:59Z', 7, 239, '2026-10-25'],
    ['Europe/Kyiv', '2026-10-25T01:00:00Z', 7, 180, '2026-10-25'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 7, 90, '2026-04-05'],
  ])('%s at %s', (timezone, at, weekday, minute, day) => {
    expect(localClock(timezone)(Date.parse(at))).toEqual({ weekday, minute, day });
  });

  it('gives the same result with and without its cache', () => {
    const zones = fc.constantFrom('Europe/Kyiv', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC');
    const instant = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
    fc.assert(
      fc.property(zones, fc.array(instant, { minLength: 2, maxLength: 5 }), (timezone, instants) => {
        const clock = localClock(timezone);
        return instants.every((now) => JSON.stringify(clock(now)) === JSON.stringify(localClock(timezone)(now)));
      }),
      { numRuns: 50 },
    );
  }, 20_000);
});
