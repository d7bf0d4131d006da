import { clockFormat } from '../profile/timezone.ts';
/** Minutes since midnight of one weekday (1 is Monday); the end is not included. */
export interface WeeklyHours {
  weekday: number;
  from: number;
  to: number;
}

/** What the clock on the wall says in the campaign's time zone. */
export interface LocalMoment {
  weekday: number;
  minute: number;
}

/** Reads `1 09:00-18:00`, the form that the contract checks. */
export function parseHours(text: string): WeeklyHours {
  const [weekday = '', from = '', to = ''] = text.split(/[ -]/);
  return { weekday: Number(weekday), from: minutes(from), to: minutes(to) };
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Hours that end before they begin go on into the next day: `5 22:00-06:00` is the night to Saturday. */
export function withinHours({ weekday, from, to }: WeeklyHours, moment: LocalMoment): boolean {
  const { minute } = moment;
  if (from < to) return moment.weekday === weekday && minute >= from && minute < to;
  return (moment.weekday === weekday && minute >= from) || (moment.weekday === (weekday % 7) + 1 && minute < to);
}

/** A quarter of an hour is the finest step that any time zone of the world moves by. */
const STEP_MS = 15 * 60_000;

/** The wall clock of a time zone. Intl is slow, so its answer is kept for the step of time it is true for. */
export function localClock(timezone: string): (now: number) => LocalMoment & { day: string } {
  const format = clockFormat(timezone);
  let step = Number.NaN;
  let start: LocalMoment & { day: string } = { weekday: 1, minute: 0, day: '' };
  return (now) => {
    const current = Math.floor(now / STEP_MS);
    if (current !== step) {
      step = current;
      start = read(format, current * STEP_MS);
    }
    const passed = Math.floor((now - current * STEP_MS) / 60_000);
    return { weekday: start.weekday, minute: start.minute + passed, day: start.day };
  };
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function read(format: Intl.DateTimeFormat, at: number): LocalMoment & { day: string } {
  const part = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return {
    weekday: WEEKDAYS.indexOf(part.weekday ?? '') + 1,
    minute: Number(part.hour) * 60 + Number(part.minute),
    day: `${part.year}-${part.month}-${part.day}`,
  };
}
