import { invalidField } from '@poklik/contract/errors';
import { PERIOD_DAYS_MAX } from '@poklik/contract/statistics';
import { addDays, type DaySpan, daysBetween } from '@poklik/domain/statistics/calendar';

const DEFAULT_DAYS = 7;

interface DaysQuery {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The days of a report: seven unless both ends are given, up to today unless an end is given. */
export function resolveDays({ start_date, end_date }: DaysQuery, today: string): DaySpan {
  const end = end_date ?? (start_date !== undefined && start_date > today ? start_date : today);
  const start = start_date ?? addDays(end, 1 - DEFAULT_DAYS);
  if (end < start) throw invalidField('end_date', 'ends_before_start');
  if (daysBetween(start, end) >= PERIOD_DAYS_MAX) throw invalidField('start_date', 'period_too_long');
  return { start, end };
}
