import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import type { DaySpan } from '@poklik/domain/statistics/calendar';
import { memoize } from './memoize.ts';

const dateTime = memoize(
  (language: Language, timezone: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
      timeZone: timezone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

const day = memoize(
  (language: Language, timezone: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: timezone, dateStyle: 'long' }),
);

const exact = memoize(
  (language: Language, timezone: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: timezone, dateStyle: 'long', timeStyle: 'medium' }),
);

const time = memoize(
  (language: Language, timezone: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: timezone, hour: '2-digit', minute: '2-digit' }),
);

/** 16:05 */
export const formatTime = (language: Language, moment: Date, timezone: string): string =>
  time(language, timezone).format(moment);

const weekdayName = memoize(
  (language: Language, width: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
      timeZone: 'UTC',
      weekday: width as Intl.DateTimeFormatOptions['weekday'],
    }),
);

/** The 5th of January 2026 was a Monday. */
const MONDAY = 5;

/** The name of a weekday; 1 is Monday. */
export const formatWeekday = (language: Language, weekday: number, width: 'short' | 'long' = 'short'): string =>
  weekdayName(language, width).format(Date.UTC(2026, 0, MONDAY + weekday - 1));

/** 03.11.2025, 16:05 */
export const formatDateTime = (language: Language, iso: string, timezone: string): string =>
  dateTime(language, timezone).format(new Date(iso));

/** 3 November 2025 */
export const formatDay = (language: Language, iso: string, timezone: string): string =>
  day(language, timezone).format(new Date(iso));

const shortDay = memoize(
  (language: Language, timezone: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: timezone, day: 'numeric', month: 'short' }),
);

/** 3 Nov */
export const formatShortDay = (language: Language, moment: Date, timezone: string): string =>
  shortDay(language, timezone).format(moment);

/** For tooltips: to the second, with the zone named. */
export const formatExactTime = (language: Language, iso: string, timezone: string): string =>
  `${exact(language, timezone).format(new Date(iso))} (${timezone})`;

const relative = memoize((language: Language) => new Intl.RelativeTimeFormat(LANGUAGE_TAGS[language]));

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const WEEK_SECONDS = 7 * 86_400;

/** "5 minutes ago" within a week, then the date. */
export function formatRelative(language: Language, iso: string, timezone: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size >= WEEK_SECONDS) return formatDateTime(language, iso, timezone);
  const [unit, length] = STEPS.find(([, step]) => size >= step) ?? ['second', 1];
  return relative(language).format(Math.trunc(seconds / length), unit);
}

const month = memoize(
  (language: Language) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', month: 'long', year: 'numeric' }),
);

const monthName = memoize(
  (language: Language) => new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', month: 'short' }),
);

/** Nov, of a day of a calendar. */
export const formatMonthName = (language: Language, calendarDay: string): string =>
  monthName(language).format(new Date(`${calendarDay}T00:00:00Z`));

const numericDay = memoize(
  (language: Language) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
      timeZone: 'UTC',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
);

/** 03.11.2025, of a day of a calendar. */
export const formatNumericDay = (language: Language, calendarDay: string): string =>
  numericDay(language).format(new Date(`${calendarDay}T00:00:00Z`));

/** November 2025, of a day of a calendar. */
export const formatMonth = (language: Language, calendarDay: string): string =>
  month(language).format(new Date(`${calendarDay}T00:00:00Z`));

const span = memoize(
  (language: Language, year: string) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      ...(year === 'year' ? { year: 'numeric' } : {}),
    }),
);

/** 8–14 Nov; with the year where it isn't the present one. */
export function formatDaySpan(language: Language, { start, end }: DaySpan, today: string): string {
  const isThisYear = start.slice(0, 4) === today.slice(0, 4) && end.slice(0, 4) === today.slice(0, 4);
  // Days of the calendar know no time zone.
  return span(language, isThisYear ? 'none' : 'year').formatRange(Date.parse(start), Date.parse(end));
}
