import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import type { Dimension, Interval, StatisticsRow } from '@poklik/contract/statistics';
import { memoize } from '../../format/memoize.ts';

const formatter = memoize(
  (language: Language, options: string) => new Intl.DateTimeFormat(LANGUAGE_TAGS[language], JSON.parse(options)),
);

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  formatter(language, JSON.stringify(options));

/** Days of the calendar know no time zone. */
const dayOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const SHORT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };

/** A step of the chart on its axis: short. */
export function stepText(language: Language, interval: Interval, date: string, timezone: string): string {
  if (interval === 'hour') {
    return format(language, { hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(new Date(date));
  }
  if (interval === 'month') {
    return format(language, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(dayOf(date));
  }
  return format(language, SHORT).format(dayOf(date));
}

/** The same in full. */
export function stepName(language: Language, interval: Interval, date: string, timezone: string): string {
  switch (interval) {
    case 'hour':
      return format(language, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: timezone,
        timeZoneName: 'shortOffset',
      }).format(new Date(date));
    case 'day':
      return format(language, { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(dayOf(date));
    case 'week': {
      const last = new Date(dayOf(date).getTime() + 6 * 86_400_000);
      return format(language, SHORT).formatRange(dayOf(date), last);
    }
    case 'month':
      return format(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(dayOf(date));
  }
}

/** A period: 12 – 18 Nov. */
export const daysText = (language: Language, days: { start_date: string; end_date: string }): string =>
  format(language, SHORT).formatRange(dayOf(days.start_date), dayOf(days.end_date));

const STEPS: readonly string[] = ['hour', 'day', 'week', 'month'];

type NamedRow = Pick<StatisticsRow, 'keys' | 'labels' | 'short_labels'>;

/** Rows by time are named by their date; all others bring their name along, short and in full. */
export function rowName(
  language: Language,
  dimension: Dimension,
  { keys: [key = ''], labels: [full = ''], short_labels: [short = ''] }: NamedRow,
  timezone: string,
): { short: string; full: string } {
  if (!STEPS.includes(dimension)) return { short, full };
  const name = stepName(language, dimension as Interval, key, timezone);
  return { short: name, full: name };
}

export const clockText = (language: Language, iso: string, timezone: string): string =>
  format(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: timezone }).format(new Date(iso));
