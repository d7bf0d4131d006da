import type { WeekStart } from '@poklik/contract/profile';
import type { Comparison, Interval } from '@poklik/contract/statistics';
import { localClock } from '../schedule/weekly-hours.ts';

/** Calendar days, both ends inclusive: 2026-05-31. */
export interface DaySpan {
  start: string;
  end: string;
}

/** Unix seconds, end exclusive. */
export interface Span {
  from: number;
  until: number;
}

const DAY_MS = 86_400_000;
/** Time zone offsets are multiples of 15 minutes, so every day starts on a step. */
const STEP = 15 * 60;
/** No time zone is further from UTC. */
const OFFSET_MAX = 15 * 3600;

const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => toDay(toTime(day) + days * DAY_MS);
export const daysBetween = (start: string, end: string): number => Math.round((toTime(end) - toTime(start)) / DAY_MS);
const lengthOf = ({ start, end }: DaySpan): number => daysBetween(start, end) + 1;

/** The local date in a time zone. */
export const dayAt = (timezone: string, now: number): string => localClock(timezone)(now).day;

/** When a local day starts. It has to be searched for, because days have 23 to 25 hours and some are skipped. */
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

/** The days to compare a period with. */
export function comparisonDays(days: DaySpan, comparison: Exclude<Comparison, 'none'>): DaySpan {
  const shift = (by: number): DaySpan => ({ start: addDays(days.start, -by), end: addDays(days.end, -by) });
  switch (comparison) {
    case 'previous':
      return shift(lengthOf(days));
    case 'weekday':
      return shift(Math.ceil(lengthOf(days) / 7) * 7);
    case 'year':
      return { start: yearBefore(days.start), end: yearBefore(days.end) };
  }
}

/** February 29 becomes February 28. */
function yearBefore(day: string): string {
  const [year = '', month, date] = day.split('-');
  const before = `${Number(year) - 1}-${month}-${date}`;
  return toDay(toTime(before)) === before ? before : `${Number(year) - 1}-02-28`;
}

/** The comparison of an unfinished period covers only the time elapsed so far. */
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

/** An interval with a readable number of points. */
export function defaultInterval(days: DaySpan): Interval {
  const length = lengthOf(days);
  if (length <= HOURLY_DAYS) return 'hour';
  if (length <= DAILY_DAYS) return 'day';
  return length <= WEEKLY_DAYS ? 'week' : 'month';
}

/** Whether a chart with this interval stays readable. */
export const isReadableInterval = (days: DaySpan, interval: Interval): boolean =>
  interval !== 'hour' || lengthOf(days) <= 31;

/** Names of the intervals in a period, in order: the date of the first day, or the start in UTC for hours. */
export function listBuckets(timezone: string, days: DaySpan, interval: Interval, weekStart?: WeekStart): string[] {
  if (interval === 'hour') return listHours(timezone, periodSpan(timezone, days));
  const all = Array.from({ length: lengthOf(days) }, (_, place) => addDays(days.start, place));
  return [...new Set(all.map((day) => bucketStart(day, interval, weekStart)))];
}

/** The first day of a day's week or month, which names the interval. */
export function bucketStart(day: string, interval: Exclude<Interval, 'hour'>, weekStart: WeekStart = 'monday'): string {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 8)}01`;
  const sinceSunday = new Date(toTime(day)).getUTCDay();
  return addDays(day, -(weekStart === 'sunday' ? sinceSunday : (sinceSunday + 6) % 7));
}

/** Local hours: 25 on the day clocks go back. */
function listHours(timezone: string, { from, until }: Span): string[] {
  const clock = localClock(timezone);
  const hours: string[] = [];
  for (let at = from; at < until; at += STEP) {
    if (hours.length === 0 || clock(at * 1000).minute % 60 === 0) hours.push(hourName(at));
  }
  return hours;
}

export const hourName = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

/** The same day in another month, or its last day if that month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = Date.UTC(year, month - 1 + months, 1);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return addDays(toDay(first), Math.min(date, last) - 1);
}
