import { clockFormat } from '../profile/timezone.ts';
/** Minutes since midnight of a weekday (1 is Monday); end exclusive. */
export interface WeeklyHours {
  weekday: number;
  from: number;
  to: number;
}

/** Local time in the campaign's time zone. */
export interface LocalMoment {
  weekday: number;
  minute: number;
}

/** Parses `1 09:00-18:00`, validated by the contract. */
export function parseHours(text: string): WeeklyHours {
  const [weekday = '', from = '', to = ''] = text.split(/[ -]/);
  return { weekday: Number(weekday), from: minutes(from), to: minutes(to) };
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Ranges that end before they start continue into the next day: `5 22:00-06:00` ends on Saturday. */
export function withinHours({ weekday, from, to }: WeeklyHours, moment: LocalMoment): boolean {
  const { minute } = moment;
  if (from < to) return moment.weekday === weekday && minute >= from && minute < to;
  return (moment.weekday === weekday && minute >= from) || (moment.weekday === (weekday % 7) + 1 && minute < to);
}

/** Time zone offsets change in multiples of 15 minutes. */
const STEP_MS = 15 * 60_000;

/** Local time of a time zone. Intl is slow, so the offset is cached for each 15-minute step. */
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
