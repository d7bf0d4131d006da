import type { Campaign } from '@poklik/contract/campaigns';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/api-error.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { NotRefreshed } from '../../../../ui/data-table/not-refreshed.tsx';
import { SelectionBar } from '../../../../ui/data-table/selection-bar.tsx';
import type { ListState } from '../../../../ui/data-table/use-list-state.ts';
import { Grid } from '../../../../ui/grid/grid.tsx';
import type { GridRows } from '../../../../ui/grid/grid-column.ts';
import { GridLoading } from '../../../../ui/grid/grid-loading.tsx';
import { ROW_HEIGHTS } from '../../../../ui/grid/row-heights.ts';
import { useGridSelection } from '../../../../ui/grid/use-grid-selection.ts';
import type { MenuAction } from '../../../../ui/menu/menu-action.ts';
import { ErrorCard } from '../../../../ui/state/error-card.tsx';
import type { ListRequest, useCampaignList } from '../campaign-list.queries.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import { useCampaignRows } from './use-campaign-rows.ts';
import type { CampaignTable } from './use-campaign-table.ts';

// Loaded when a cell is edited.
const CellEditor = lazy(async () => ({ default: (await import('../edit/cell-editor.tsx')).CellEditor }));

interface CampaignGridProps {
  request: ListRequest;
  first: ReturnType<typeof useCampaignList>;
  table: CampaignTable;
  list: ListState;
  filters: CampaignFilters;
  canWrite: boolean;
  actions: (campaign: Campaign) => ReactNode;
  menu: (campaign: Campaign) => MenuAction[];
  bulkActions: (campaigns: Campaign[], clear: () => void) => ReactNode;
  /** Instead of a grid without rows. */
  empty: ReactNode;
  /** About the campaigns as they are now. */
  dialog: (rows: readonly Campaign[]) => ReactNode;
}

const ACTIONS_WIDTH = 88;
const rowId = ({ id }: Campaign) => id;

/** All campaigns that match the filters, as a grid, and the open dialog. */
export function CampaignGrid(props: CampaignGridProps) {
  const { rows, loaded } = useCampaignRows(props.request, props.first);
  return (
    <>
      <Rows {...props} rows={rows} />
      {props.dialog(loaded)}
    </>
  );
}

function Rows(props: CampaignGridProps & { rows: GridRows<Campaign> }) {
  const { first, rows, table, list, filters, canWrite, actions, menu, bulkActions, empty } = props;
  const { t } = useTranslation(['campaigns', 'select', 'grid']);
  const { density } = useCurrentUser();
  const { editor } = table;
  const { data, error } = first;
  const selection = useGridSelection(rows, rowId, JSON.stringify(filters.query));
  const selected = [...selection.rows.values()];

  if (error && !data)
    return (
      <ErrorCard
        message={error.message}
        code={error instanceof ApiError ? error.code : undefined}
        onRetry={first.refetch}
      />
    );
  if (data?.meta.total === 0) return empty;
  const totals = data?.totals;
  const unknown = totals && totals.campaigns_with_cost < totals.campaigns_with_clicks;
  return (
    <section aria-label={t('title')} aria-busy={first.isFetching || undefined}>
      {error && <NotRefreshed onRetry={first.refetch} />}
      {data && !table.isLoading ? (
        <Grid
          label={t('title')}
          columns={table.columns}
          layout={table.layout}
          onLayout={table.setLayout}
          rows={rows}
          rowId={rowId}
          rowLabel={({ name }) => name}
          opensRows
          rowHeight={ROW_HEIGHTS[density]}
          fillsScreen
          sort={list.sort ? { column: list.sort, order: list.order ?? 'asc' } : undefined}
          onSort={({ column, order }) => list.setSort(column, order)}
          {...(canWrite && { selection })}
          actions={{ header: t('list.actions'), width: ACTIONS_WIDTH, cell: actions }}
          menu={menu}
          isLoading={first.isPlaceholderData}
          totals={`${t('grid:total')} · ${t('list.campaigns', { count: data.meta.total })}`}
          {...(unknown && {
            totalsNote: t('list.with_cost', {
              known: totals.campaigns_with_cost,
              count: totals.campaigns_with_clicks,
            }),
          })}
        />
      ) : (
        <GridLoading />
      )}
      {canWrite && selected.length > 0 && (
        <SelectionBar count={selected.length} onClear={selection.clear}>
          {bulkActions(selected, selection.clear)}
        </SelectionBar>
      )}
      {editor.edited && (
        <Suspense>
          <CellEditor cell={editor.edited} onClose={editor.close} />
        </Suspense>
      )}
    </section>
  );
}
