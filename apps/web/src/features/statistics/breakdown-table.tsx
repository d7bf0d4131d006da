import { MONEY_FIELDS } from '@poklik/contract/money';
import {
  DIMENSIONS,
  type Dimension,
  GROUPINGS_MAX,
  METRICS,
  type Metric,
  type Statistics,
} from '@poklik/contract/statistics';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Card, QueryCard } from './card.tsx';
import css from './deep-table.module.css';
import { boundedMetricText } from './metric-text.ts';
import { NativeSelect } from './native-select.tsx';
import { useMetrics } from './statistics.queries.ts';
import { TreeRows } from './tree-rows.tsx';
import type { StatisticsScreen } from './use-statistics-state.ts';

/** Default metrics; the others are behind a button. */
const USUAL: readonly Metric[] = [
  'clicks',
  'unique_clicks',
  'conversions',
  'cr',
  'cost',
  'revenue',
  'profit',
  'roi',
  'epc',
  'cpc',
  'cpa',
];
const NARROW: readonly Metric[] = ['clicks', 'conversions', 'profit'];
export const PAGE_ROWS = 25;

/** Columns of the table and its export. */
export function columnsOf({ state, seesMoney }: StatisticsScreen, isNarrow: boolean): readonly Metric[] {
  const all = state.allColumns ? METRICS : isNarrow ? NARROW : USUAL;
  return all.filter((metric) => seesMoney || !MONEY_FIELDS.has(metric));
}

/** Rows grouped by up to three nested dimensions. */
export function BreakdownTable({ screen, isReady }: { screen: StatisticsScreen; isReady: boolean }) {
  const { t } = useTranslation('statistics');
  const narrow = useNarrow();
  const { state, question, days, today, change } = screen;
  const [first = 'campaign', ...rest] = state.groups;
  const columns = columnsOf(screen, narrow);
  const query = useMetrics(
    {
      ...question,
      group_by: first,
      interval: 'none',
      ...(state.sort ? { sort: state.sort } : {}),
      ...(state.order ? { order: state.order } : {}),
      page: String(state.page),
      per_page: String(PAGE_ROWS),
    },
    { goesOn: days.end >= today, enabled: isReady },
  );
  return (
    <div id="table" className={css.anchor}>
      <Card
        title={t('table.title')}
        actions={
          <>
            <Groupings screen={screen} />
            <Button
              size="sm"
              aria-pressed={state.allColumns}
              onClick={() => change({ allColumns: !state.allColumns, page: state.page })}
            >
              {t('table.all_columns')}
            </Button>
          </>
        }
      >
        <QueryCard query={query} height={PAGE_ROWS * 20}>
          {(answer) =>
            answer.meta.total === 0 ? (
              <p className={css.empty}>{t('empty.panel')}</p>
            ) : (
              <>
                <section className={css.scroll} aria-label={t('table.title')}>
                  <table className={css.table}>
                    <Head screen={screen} dimension={first} columns={columns} />
                    <tbody>
                      <TreeRows
                        screen={screen}
                        answer={answer}
                        dimension={first}
                        rest={rest}
                        above={[]}
                        columns={columns}
                      />
                    </tbody>
                    <Totals answer={answer} columns={columns} />
                  </table>
                </section>
                <Pages answer={answer} screen={screen} />
              </>
            )
          }
        </QueryCard>
      </Card>
    </div>
  );
}

function Groupings({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const { groups } = screen.state;
  const places = Math.min(GROUPINGS_MAX, groups.length + 1);
  const set = (place: number, value: string) => {
    const chosen = groups.filter((_, other) => other !== place);
    if (value !== '') chosen.splice(place, 0, value as Dimension);
    void screen.change({ groups: chosen.length > 0 ? chosen : groups.slice(0, 1), sort: null, order: null });
  };
  return (
    <div className={css.groupings}>
      <span className={css.groupBy}>{t('table.group_by')}</span>
      {Array.from({ length: places }, (_, place) => place).map((place) => {
        const own = groups[place];
        const free = DIMENSIONS.filter((each) => each === own || !groups.includes(each));
        const none = place === 0 ? [] : [{ value: '', label: own ? t('table.no_group') : t('table.add_group') }];
        return (
          <NativeSelect
            key={place}
            label={t('table.level', { level: place + 1 })}
            value={own ?? ''}
            options={[
              ...none,
              ...free.map((each) => ({ value: each, label: t(`dimension.${each}`, { defaultValue: each }) })),
            ]}
            onChange={(value) => set(place, value)}
          />
        );
      })}
    </div>
  );
}

function Head({
  screen,
  dimension,
  columns,
}: {
  screen: StatisticsScreen;
  dimension: Dimension;
  columns: readonly Metric[];
}) {
  const { t } = useTranslation('statistics');
  const { sort, order } = screen.state;
  const sortable = [
    { id: 'key' as const, label: t(`dimension.${dimension}`, { defaultValue: dimension }) },
    ...columns.map((id) => ({ id, label: t(`metric.${id}`) })),
  ];
  return (
    <thead>
      <tr>
        {sortable.map(({ id, label }) => {
          const sorted = sort === id ? (order ?? 'desc') : null;
          const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown;
          const next = sorted === 'desc' ? 'asc' : 'desc';
          return (
            <th
              key={id}
              scope="col"
              aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
            >
              <button
                type="button"
                className={css.sort}
                data-sorted={sorted ?? undefined}
                onClick={() => screen.change({ sort: id, order: next })}
              >
                {label}
                <Icon size={14} strokeWidth={1.75} aria-hidden />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Totals({ answer, columns }: { answer: Statistics; columns: readonly Metric[] }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { summary } = answer.data;
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('table.total')}</th>
        {columns.map((metric) => (
          <td key={metric}>{boundedMetricText(language, metric, summary)}</td>
        ))}
      </tr>
    </tfoot>
  );
}

function Pages({ answer, screen }: { answer: Statistics; screen: StatisticsScreen }) {
  const { t } = useTranslation('select');
  const { current_page: page, last_page: last, total, per_page: size } = answer.meta;
  if (last === 1) return null;
  return (
    <nav className={css.pages} aria-label={t('pages')}>
      <span>{t('rows_range', { from: (page - 1) * size + 1, to: Math.min(total, page * size), total })}</span>
      <Button size="sm" disabled={page <= 1} onClick={() => screen.change({ page: page - 1 })}>
        {t('previous')}
      </Button>
      <Button size="sm" disabled={page >= last} onClick={() => screen.change({ page: page + 1 })}>
        {t('next')}
      </Button>
    </nav>
  );
}
