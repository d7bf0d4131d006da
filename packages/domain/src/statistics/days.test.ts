import { describe, expect, it } from 'vitest';
import { lastDays } from './days.ts';

const at = (text: string): number => Date.parse(text);
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

describe('last days', () => {
  it.each([
    ['UTC', '2026-11-15T05:10:00Z', '2026-11-15T00:00:00.000Z', '2026-11-15'],
    ['Europe/Kyiv', '2026-11-15T23:10:00Z', '2026-11-15T22:00:00.000Z', '2026-11-16'],
    ['America/Los_Angeles', '2026-11-15T05:10:00Z', '2026-11-14T08:00:00.000Z', '2026-11-14'],
    ['Asia/Kathmandu', '2026-11-15T18:15:00Z', '2026-11-15T18:15:00.000Z', '2026-11-16'],
  ])('in %s at %s end with today, which starts at %s', (timezone, now, from, day) => {
    const today = lastDays(timezone, at(now), 7).at(-1);
    expect(today?.day).toBe(day);
    expect(iso(today?.from ?? 0)).toBe(from);
    expect((today?.until ?? 0) * 1000).toBeGreaterThan(at(now));
  });

  it('have no gaps, even when clocks change', () => {
    const days = lastDays('Europe/Kyiv', at('2026-10-27T12:00:00Z'), 4);
    expect(days.map(({ day }) => day)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
    expect(days.slice(0, 3).map(({ from, until }) => (until - from) / 3600)).toEqual([24, 25, 24]);
    days.slice(1).forEach(({ from }, place) => {
      expect(from).toBe(days[place]?.until);
    });
    const spring = lastDays('Europe/Kyiv', at('2026-03-30T12:00:00Z'), 2);
    expect(((spring[0]?.until ?? 0) - (spring[0]?.from ?? 0)) / 3600).toBe(23);
  });

  it('omit a day that the time zone skipped', () => {
    const days = lastDays('Pacific/Apia', at('2011-12-31T12:00:00Z'), 3).map(({ day }) => day);
    expect(days).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
  });
});
