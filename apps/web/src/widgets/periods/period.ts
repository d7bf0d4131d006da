import type { DaySpan } from '@poklik/domain/statistics/calendar';
import { PRESETS, type Preset } from '@poklik/domain/statistics/presets';

/** A named period, or its days. */
export type Period = Preset | DaySpan;

/** The period of a screen, and how to change it. */
export interface PeriodControl {
  period: Period;
  /** What can be chosen by name, in the order of the shortcuts. */
  presets: readonly Preset[];
  /** The days that the period means today. */
  days: DaySpan;
  today: string;
  /** URL of the screen with another period. */
  to: (period: Period) => { search: string };
  choose: (period: Period) => void | Promise<void>;
}

/** The parameters that hold the period, in every URL. */
export const PERIOD_PARAMETERS = ['period', 'from', 'to'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;

export function readPeriod(params: URLSearchParams, usual: Preset, presets: readonly Preset[] = PRESETS): Period {
  const [start, end] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (DAY.test(start) && DAY.test(end) && start <= end) return { start, end };
  return presets.find((preset) => preset === params.get('period')) ?? usual;
}

/** Parameters of a list's API call; all time needs none. */
export const daysQuery = ({ period, days }: PeriodControl): { start_date?: string; end_date?: string } =>
  period === 'all' ? {} : { start_date: days.start, end_date: days.end };

/** Null where a parameter is left out; the usual period needs none. */
export function writePeriod(period: Period, usual: Preset): Record<(typeof PERIOD_PARAMETERS)[number], string | null> {
  if (typeof period !== 'string') return { period: null, from: period.start, to: period.end };
  return { period: period === usual ? null : period, from: null, to: null };
}
