import { localClock } from '../schedule/weekly-hours.ts';

/** A local day in Unix seconds, end exclusive. */
export interface Day {
  /** For example 2026-05-31. */
  day: string;
  from: number;
  until: number;
}

/** Time zone offsets are multiples of 15 minutes, so every day starts on a step. */
const STEP = 15 * 60;
const LONGER_THAN_A_DAY = (26 * 3600) / STEP;

/** The last days in a time zone up to today, oldest first. */
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

/** The start has to be searched for, because days have 23 to 25 hours and some are skipped. */
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
