import type { WeekStart } from '@poklik/contract/profile';
import { parseHours } from './weekly-hours.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Weekdays (1 is Monday) from the given first day. */
export const weekdaysFrom = (start: WeekStart): readonly number[] =>
  start === 'sunday' ? [7, 1, 2, 3, 4, 5, 6] : WEEKDAYS;

const MINUTES_OF_A_DAY = 24 * 60;
const MINUTES_OF_A_WEEK = 7 * MINUTES_OF_A_DAY;

/** One hour of a weekday (1 is Monday). */
export interface GridHour {
  weekday: number;
  hour: number;
}

/** `part`: only some minutes of the hour, as set through the API. */
export type HourState = 'on' | 'off' | 'part';

/** One flag per minute of the week. Ranges over midnight span two days. */
function minutesOf(values: readonly string[]): Uint8Array {
  const week = new Uint8Array(MINUTES_OF_A_WEEK);
  for (const { weekday, from, to } of values.map(parseHours)) {
    const start = (weekday - 1) * MINUTES_OF_A_DAY + from;
    const length = from < to ? to - from : MINUTES_OF_A_DAY - from + to;
    for (let passed = 0; passed < length; passed += 1) week[(start + passed) % MINUTES_OF_A_WEEK] = 1;
  }
  return week;
}

function valuesOf(week: Uint8Array): string[] {
  return WEEKDAYS.flatMap((weekday) => {
    const day = week.subarray((weekday - 1) * MINUTES_OF_A_DAY, weekday * MINUTES_OF_A_DAY);
    const values: string[] = [];
    for (let from = day.indexOf(1); from >= 0; ) {
      const end = day.indexOf(0, from);
      const to = end < 0 ? MINUTES_OF_A_DAY : end;
      values.push(`${weekday} ${clock(from)}-${clock(to)}`);
      from = day.indexOf(1, to);
    }
    return values;
  });
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The state of every hour, by weekday from Monday. */
export function gridOf(values: readonly string[]): HourState[][] {
  const week = minutesOf(values);
  return WEEKDAYS.map((weekday) =>
    Array.from({ length: 24 }, (_, hour) => {
      const start = (weekday - 1) * MINUTES_OF_A_DAY + hour * 60;
      const named = week.subarray(start, start + 60).reduce((sum, minute) => sum + minute, 0);
      return named === 60 ? 'on' : named === 0 ? 'off' : 'part';
    }),
  );
}

/** The schedule with some hours turned on or off. Partial hours elsewhere are kept. */
export function withHours(values: readonly string[], hours: readonly GridHour[], on: boolean): string[] {
  const week = minutesOf(values);
  for (const { weekday, hour } of hours) {
    const start = (weekday - 1) * MINUTES_OF_A_DAY + hour * 60;
    week.fill(on ? 1 : 0, start, start + 60);
  }
  return valuesOf(week);
}

/** All hours in the rectangle between two corners, with days in the given order. */
export function hoursBetween(one: GridHour, other: GridHour, weekdays: readonly number[] = WEEKDAYS): GridHour[] {
  const [from, to] = [weekdays.indexOf(one.weekday), weekdays.indexOf(other.weekday)];
  const [left, right] = [Math.min(one.hour, other.hour), Math.max(one.hour, other.hour)];
  return weekdays
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .flatMap((weekday) => Array.from({ length: right - left + 1 }, (_, step) => ({ weekday, hour: left + step })));
}

/** Weekdays grouped by equal hours, for example Monday to Friday, 09:00-18:00. */
export function hoursByDays(values: readonly string[]): { weekdays: number[]; hours: string[] }[] {
  const groups = new Map<string, number[]>();
  const normal = valuesOf(minutesOf(values));
  for (const weekday of WEEKDAYS) {
    const hours = normal.filter((value) => value.startsWith(`${weekday} `)).map((value) => value.slice(2));
    if (hours.length === 0) continue;
    const key = hours.join(' ');
    groups.set(key, [...(groups.get(key) ?? []), weekday]);
  }
  return [...groups].map(([hours, weekdays]) => ({ weekdays, hours: hours.split(' ') }));
}
