import type { WeekStart } from '@poklik/contract/profile';
import type { Comparison, Interval } from '@poklik/contract/statistics';
import { localClock } from '../campaigns/weekly-hours.ts';

/** Whole days of a calendar, both ends included: 2026-05-31. */
export interface DaySpan {
  start: string;
  end: string;
}

/** Whole seconds since 1970, without its end. */
export interface Span {
  from: number;
  until: number;
}

const DAY_MS = 86_400_000;
/** In the steps by which time zones differ, so that every day begins on one. */
const STEP = 15 * 60;
/** No clock is further from that of Greenwich. */
const OFFSET_MAX = 15 * 3600;

const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => toDay(toTime(day) + days * DAY_MS);
export const daysBetween = (start: string, end: string): number => Math.round((toTime(end) - toTime(start)) / DAY_MS);
const lengthOf = ({ start, end }: DaySpan): number => daysBetween(start, end) + 1;

/** The day that it is somewhere. */
export const dayAt = (timezone: string, now: number): string => localClock(timezone)(now).day;

/** When a day begins somewhere: only the calendar itself knows, because days have 23 to 25 hours and some are left out. */
export function startOfDay(timezone: string, day: string): number {
  const clock = localClock(timezone);
  const midnight = toTime(day) / 1000;
  let [before, after] = [(midnight - OFFSET_MAX) / STEP, (midnight + OFFSET_MAX) / STEP];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle * STEP * 1000).day >= day) after = middle;
    else before = middle;
  }
  return after * STEP;
}

export const periodSpan = (timezone: string, { start, end }: DaySpan): Span => ({
  from: startOfDay(timezone, start),
  until: startOfDay(timezone, addDays(end, 1)),
});

/** The days that a period is compared with. */
export function comparisonDays(days: DaySpan, comparison: Comparison): DaySpan | null {
  const shift = (by: number): DaySpan => ({ start: addDays(days.start, -by), end: addDays(days.end, -by) });
  switch (comparison) {
    case 'none':
      return null;
    case 'previous':
      return shift(lengthOf(days));
    case 'weekday':
      return shift(Math.ceil(lengthOf(days) / 7) * 7);
    case 'year':
      return { start: yearBefore(days.start), end: yearBefore(days.end) };
  }
}

/** The last of February, where a year has no 29th. */
function yearBefore(day: string): string {
  const [year = '', month, date] = day.split('-');
  const before = `${Number(year) - 1}-${month}-${date}`;
  return toDay(toTime(before)) === before ? before : `${Number(year) - 1}-02-28`;
}

/** A comparison with a period that is not over yet goes as far as that one has come. */
export const truncateComparison = (compared: Span, { from, until }: Span, nowSeconds: number): Span =>
  nowSeconds >= until
    ? compared
    : {
        from: compared.from,
        until: Math.min(compared.until, compared.from + Math.max(0, Math.ceil((nowSeconds - from) / STEP) * STEP)),
      };

const HOURLY_DAYS = 2;
const DAILY_DAYS = 120;
const WEEKLY_DAYS = 400;

/** The step that gives a chart enough to show and not too much. */
export function defaultInterval(days: DaySpan): Interval {
  const length = lengthOf(days);
  if (length <= HOURLY_DAYS) return 'hour';
  if (length <= DAILY_DAYS) return 'day';
  return length <= WEEKLY_DAYS ? 'week' : 'month';
}

/** Whether a chart with that step stays readable. */
export const isReadableInterval = (days: DaySpan, interval: Interval): boolean =>
  interval !== 'hour' || lengthOf(days) <= 31;

/** The names of the steps of a period, in their order: days by their date, hours by their first moment in UTC. */
export function listBuckets(timezone: string, days: DaySpan, interval: Interval, weekStart?: WeekStart): string[] {
  if (interval === 'hour') return listHours(timezone, periodSpan(timezone, days));
  const all = Array.from({ length: lengthOf(days) }, (_, place) => addDays(days.start, place));
  return [...new Set(all.map((day) => bucketStart(day, interval, weekStart)))];
}

/** The day by which its week or month is named. */
export function bucketStart(day: string, interval: Exclude<Interval, 'hour'>, weekStart: WeekStart = 'monday'): string {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 8)}01`;
  const sinceSunday = new Date(toTime(day)).getUTCDay();
  return addDays(day, -(weekStart === 'sunday' ? sinceSunday : (sinceSunday + 6) % 7));
}

/** Hours of the wall clock: 25 of them on the day when it is put back. */
function listHours(timezone: string, { from, until }: Span): string[] {
  const clock = localClock(timezone);
  const hours: string[] = [];
  for (let at = from; at < until; at += STEP) {
    if (hours.length === 0 || clock(at * 1000).minute % 60 === 0) hours.push(hourName(at));
  }
  return hours;
}

export const hourName = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

/** The same day of a month before or after, or its last one where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = Date.UTC(year, month - 1 + months, 1);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return addDays(toDay(first), Math.min(date, last) - 1);
}

/** The whole weeks that a month of a calendar shows, its neighbours' days at the ends among them. */
export function monthWeeks(day: string, weekStart: WeekStart): string[][] {
  const first = bucketStart(day, 'month');
  const after = addMonths(first, 1);
  const start = bucketStart(first, 'week', weekStart);
  const weeks = Math.ceil(daysBetween(start, after) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, place) => addDays(start, week * 7 + place)),
  );
}
