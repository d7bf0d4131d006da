import { localClock } from '../campaigns/weekly-hours.ts';

/** A day of somebody's calendar in whole seconds since 1970, without its end. */
export interface Day {
  /** 2026-05-31. */
  day: string;
  from: number;
  until: number;
}

/** In the steps by which time zones differ, so that every day begins on one. */
const STEP = 15 * 60;
const LONGER_THAN_A_DAY = (26 * 3600) / STEP;

/** The last days of a time zone's calendar, today as the last of them, oldest first. */
export function lastDays(timezone: string, now: number, count: number): Day[] {
  const clock = localClock(timezone);
  const dayOf = (step: number): string => clock(step * STEP * 1000).day;
  const days: Day[] = [];
  let end = Math.floor(now / 1000 / STEP) + 1;
  while (days.length < count) {
    const start = firstStep(end - 1, dayOf);
    days.unshift({ day: dayOf(start), from: start * STEP, until: end * STEP });
    end = start;
  }
  return days;
}

/** Days have 23 to 25 hours, and some calendars have left one out: only the calendar itself knows where one begins. */
function firstStep(within: number, dayOf: (step: number) => string): number {
  const day = dayOf(within);
  let [before, inside] = [within - LONGER_THAN_A_DAY, within];
  while (inside - before > 1) {
    const middle = Math.floor((before + inside) / 2);
    if (dayOf(middle) === day) inside = middle;
    else before = middle;
  }
  return inside;
}
