import type { Campaign } from '@poklik/contract/campaigns';
import type { Metric } from '@poklik/contract/statistics';
import type { Preset } from '@poklik/domain/statistics/presets';
import { useLocation } from 'react-router';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { PERIOD_PARAMETERS } from '../../../widgets/periods/period.ts';
import { REVENUE_PARAMETER } from './revenue/use-revenue-basis.ts';

/** Where a metric of a campaign leads: its report of the period that the list shows, or another. */
export function useReportLink() {
  const localizedPath = useLocalizedPath();
  const { search } = useLocation();
  const own = new URLSearchParams(search);
  const kept = [...PERIOD_PARAMETERS, REVENUE_PARAMETER]
    .flatMap((name) => (own.has(name) ? [`&${name}=${own.get(name)}`] : []))
    .join('');
  return ({ id }: Campaign, metric: Metric, period?: Preset) =>
    localizedPath(paths.campaignReport(id, metric, period) + (period ? '' : kept));
}
