import { SUBS } from '@poklik/contract/routing';
import type { Dimension, StatisticsFilter } from '@poklik/contract/statistics';
import { ArrowUpRight, Ban, Filter, Pause, ReceiptText, Scale, Sigma } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import type { MenuAction } from '../../../ui/menu/menu-action.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { usePauseCampaign } from '../../../widgets/campaigns/use-pause-campaign.ts';
import type { WeightsRequest } from '../../../widgets/campaigns/weights-request.ts';
import type { CostRequest } from '../../../widgets/costs/cost-request.ts';
import type { ReportTarget } from '../use-statistics-state.ts';
import { closer } from './row-link.ts';
import type { TreeRow } from './use-tree.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** Times have no key to exclude: they are chosen by the period. */
const TIMES: readonly Dimension[] = ['hour', 'day', 'week', 'month'];
/** Their keys begin with the campaign's ID. */
const OF_CAMPAIGN: readonly Dimension[] = ['campaign', 'rule', 'destination', 'version'];

/** Values of a report that can be acted on. */
type ActedRow = Pick<TreeRow, 'dimension' | 'key' | 'name' | 'path'>;
export type RowAction = MenuAction & {
  does: 'filter' | 'exclude' | 'open' | 'weights' | 'pause' | 'cost' | 'cost_details';
};

/** What the screen can change in place. */
export interface RowDialogs {
  onChangeWeights: (request: WeightsRequest) => void;
  onCorrectCost: (request: CostRequest) => void;
  /** Says where the cost of a row comes from. */
  onOpenCost: (path: readonly StatisticsFilter[]) => void;
  /** The cost that a row is about, or null. */
  costOf: (path: readonly StatisticsFilter[]) => CostRequest | null;
}

/** What can be done with a row of the report. */
export function useRowActions(
  report: ReportTarget,
  /** Without them, weights are changed on the campaign's overview and costs in their list. */
  dialogs?: RowDialogs,
): (row: ActedRow) => RowAction[] {
  const { t } = useTranslation('statistics');
  const user = useCurrentUser();
  const canWrite = hasPermission(user, 'campaigns:write');
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();
  const pause = usePauseCampaign();
  const costActions = useCostActions(dialogs);

  const exclude = ({ dimension, key, name }: ActedRow) => {
    const before = report.to({});
    void report.change({ filters: withoutValue(report.state.filters, dimension, key) });
    toast(t(isSub(dimension) ? 'table.excluded_placement' : 'table.excluded', { name }), {
      action: { label: t('table.undo'), onSelect: () => void navigate(before, { preventScrollReset: true }) },
    });
  };

  return (row) => {
    const { dimension, key, path } = row;
    const place = placeOf(row);
    const id = place?.campaignId ?? null;
    const { pathname = '', search } = report.to(closer(report, path, dimension, key));
    return [
      { does: 'filter', label: t('table.filter_by'), icon: <Filter {...ICON} />, to: pathname + search },
      ...(TIMES.includes(dimension)
        ? []
        : [
            {
              does: 'exclude',
              label: t('table.exclude'),
              icon: <Ban {...ICON} />,
              onSelect: () => exclude(row),
            } as const,
          ]),
      ...(id === null
        ? []
        : [
            {
              does: 'open',
              label: t('table.open_campaign'),
              icon: <ArrowUpRight {...ICON} />,
              to: localizedPath(paths.campaignOverview(id)),
            } as const,
          ]),
      ...costActions(row),
      ...(id === null || !place || !canWrite
        ? []
        : [
            {
              does: 'weights',
              label: t('table.change_weights'),
              icon: <Scale {...ICON} />,
              ...(dialogs
                ? { onSelect: () => dialogs.onChangeWeights(place) }
                : { to: localizedPath(paths.campaignOverview(id)) }),
            } as const,
            {
              does: 'pause',
              label: t('table.pause_campaign'),
              icon: <Pause {...ICON} />,
              onSelect: () => pause(id),
            } as const,
          ]),
    ];
  };
}

function useCostActions(dialogs: RowDialogs | undefined): (row: ActedRow) => RowAction[] {
  const { t } = useTranslation('statistics');
  const user = useCurrentUser();
  const canCorrect = hasPermission(user, 'costs:write');
  if (!dialogs || !user.team.can_see_money) return () => [];
  return ({ path }) => {
    const cost = canCorrect ? dialogs.costOf(path) : null;
    const details: RowAction = {
      does: 'cost_details',
      label: t('cost.details'),
      icon: <Sigma {...ICON} />,
      onSelect: () => dialogs.onOpenCost(path),
    };
    if (!cost) return [details];
    const correct: RowAction = {
      does: 'cost',
      label: t('table.correct_cost'),
      icon: <ReceiptText {...ICON} />,
      onSelect: () => dialogs.onCorrectCost(cost),
    };
    return [details, correct];
  };
}

/** The campaign of a row or of a row above it, with the rule and destination that the row is about. */
function placeOf({ path }: ActedRow): WeightsRequest | null {
  const own = path.findLast(({ dimension }) => OF_CAMPAIGN.includes(dimension));
  const [campaignId = 0, rule = null, destination = null] = (own?.values[0] ?? '').split(':').map(Number);
  if (!Number.isInteger(campaignId) || campaignId <= 0) return null;
  const isPlace = own?.dimension === 'rule' || own?.dimension === 'destination';
  return { campaignId, rule: isPlace ? rule : null, destination: isPlace ? destination : null };
}

/** Whether values of the dimension are what traffic sources call placements. */
export const isSub = (dimension: Dimension): boolean => (SUBS as readonly string[]).includes(dimension);

/** The same filters with one more excluded value. */
export function withoutValue(
  filters: readonly StatisticsFilter[],
  dimension: Dimension,
  value: string,
): StatisticsFilter[] {
  const own = filters.find((filter) => filter.dimension === dimension && filter.operator === 'not_in');
  const rest = filters.filter((filter) => filter !== own);
  return [...rest, { dimension, operator: 'not_in', values: [...new Set([...(own?.values ?? []), value])] }];
}
