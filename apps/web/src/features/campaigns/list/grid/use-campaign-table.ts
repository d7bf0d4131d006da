import { isLtv } from '@poklik/contract/ltv';
import type { RevenueBasis } from '@poklik/contract/statistics';
import { useLocation, useNavigate } from 'react-router';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { searchWith } from '../../../../ui/data-table/search-with.ts';
import { type Extras, extrasOf } from '../../../../widgets/conversion-types/extra-metrics.ts';
import { useTypeColumnIds } from '../../../../widgets/conversion-types/use-type-columns.ts';
import { useGridLayout } from '../../../../widgets/grids/use-grid-layout.ts';
import { readViewId, useOpenedView, VIEW_PARAMETER } from '../../../../widgets/saved-views/saved-views.queries.ts';
import { useCellEditor } from '../edit/use-cell-editor.ts';
import { type ColumnOptions, useGridColumns } from './grid-columns.tsx';

/** What the grid shows until the user chooses. */
const USUAL = ['status', 'clicks', 'conversions', 'cost', 'revenue', 'profit', 'roi', 'cr', 'trend'];

type TableOptions = Omit<ColumnOptions, 'onEdit'> & { basis: RevenueBasis };

/** Columns of the campaign grid, their layout, and the cell that is edited. */
export function useCampaignTable(options: TableOptions) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const editor = useCellEditor();
  const viewId = readViewId(new URLSearchParams(search));
  const { view, isLoading } = useOpenedView('campaigns', viewId);
  const columns = useGridColumns({ ...options, onEdit: editor.edit });
  const layout = useGridLayout('campaigns', {
    known: columns.map(({ id }) => id),
    usual: USUAL,
    view: view?.layout ?? null,
    onLeaveView: () => void navigate(searchWith(search, { [VIEW_PARAMETER]: null }), { replace: true }),
  });
  return { ...layout, columns, editor, viewId, isLoading };
}

export type CampaignTable = ReturnType<typeof useCampaignTable>;

/** What is only counted because the grid has columns of it. */
export function useExtras(): Extras {
  const { search } = useLocation();
  const { view } = useOpenedView('campaigns', readViewId(new URLSearchParams(search)));
  const own = useCurrentUser().grids.campaigns;
  const known: readonly string[] = useTypeColumnIds();
  const ids = ((view?.layout ?? own)?.columns ?? []).map(({ id }) => id);
  return extrasOf(ids.filter((id) => known.includes(id) || isLtv(id)));
}
