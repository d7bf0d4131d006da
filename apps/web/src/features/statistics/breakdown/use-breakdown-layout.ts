import type { GridLayout } from '@poklik/contract/grid-layouts';
import { MONEY_FIELDS } from '@poklik/contract/money';
import { type Dimension, METRICS, type Metric, SHOWN_METRICS } from '@poklik/contract/statistics';
import { isTypeColumn, type TypeColumn } from '@poklik/contract/type-columns';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { type Extras, extrasOf } from '../../../widgets/conversion-types/extra-metrics.ts';
import { useTypeColumnIds } from '../../../widgets/conversion-types/use-type-columns.ts';
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
/** A table by one of these begins with its own metrics. */
const OF_DIMENSIONS: Partial<Record<Dimension, readonly Metric[]>> = {
  event: ['events', 'event_clicks'],
  lander: ['lp_views', 'lp_clicks', 'lp_ctr'],
  entry: ['ad_hits'],
  offer: ['offer_clicks', 'offer_cr', 'offer_epc'],
};
const NARROW: readonly Metric[] = ['clicks', 'conversions', 'profit'];

/** Columns of the table and its export. */
export function useBreakdownLayout({ state, seesMoney, change }: StatisticsScreen) {
  const isNarrow = useNarrow();
  const typeColumns = useTypeColumnIds();
  const { view, isLoading } = useOpenedView('statistics', state.view);
  const layout = useGridLayout('breakdown', {
    known: ['key', ...SHOWN_METRICS.filter((metric) => seesMoney || !MONEY_FIELDS.has(metric)), ...typeColumns],
    usual: [...state.groups.flatMap((dimension) => OF_DIMENSIONS[dimension] ?? []), ...(isNarrow ? NARROW : USUAL)],
    view: view?.layout ?? null,
    onLeaveView: () => void change({ view: null, page: state.page }, { replace: true }),
  });
  return { ...layout, isLoading };
}

/** The visible metrics in the order of the screen: pinned ones come first. */
export const metricsOf = ({ columns }: GridLayout): (Metric | TypeColumn)[] =>
  columns
    .toSorted((one, other) => Number(other.pinned ?? false) - Number(one.pinned ?? false))
    .flatMap(({ id }) => (isTypeColumn(id) ? id : (METRICS.find((metric) => metric === id) ?? [])));

/** What is only counted because the screen shows it or is sorted by it. */
export function useExtras(screen: StatisticsScreen): Extras {
  const { layout } = useBreakdownLayout(screen);
  const { sort, metric, second } = screen.state;
  return extrasOf([...metricsOf(layout), ...[sort, metric, second].flatMap((id) => id ?? [])]);
}
