import { CUSTOMER_LISTS, type CustomerList, MOVEMENTS, type Movement } from '@poklik/contract/overview-business';
import { OVERVIEW_PRESETS } from '@poklik/domain/statistics/presets';
import { useLocation } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { searchWith } from '../../ui/data-table/search-with.ts';
import { usePeriod } from '../../widgets/periods/use-period.ts';

const MOVEMENTS_LIST = 'movements';
const COMPARISONS = ['previous', 'year', 'none'] as const;

/** What the URL says: the period, what it is compared with, and the open list. */
export function useOverviewPlace() {
  const { search } = useLocation();
  const localizedPath = useLocalizedPath();
  const params = new URLSearchParams(search);
  const period = usePeriod('last30', { presets: OVERVIEW_PRESETS, timezone: 'UTC' });
  const listed = params.get('list');
  const to = (changes: Record<string, string | null>): string =>
    localizedPath(paths.campaign) + searchWith(search, { page: null, sort: null, order: null, ...changes }).search;
  return {
    period,
    days: { from: period.days.start, to: period.days.end },
    comparison: COMPARISONS.find((each) => each === params.get('compare')) ?? 'previous',
    list: CUSTOMER_LISTS.find((each) => each === listed) ?? null,
    isMovements: listed === MOVEMENTS_LIST,
    movement: MOVEMENTS.find((each) => each === params.get('movement')) ?? null,
    toOverview: to({ list: null, movement: null }),
    toList: (list: CustomerList) => to({ list, movement: null }),
    toMovements: (movement: Movement | null) => to({ list: MOVEMENTS_LIST, movement }),
  };
}

export type OverviewPlace = ReturnType<typeof useOverviewPlace>;
