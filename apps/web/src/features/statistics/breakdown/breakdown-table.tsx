import type { GridLayout } from '@poklik/contract/grid-layouts';
import type { Statistics } from '@poklik/contract/statistics';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import { ROW_HEIGHTS } from '../../../ui/grid/row-heights.ts';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { ColumnsMenu } from '../../../widgets/grids/columns-menu.tsx';
import { Card, type CardQuery, QueryCard } from '../card.tsx';
import { readSort } from '../statistics-state.ts';
import { PAGE_ROWS } from '../use-panel-views.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './breakdown-table.module.css';
import { costOfRow } from './cost-of-row.ts';
import { Groupings } from './groupings.tsx';
import { PlacementList } from './placement-list.tsx';
import { useBreakdownLayout } from './use-breakdown-layout.ts';
import { type RowDialogs, useRowActions } from './use-row-actions.tsx';
import { type TreeRow, useTree } from './use-tree.ts';
import { useTreeColumns } from './use-tree-columns.tsx';

const ACTIONS_WIDTH = 48;

interface BreakdownTableProps {
  screen: StatisticsScreen;
  query: CardQuery<Statistics>;
  dialogs: Omit<RowDialogs, 'costOf'>;
}

/** Rows grouped by up to three nested dimensions, which can be acted on. */
export function BreakdownTable({ screen, query, dialogs }: BreakdownTableProps) {
  const { t } = useTranslation('statistics');
  const columns = useTreeColumns({ summary: query.data?.data.summary, screen, isNarrow: useNarrow() });
  const { layout, setLayout, reset, isLoading } = useBreakdownLayout(screen);
  return (
    <div id="table" className={css.anchor}>
      <Card
        title={t('table.title')}
        actions={
          <>
            <Groupings screen={screen} />
            <ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} onReset={reset} />
          </>
        }
      >
        <QueryCard query={query} height={PAGE_ROWS * 20} isList>
          {(answer) =>
            isLoading ? null : answer.meta.total === 0 ? (
              <p className={css.empty}>{t('empty.panel')}</p>
            ) : (
              <>
                <Breakdown
                  answer={answer}
                  screen={screen}
                  columns={columns}
                  layout={layout}
                  onLayout={setLayout}
                  dialogs={dialogs}
                />
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
  columns: GridColumn<TreeRow>[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
}

function Breakdown({ answer, screen, columns, layout, onLayout, dialogs }: BreakdownProps) {
  const { t } = useTranslation(['statistics', 'select', 'grid']);
  const { density } = useCurrentUser();
  const { state, change } = screen;
  const rows = useTree(answer, screen);
  const actionsOf = useRowActions(screen, { ...dialogs, costOf: (path) => costOfRow(screen, path) });
  return (
    <Grid
      label={t('table.title')}
      columns={columns}
      layout={layout}
      onLayout={onLayout}
      rows={rows}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      opensRows
      rowHeight={ROW_HEIGHTS[density]}
      sort={state.sort ? { column: state.sort, order: state.order ?? 'desc' } : undefined}
      onSort={({ column, order }) => change({ sort: readSort(column), order })}
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
