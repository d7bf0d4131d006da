import { describe, expect, it } from 'vitest';
import { formatDateTime, formatDay, formatExactTime, formatRelative } from './dates.ts';
import { timeZoneChoice, timeZones } from './time-zones.ts';

const MOMENT = '2025-11-03T14:05:09.000Z';
const later = (seconds: number) => new Date(Date.parse(MOMENT) + seconds * 1000);

describe('dates in the reader’s language and zone', () => {
  it.each([
    ['ua', '03.11.2025, 16:05', '5 хвилин тому', '3 листопада 2025 р.'],
    ['ru', '03.11.2025, 16:05', '5 минут назад', '3 ноября 2025 г.'],
    ['en', '03/11/2025, 16:05', '5 minutes ago', '3 November 2025'],
  ] as const)('%s', (language, dateTime, relative, day) => {
    expect(formatDateTime(language, MOMENT, 'Europe/Kyiv')).toBe(dateTime);
    expect(formatRelative(language, MOMENT, 'Europe/Kyiv', later(300))).toBe(relative);
    expect(formatDay(language, MOMENT, 'Europe/Kyiv').replace(/\u00a0/g, ' ')).toBe(day);
  });

  it('the same moment is another day in another zone', () => {
    expect(formatDateTime('en', '2025-11-03T23:30:00.000Z', 'Asia/Tokyo')).toBe('04/11/2025, 08:30');
    expect(formatDateTime('en', '2025-11-03T23:30:00.000Z', 'America/New_York')).toBe('03/11/2025, 18:30');
  });

  it('what is older than a week is told by its date', () => {
    expect(formatRelative('en', MOMENT, 'UTC', later(6 * 86_400))).toBe('6 days ago');
    expect(formatRelative('en', MOMENT, 'UTC', later(7 * 86_400))).toBe('03/11/2025, 14:05');
  });

  it('the exact time names its zone', () => {
    expect(formatExactTime('en', MOMENT, 'Europe/Kyiv')).toBe('3 November 2025 at 16:05:09 (Europe/Kyiv)');
  });
});

describe('choices of time zones', () => {
  const winter = new Date('2026-01-15T00:00:00Z');

  it('offer Kyiv under its own name with the offset of the day', () => {
    expect(timeZones()).toContain('Europe/Kyiv');
    expect(timeZones()).not.toContain('Europe/Kiev');
    expect(timeZoneChoice('Europe/Kyiv', winter)).toEqual({ value: 'Europe/Kyiv', label: 'Europe/Kyiv, UTC+02:00' });
  });

  it('keep a stored zone that the browser does not know', () => {
    expect(timeZoneChoice('Mars/Olympus', winter)).toEqual({ value: 'Mars/Olympus', label: 'Mars/Olympus' });
  });
});
