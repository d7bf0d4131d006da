import type { Dimension, StatisticsFilter } from '@poklik/contract/statistics';
import { addDays } from '@poklik/domain/statistics/calendar';
import { narrowFilter } from '../statistics-state.ts';
import type { Changes, ReportTarget } from '../use-statistics-state.ts';

/** Link of a row: times become the period, other values filters, together with the parent rows. */
export function closer(
  { state }: Pick<ReportTarget, 'state'>,
  path: readonly StatisticsFilter[],
  dimension: Dimension,
  key: string,
): Changes {
  const filters = path
    .slice(0, -1)
    .reduce(
      (all, { dimension: each, values }) => (isTime(each) ? all : narrowedTo(all, each, values[0] ?? '')),
      [...state.filters],
    );
  switch (dimension) {
    case 'day':
      return { filters, period: { start: key, end: key }, interval: null };
    case 'week':
      return { filters, period: { start: key, end: addDays(key, 6) }, interval: null };
    case 'month': {
      const end = addDays(`${addDays(key, 31).slice(0, 8)}01`, -1);
      return { filters, period: { start: key, end }, interval: null };
    }
    default:
      return { filters: narrowFilter(filters, dimension, key) };
  }
}

const isTime = (dimension: Dimension): boolean => ['day', 'week', 'month'].includes(dimension);

const narrowedTo = (filters: readonly StatisticsFilter[], dimension: Dimension, value: string): StatisticsFilter[] => {
  const rest = filters.filter((filter) => filter.dimension !== dimension || filter.operator !== 'in');
  return [...rest, { dimension, operator: 'in', values: [value] }];
};
