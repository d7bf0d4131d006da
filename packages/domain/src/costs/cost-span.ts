import { momentAt } from '../schedule/wall-time.ts';
import { addDays, type Span, startOfDay } from '../statistics/calendar.ts';

/** Reports count by quarter-hours. */
export const QUARTER_SECONDS = 900;
const isDay = (time: string): boolean => time.length === 10;

/**
 * Local times as Unix seconds on quarter-hour edges. A day as the end is included; a time, `2026-05-31 14:00`, is not.
 * Null if a time does not exist.
 */
export function costSpan(timezone: string, start: string, end: string): Span | null {
  const from = isDay(start) ? startOfDay(timezone, start) : toSeconds(start, timezone);
  const until = isDay(end) ? startOfDay(timezone, addDays(end, 1)) : toSeconds(end, timezone);
  if (from === null || until === null) return null;
  return {
    from: Math.floor(from / QUARTER_SECONDS) * QUARTER_SECONDS,
    until: Math.ceil(until / QUARTER_SECONDS) * QUARTER_SECONDS,
  };
}

function toSeconds(time: string, timezone: string): number | null {
  const moment = momentAt(time.slice(0, 16).replace(' ', 'T'), timezone);
  return moment === null
    ? null
    : Math.floor(Date.parse(moment) / 1000) + (time.length > 16 ? Number(time.slice(17)) : 0);
}

/**
 * A cost entered during a day is for the clicks up to then: later ones wait for the next entry. The quarter-hour of the
 * entry is included, because reports do not divide it.
 */
export const pricedUntil = (until: number, createdAtMs: number): number =>
  Math.min(until, (Math.floor(createdAtMs / 1000 / QUARTER_SECONDS) + 1) * QUARTER_SECONDS);

const DAY_SECONDS = 86_400;

/** The span in whole UTC days, widened until no entry crosses its edges: what has to be folded together. */
export function overlappingSpan(span: Span, entries: readonly Span[]): Span {
  let { from, until } = wholeDays(span);
  for (let isWider = true; isWider; ) {
    isWider = false;
    for (const entry of entries) {
      const overlaps = entry.from < until && entry.until > from;
      if (!overlaps || (entry.from >= from && entry.until <= until)) continue;
      ({ from, until } = wholeDays({ from: Math.min(from, entry.from), until: Math.max(until, entry.until) }));
      isWider = true;
    }
  }
  return { from, until };
}

const wholeDays = ({ from, until }: Span): Span => ({
  from: Math.floor(from / DAY_SECONDS) * DAY_SECONDS,
  until: Math.ceil(until / DAY_SECONDS) * DAY_SECONDS,
});

/** The UTC days, by date, on which two counts differ; null when they agree. */
export function changedDays(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Span | null {
  const days = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((day) => (one[day] ?? 0) !== (other[day] ?? 0))
    .map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
  return days.length === 0 ? null : { from: Math.min(...days), until: Math.max(...days) + DAY_SECONDS };
}
