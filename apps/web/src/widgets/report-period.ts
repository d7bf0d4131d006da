import type { Dimension, Interval, Metric } from '@poklik/contract/statistics';
import type { DaySpan } from '@poklik/domain/statistics/calendar';

/** The period of a campaign's overview, shared by its parts. */
export interface ReportPeriod {
  days: DaySpan;
  timezone: string;
  /** Includes today. */
  goesOn: boolean;
  /** Parameters of every report of the campaign. */
  query: { company_id: string; start_date: string; end_date: string; timezone: string };
  /** The statistics of the campaign in this period, optionally of one value of a dimension. */
  reportPath: (changes?: { metric?: Metric; only?: readonly [Dimension, string]; groups?: Dimension[] }) => string;
}

/** The steps of a chart, so that other parts can be aligned with them. */
export interface ChartSteps {
  days: DaySpan;
  timezone: string;
  interval: Interval;
  /** First day of each step; for hours the start in UTC. */
  dates: readonly string[];
}
