import { invalidField } from '@poklik/contract/errors';
import { PERIOD_DAYS_MAX } from '@poklik/contract/statistics';
import { addDays, type DaySpan, daysBetween } from '@poklik/domain/statistics/calendar';
import type { Moments } from './business.repo.ts';

const DEFAULT_DAYS = 30;

/** Money is counted by UTC days. */
export const utcToday = (now: Date): string => now.toISOString().slice(0, 10);

/** The days of an overview, up to today unless an end is given. */
export function resolveOverviewDays({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const today = utcToday(now);
  const end = to ?? (from !== undefined && from > today ? from : today);
  const start = from ?? addDays(end, 1 - DEFAULT_DAYS);
  if (end < start) throw invalidField('to', 'ends_before_start');
  if (daysBetween(start, end) >= PERIOD_DAYS_MAX) throw invalidField('from', 'period_too_long');
  return { start, end };
}

export const momentsOf = ({ start, end }: DaySpan): Moments => ({
  from: `${start}T00:00:00Z`,
  until: `${addDays(end, 1)}T00:00:00Z`,
});
