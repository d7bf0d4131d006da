import { addDays, addMonths, type DaySpan, daysBetween } from './calendar.ts';

/** Preset periods, in the order of their shortcuts 1 to 9. */
export const PRESETS = [
  'today',
  'yesterday',
  'last7',
  'last28',
  'this_month',
  'last_month',
  'last90',
  'year',
  'all',
] as const;
/** Preset periods of the operator's overview, in the same order. */
export const OVERVIEW_PRESETS = [
  'last7',
  'last30',
  'last90',
  'this_month',
  'last_month',
  'this_quarter',
  'year',
] as const;
export type Preset = (typeof PRESETS)[number] | (typeof OVERVIEW_PRESETS)[number];

export const DEFAULT_PRESET: Preset = 'last7';

/** The longest period of a report. */
const MAX_PERIOD_DAYS = 1_095;

/** The days of a preset period, relative to `today`. */
export function presetDays(preset: Preset, today: string): DaySpan {
  const month = `${today.slice(0, 8)}01`;
  const last = (days: number): DaySpan => ({ start: addDays(today, 1 - days), end: today });
  switch (preset) {
    case 'today':
      return last(1);
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'last7':
      return last(7);
    case 'last28':
      return last(28);
    case 'last30':
      return last(30);
    case 'this_quarter':
      return { start: addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3)), end: today };
    case 'this_month':
      return { start: month, end: today };
    case 'last_month':
      return { start: `${addDays(month, -1).slice(0, 8)}01`, end: addDays(month, -1) };
    case 'last90':
      return last(90);
    case 'year':
      return last(365);
    case 'all':
      return last(MAX_PERIOD_DAYS);
  }
}

/** The previous or next period of the same length, never beyond today. */
export function shiftPeriod({ start, end }: DaySpan, by: -1 | 1, today: string): DaySpan {
  const length = daysBetween(start, end) + 1;
  const moved = { start: addDays(start, by * length), end: addDays(end, by * length) };
  if (moved.end <= today) return moved;
  return { start: addDays(today, 1 - length), end: today };
}
