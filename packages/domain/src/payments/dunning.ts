import { momentAt } from '../schedule/wall-time.ts';
import { addDays, dayAt } from '../statistics/calendar.ts';
import type { PaymentStatus } from './payment-state.ts';

/** Card networks allow more, but a bank that said no five times says no again. */
export const ATTEMPTS_MAX = 5;
const HOUR = '10:00';

/** The renewal itself, and 10:00 in the owner's time zone on each day of the list. */
export const dunningMoments = (issuedAt: Date, timezone: string, days: readonly number[]): Date[] => [
  issuedAt,
  ...days.flatMap((count) => {
    const moment = momentAt(`${addDays(dayAt(timezone, issuedAt.getTime()), count)}T${HOUR}`, timezone);
    return moment === null ? [] : [new Date(moment)];
  }),
];

export interface Attempt {
  methodId: number;
  at: Date;
  status: PaymentStatus;
}

export interface DunningState {
  moments: readonly Date[];
  attempts: readonly Attempt[];
  /** Cards that may be charged, in order. */
  methods: readonly number[];
  now: Date;
}

export type DunningStep = { kind: 'charge'; methodId: number; attempt: number } | { kind: 'wait'; until: Date | null };

/**
 * A card that was never charged is charged at once, in order. Afterwards there is one charge per moment, of the card
 * tried least often. Nothing is charged while an answer is missing.
 */
export function nextCharge({ moments, attempts, methods, now }: DunningState): DunningStep {
  const isOver = attempts.length >= ATTEMPTS_MAX || methods.length === 0;
  if (isOver || attempts.some(({ status }) => status === 'pending' || status === 'paid'))
    return { kind: 'wait', until: null };
  const current = moments.findLast((moment) => moment <= now);
  const tries = (id: number) => attempts.filter(({ methodId }) => methodId === id).length;
  const [leastTried] = methods.toSorted((one, other) => tries(one) - tries(other));
  const isDue =
    current !== undefined &&
    leastTried !== undefined &&
    (tries(leastTried) === 0 || attempts.every(({ at }) => at < current));
  if (isDue) return { kind: 'charge', methodId: leastTried, attempt: attempts.length + 1 };
  return { kind: 'wait', until: moments.find((moment) => moment > now) ?? null };
}
