import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridOf, hoursBetween, hoursByDays, weekdaysFrom, withHours } from './weekly-grid.ts';
import { parseHours, withinHours } from './weekly-hours.ts';

const two = (number: number) => String(number).padStart(2, '0');
const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
const value = fc
  .tuple(fc.integer({ min: 1, max: 7 }), clock, clock)
  .map(([day, [h1, m1], [h2, m2]]) => `${day} ${two(h1)}:${two(m1)}-${two(h2)}:${two(m2)}`);
const moment = fc.record({ weekday: fc.integer({ min: 1, max: 7 }), minute: fc.integer({ min: 0, max: 1439 }) });
const includes = (values: readonly string[], at: { weekday: number; minute: number }) =>
  values.some((each) => withinHours(parseHours(each), at));

describe('weekly grid', () => {
  it('shows every hour', () => {
    const grid = gridOf(['1 09:00-11:00', '2 09:30-10:00']);
    expect(grid[0]?.map((state, hour) => (state === 'on' ? hour : -1)).filter((hour) => hour >= 0)).toEqual([9, 10]);
    expect(grid[1]?.[9]).toBe('part');
    expect(grid[2]?.every((state) => state === 'off')).toBe(true);
  });

  it('splits ranges over midnight into two days', () => {
    expect(withHours(['7 22:00-02:00'], [], true)).toEqual(['1 00:00-02:00', '7 22:00-24:00']);
  });

  it('joins adjacent ranges', () => {
    expect(withHours(['1 09:00-10:00'], [{ weekday: 1, hour: 10 }], true)).toEqual(['1 09:00-11:00']);
    expect(withHours(['1 09:00-12:00'], [{ weekday: 1, hour: 10 }], false)).toEqual(['1 09:00-10:00', '1 11:00-12:00']);
  });

  it('selects a rectangle from any two corners', () => {
    const corners = [
      { weekday: 2, hour: 23 },
      { weekday: 1, hour: 22 },
    ] as const;
    expect(hoursBetween(...corners)).toEqual([
      { weekday: 1, hour: 22 },
      { weekday: 1, hour: 23 },
      { weekday: 2, hour: 22 },
      { weekday: 2, hour: 23 },
    ]);
  });

  it('selects over days in a week that starts on Sunday', () => {
    const week = weekdaysFrom('sunday');
    const days = (from: number, to: number) =>
      hoursBetween({ weekday: from, hour: 5 }, { weekday: to, hour: 5 }, week).map(({ weekday }) => weekday);
    expect(days(7, 2)).toEqual([7, 1, 2]);
    expect(days(2, 7)).toEqual([7, 1, 2]);
    expect(days(6, 6)).toEqual([6]);
    expect(weekdaysFrom('monday')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('groups days with equal hours', () => {
    expect(hoursByDays(['1 09:00-18:00', '2 09:00-18:00', '6 10:00-12:00', '6 14:00-16:00'])).toEqual([
      { weekdays: [1, 2], hours: ['09:00-18:00'] },
      { weekdays: [6], hours: ['10:00-12:00', '14:00-16:00'] },
    ]);
  });

  it('keeps other hours unchanged for every minute', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), moment, (values, at) => {
        expect(includes(withHours(values, [], true), at)).toBe(includes(values, at));
      }),
    );
  });

  it('contains enabled hours and not disabled ones', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), moment, fc.boolean(), (values, at, on) => {
        const hour = { weekday: at.weekday, hour: Math.floor(at.minute / 60) };
        expect(includes(withHours(values, [hour], on), at)).toBe(on);
      }),
    );
  });
});
