import type { Metric } from '@poklik/contract/statistics';
import { EXPLAINED_METRICS, type ExplainedMetric } from '@poklik/contract/statistics-change';
import type { ChangeRequest } from '../statistics.queries.ts';
import type { StatisticsState } from '../statistics-state.ts';
import type { ReportTarget } from '../use-statistics-state.ts';

/** What a change is explained for: the request without its metric, and the report that its causes lead to. */
export interface ChangeScope {
  request: Omit<ChangeRequest, 'metric'>;
  report: ReportTarget;
}

/** The comparison of a screen. Without one, there is no change to explain. */
export const comparedWith = ({ compare }: StatisticsState): Pick<ChangeRequest, 'compare' | 'compare_maturity'> => ({
  ...(compare === 'none' ? {} : { compare }),
  compare_maturity: 'same',
});

/** The metric that explains another one: everything that isn't revenue or cost shows in the profit. */
export const explainedBy = (metric: Metric): ExplainedMetric =>
  EXPLAINED_METRICS.find((each) => each === metric) ?? 'profit';
