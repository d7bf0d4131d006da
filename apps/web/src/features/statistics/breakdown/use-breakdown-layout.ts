import type { GridLayout } from '@poklik/contract/grid-layouts';
import { MONEY_FIELDS } from '@poklik/contract/money';
import { METRICS, type Metric } from '@poklik/contract/statistics';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { useGridLayout } from '../../../widgets/grids/use-grid-layout.ts';
import { useOpenedView } from '../../../widgets/saved-views/saved-views.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';

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

/** Columns of the table and its export. */
export function useBreakdownLayout({ state, seesMoney, change }: StatisticsScreen) {
  const isNarrow = useNarrow();
  const { view, isLoading } = useOpenedView('statistics', state.view);
  const layout = useGridLayout('breakdown', {
    known: ['key', ...METRICS.filter((metric) => seesMoney || !MONEY_FIELDS.has(metric))],
    usual: isNarrow ? NARROW : USUAL,
    view: view?.layout ?? null,
    onLeaveView: () => void change({ view: null, page: state.page }, { replace: true }),
  });
  return { ...layout, isLoading };
}

/** The visible metrics in the order of the screen: pinned ones come first. */
export const metricsOf = ({ columns }: GridLayout): Metric[] =>
  columns
    .toSorted((one, other) => Number(other.pinned ?? false) - Number(one.pinned ?? false))
    .flatMap(({ id }) => METRICS.find((metric) => metric === id) ?? []);
