import { describe, expect, it } from 'vitest';
import { readTypedDateTime, readTypedDay } from './typed-dates.ts';

describe('typed date', () => {
  it.each([
    ['15.11.2026', '2026-11-15'],
    ['15/11/2026', '2026-11-15'],
    ['5-1-2026', '2026-01-05'],
    [' 5 1 2026 ', '2026-01-05'],
    ['15112026', '2026-11-15'],
    ['2026-11-15', '2026-11-15'],
    ['29.02.2028', '2028-02-29'],
    ['29.02.2026', null],
    ['11/15/2026', null],
    ['15.11', null],
    ['15.11.202', null],
    ['15.11.0026', null],
    ['soon', null],
    ['', null],
  ])('%j is %j', (typed, day) => {
    expect(readTypedDay(typed)).toBe(day);
  });

  it('may have a short year once it is finished', () => {
    expect(readTypedDay('15.11.26')).toBeNull();
    expect(readTypedDay('15.11.26', { allowShortYear: true })).toBe('2026-11-15');
  });
});

describe('typed date and time', () => {
  it.each([
    ['15.11.2026, 09:30', '2026-11-15T09:30'],
    ['15/11/2026 9:30', '2026-11-15T09:30'],
    ['15.11.2026 21.05', '2026-11-15T21:05'],
    ['151120260930', '2026-11-15T09:30'],
    ['2026-11-15T09:30', '2026-11-15T09:30'],
    ['15.11.2026', '2026-11-15T00:00'],
    ['15.11.2026, 24:00', null],
    ['15.11.2026, 10:60', null],
    ['09:30', null],
  ])('%j is %j', (typed, moment) => {
    expect(readTypedDateTime(typed)).toBe(moment);
  });
});
