import { MONEY_FIELDS } from '@poklik/contract/money';
import { METRICS, type Metric, type Statistics } from '@poklik/contract/statistics';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridLayout } from '../../../ui/grid/grid-layout.ts';
import { ROW_HEIGHTS } from '../../../ui/grid/row-heights.ts';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import type { WeightsRequest } from '../../../widgets/campaigns/weights-request.ts';
import { Card, type CardQuery, QueryCard } from '../card.tsx';
import { PAGE_ROWS } from '../use-panel-views.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './breakdown-table.module.css';
import { Groupings } from './groupings.tsx';
import { PlacementList } from './placement-list.tsx';
import { useRowActions } from './use-row-actions.tsx';
import { useTree } from './use-tree.ts';
import { useTreeColumns } from './use-tree-columns.tsx';

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
/** Known only with the revenue basis `expected`. */
const EXPECTED: ReadonlySet<Metric> = new Set<Metric>([
  'expected_on_hold',
  'expected_on_hold_low',
  'expected_on_hold_high',
  'unrated_on_hold',
]);
const NARROW: readonly Metric[] = ['clicks', 'conversions', 'profit'];

/** Columns of the table and its export. */
export function columnsOf({ state, seesMoney }: StatisticsScreen, isNarrow: boolean): readonly Metric[] {
  const known = METRICS.filter((metric) => state.revenue === 'expected' || !EXPECTED.has(metric));
  const all = state.allColumns ? known : isNarrow ? NARROW : USUAL;
  return all.filter((metric) => seesMoney || !MONEY_FIELDS.has(metric));
}

const ACTIONS_WIDTH = 48;

interface BreakdownTableProps {
  screen: StatisticsScreen;
  query: CardQuery<Statistics>;
  onChangeWeights: (request: WeightsRequest) => void;
}

/** Rows grouped by up to three nested dimensions, which can be acted on. */
export function BreakdownTable({ screen, query, onChangeWeights }: BreakdownTableProps) {
  const { t } = useTranslation('statistics');
  const { state, change } = screen;
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
        <QueryCard query={query} height={PAGE_ROWS * 20} isList>
          {(answer) =>
            answer.meta.total === 0 ? (
              <p className={css.empty}>{t('empty.panel')}</p>
            ) : (
              <>
                <Breakdown answer={answer} screen={screen} onChangeWeights={onChangeWeights} />
                <Pages answer={answer} screen={screen} />
              </>
            )
          }
        </QueryCard>
        <PlacementList screen={screen} />
      </Card>
    </div>
  );
}

interface BreakdownProps extends Omit<BreakdownTableProps, 'query'> {
  answer: Statistics;
}

function Breakdown({ answer, screen, onChangeWeights }: BreakdownProps) {
  const { t } = useTranslation(['statistics', 'select', 'grid']);
  const { density } = useCurrentUser();
  const narrow = useNarrow();
  const { state, change } = screen;
  const rows = useTree(answer, screen);
  const columns = useTreeColumns({ answer, screen, isNarrow: narrow });
  const actionsOf = useRowActions(screen, onChangeWeights);
  const shown = columnsOf(screen, narrow).join();
  const layout = useMemo<GridLayout>(() => ({ columns: shown.split(',').map((id) => ({ id })), rules: [] }), [shown]);
  return (
    <Grid
      label={t('table.title')}
      columns={columns}
      layout={layout}
      onLayout={() => {}}
      rows={rows}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      opensRows
      rowHeight={ROW_HEIGHTS[density]}
      sort={state.sort ? { column: state.sort, order: state.order ?? 'desc' } : undefined}
      onSort={({ column, order }) =>
        change({ sort: column === 'key' ? 'key' : (METRICS.find((metric) => metric === column) ?? null), order })
      }
      actions={{
        header: t('select:actions'),
        width: ACTIONS_WIDTH,
        cell: (row) => <ActionsMenu label={t('select:actions_of', { name: row.name })} actions={actionsOf(row)} />,
      }}
      menu={actionsOf}
      totals={t('table.total')}
    />
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
