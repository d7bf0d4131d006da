import type { StatisticsFilter } from '@poklik/contract/statistics';
import type { CostDetailsRequest } from '../statistics.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';

/** The cost of a report, or of one of its rows. */
export function costQuestion(
  { question, state }: Pick<StatisticsScreen, 'question' | 'state'>,
  path: readonly StatisticsFilter[] = [],
): CostDetailsRequest {
  const { start_date, end_date, timezone, time_basis } = question;
  return { start_date, end_date, timezone, time_basis, filters: JSON.stringify([...state.filters, ...path]) };
}
