import type { Campaign } from '@poklik/contract/campaigns';
import { MONEY_FIELDS } from '@poklik/contract/money';
import { type Metric, type Metrics, type RevenueBasis, SHOWN_METRICS } from '@poklik/contract/statistics';
import { weightsText } from '@poklik/domain/campaigns/place-weights';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import { isShare } from '@poklik/domain/statistics/metrics';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { formatDay } from '../../../../format/dates.ts';
import { boundedMetricText } from '../../../../format/metrics.ts';
import { formatInteger } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Sparkline } from '../../../../ui/chart/sparkline.tsx';
import type { GridColumn } from '../../../../ui/grid/grid-column.ts';
import { useTypeColumns } from '../../../../widgets/conversion-types/use-type-columns.ts';
import { metricWidth } from '../../../../widgets/metric-width.ts';
import type { CampaignChanges } from '../changes/use-campaign-changes.ts';
import type { EditCell } from '../edit/use-cell-editor.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import { useCostTitle } from '../use-cost-title.ts';
import { useReportLink } from '../use-report-link.ts';
import { NoteCell, WeightsCell } from './edited-cells.tsx';
import { MetricLink, useOpenInApp } from './metric-link.tsx';
import { NameCell } from './name-cell.tsx';
import { StatusCell } from './status-cell.tsx';

/** Its heading is longer than usual. */
const NAMED_REVENUE_WIDTH = 144;

export interface ColumnOptions {
  filters: CampaignFilters;
  totals: Metrics | null | undefined;
  changes: CampaignChanges;
  canWrite: boolean;
  basis: RevenueBasis;
  onEdit: EditCell;
}

/** Every column of the campaign grid, visible or not. */
export function useGridColumns(options: ColumnOptions): GridColumn<Campaign>[] {
  const ownColumns = useOwnColumns(options);
  const metricColumns = useMetricColumns(options);
  const typeColumns = useTypeColumns<Campaign>(({ stats }) => stats, options.totals);
  const [name, status, trend, ...rest] = ownColumns;
  return [name, status, trend, ...metricColumns, ...rest, ...typeColumns].filter((column) => column !== undefined);
}

/** What the campaign is. */
function useOwnColumns({ filters, changes, canWrite, onEdit }: ColumnOptions): GridColumn<Campaign>[] {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const created = (campaign: Campaign) => formatDay(language, campaign.created_at, timezone);
  const days = (values: readonly number[]) => values.map((value) => formatInteger(language, value)).join(' · ');
  return [
    {
      id: 'name',
      header: t('list.name'),
      width: 208,
      firstOrder: 'asc',
      cell: (campaign) => <NameCell campaign={campaign} filters={filters} onEdit={canWrite ? onEdit : undefined} />,
      text: ({ name }) => name,
    },
    {
      id: 'status',
      header: t('list.columns.status'),
      width: 136,
      firstOrder: 'asc',
      cell: (campaign) => <StatusCell campaign={campaign} changes={changes} canWrite={canWrite} />,
      text: ({ status }) => t(`status.${status === 'active' ? 'open' : status}`),
    },
    {
      id: 'trend',
      header: t('list.columns.trend'),
      width: 88,
      cell: ({ sparkline }) =>
        sparkline && <Sparkline values={sparkline} label={t('list.by_day', { days: days(sparkline) })} />,
      text: ({ sparkline }) => days(sparkline ?? []),
    },
    {
      id: 'weights',
      header: t('list.columns.weights'),
      width: 110,
      cell: (campaign) => <WeightsCell campaign={campaign} onEdit={canWrite ? onEdit : undefined} />,
      text: weightsText,
    },
    {
      id: 'notes',
      header: t('list.columns.notes'),
      width: 200,
      cell: (campaign) => <NoteCell campaign={campaign} onEdit={canWrite ? onEdit : undefined} />,
      text: ({ notes }) => notes,
    },
    {
      id: 'key',
      header: t('list.columns.key'),
      width: 120,
      cell: ({ key }) => <code>{key}</code>,
      text: ({ key }) => key,
    },
    {
      id: 'traffic_source',
      header: t('list.columns.traffic_source'),
      width: 130,
      cell: ({ traffic_source: source }) => source ?? '—',
      text: ({ traffic_source: source }) => source ?? '',
    },
    {
      id: 'tags',
      header: t('list.columns.tags'),
      width: 160,
      cell: ({ tags }) => tags.join(', '),
      text: ({ tags }) => tags.join(', '),
    },
    {
      id: 'created_at',
      header: t('list.columns.created_at'),
      width: 120,
      firstOrder: 'desc',
      cell: created,
      text: created,
    },
  ];
}

/** Metrics of the period, each a link to its report. */
function useMetricColumns({ totals, basis }: ColumnOptions): GridColumn<Campaign>[] {
  const { t } = useTranslation(['statistics', 'campaigns']);
  const language = useLanguage();
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const costTitle = useCostTitle();
  const reportOf = useReportLink();
  const openInApp = useOpenInApp();
  const today: GridColumn<Campaign> = {
    id: 'today',
    header: t('campaigns:list.columns.today'),
    width: 104,
    align: 'end',
    cell: (campaign) => (
      <MetricLink to={reportOf(campaign, 'clicks', 'today')} onOpen={openInApp}>
        {formatInteger(language, campaign.today?.clicks ?? null)}
      </MetricLink>
    ),
    text: (campaign) => formatInteger(language, campaign.today?.clicks ?? null),
  };
  const column = (metric: Metric): GridColumn<Campaign> => {
    const text = ({ stats }: Campaign) => (stats ? boundedMetricText(language, metric, stats) : '—');
    const title = ({ stats }: Campaign) =>
      stats === null ? t('campaigns:list.no_statistics') : needsCost(metric) ? costTitle(stats) : undefined;
    const isNamed = metric === 'revenue' && basis !== 'approved';
    return {
      id: metric,
      header: isNamed ? t(`revenue_basis.named.${basis}`) : t(`metric.${metric}`),
      width: isNamed ? NAMED_REVENUE_WIDTH : metricWidth(metric),
      align: 'end',
      firstOrder: 'desc',
      isShare: isShare(metric),
      value: ({ stats }) => (stats === null || stats[metric] === null ? null : Number(stats[metric])),
      ...(metric === 'profit' || metric === 'roi'
        ? { tone: ({ stats }: Campaign) => (stats ? profitTone(stats[metric], stats) : undefined) }
        : {}),
      cell: (campaign) => (
        <MetricLink to={reportOf(campaign, metric)} onOpen={openInApp} title={title(campaign)}>
          {text(campaign)}
        </MetricLink>
      ),
      text,
      total: totals ? boundedMetricText(language, metric, totals) : totals === null ? '—' : null,
    };
  };
  return [today, ...SHOWN_METRICS.filter((metric) => seesMoney || !MONEY_FIELDS.has(metric)).map(column)];
}

const COST_METRICS: readonly Metric[] = ['cost', 'profit', 'roi', 'cpc', 'cpa'];
const needsCost = (metric: Metric): boolean => COST_METRICS.includes(metric);
