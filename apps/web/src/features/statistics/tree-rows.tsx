import type { Dimension, Metric, Statistics, StatisticsFilter, StatisticsRow } from '@poklik/contract/statistics';
import { addDays } from '@poklik/domain/statistics/calendar';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import { IconButton } from '../../ui/button.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { rowName } from './date-text.ts';
import css from './deep-table.module.css';
import { boundedMetricText } from './metric-text.ts';
import { useMetrics } from './statistics.queries.ts';
import { narrowFilter } from './statistics-state.ts';
import type { Changes, StatisticsScreen } from './use-statistics-state.ts';

const CHILDREN_SHOWN = 100;

interface Level {
  screen: StatisticsScreen;
  dimension: Dimension;
  /** Remaining dimensions. */
  rest: readonly Dimension[];
  /** Filters of the parent rows. */
  above: readonly StatisticsFilter[];
  columns: readonly Metric[];
}

export function TreeRows({ answer, ...level }: Level & { answer: Statistics }) {
  return answer.data.rows.map((row) => (
    <TreeRow key={row.keys[0]} row={row} timezone={answer.meta.timezone} {...level} />
  ));
}

function TreeRow({ row, timezone, ...level }: Level & { row: StatisticsRow; timezone: string }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const { screen, dimension, rest, above, columns } = level;
  const [key = ''] = row.keys;
  const { short: name, full } = rowName(language, dimension, row, timezone);
  const [next, ...further] = rest;
  const own: StatisticsFilter = { dimension, operator: 'in', values: [key] };
  return (
    <>
      <tr>
        <th scope="row" data-level={above.length}>
          <span className={css.first}>
            {next ? (
              <IconButton
                label={t(isOpen ? 'table.collapse' : 'table.expand', { name })}
                aria-expanded={isOpen}
                className={css.toggle ?? ''}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
              </IconButton>
            ) : (
              <span className={css.leaf} />
            )}
            <Link
              className={css.name}
              to={screen.to(closer(screen, [...above, own], dimension, key))}
              preventScrollReset
              title={full}
            >
              {name}
            </Link>
          </span>
        </th>
        {columns.map((metric) => (
          <td key={metric} data-tone={toneOf(metric, row)}>
            {metric === 'roi' && <span className={css.heat} data-heat={heatOf(row.roi)} />}
            {boundedMetricText(language, metric, row)}
          </td>
        ))}
      </tr>
      {isOpen && next && <Children {...level} dimension={next} rest={further} above={[...above, own]} />}
    </>
  );
}

function Children(level: Level) {
  const { t } = useTranslation('select');
  const { screen, dimension, above, columns } = level;
  const { question, state, days, today } = screen;
  const query = useMetrics(
    {
      ...question,
      filters: JSON.stringify([...state.filters, ...above]),
      group_by: dimension,
      interval: 'none',
      ...(state.sort ? { sort: state.sort } : {}),
      ...(state.order ? { order: state.order } : {}),
      per_page: String(CHILDREN_SHOWN),
    },
    { goesOn: days.end >= today },
  );
  const { data, error } = query;
  if (data) return <TreeRows answer={data} {...level} />;
  return (
    <tr>
      <td colSpan={columns.length + 1} className={css.wait}>
        {error ? <ErrorCard message={error.message} onRetry={query.refetch} /> : t('loading')}
      </td>
    </tr>
  );
}

/** Link of a row: times become the period, other values filters, together with the parent rows. */
function closer(
  screen: StatisticsScreen,
  path: readonly StatisticsFilter[],
  dimension: Dimension,
  key: string,
): Changes {
  const filters = path
    .slice(0, -1)
    .reduce(
      (all, { dimension: each, values }) => (isTime(each) ? all : narrowedTo(all, each, values[0] ?? '')),
      [...screen.state.filters],
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

function toneOf(metric: Metric, row: StatisticsRow): 'positive' | 'negative' | undefined {
  if (metric !== 'profit' && metric !== 'roi') return undefined;
  return profitTone(row[metric], row);
}

/** From −50 % to +50 % ROI. */
const heatOf = (roi: number | null): number | undefined =>
  roi === null ? undefined : Math.max(-3, Math.min(3, Math.round(roi * 6)));
