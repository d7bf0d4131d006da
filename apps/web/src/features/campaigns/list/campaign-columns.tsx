import type { Campaign, CampaignMetrics } from '@poklik/contract/campaigns';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { conversionRate, roi } from '@poklik/domain/campaigns/campaign-metrics';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { boundText } from '../../../format/bounds.ts';
import { currencySign, formatAmount, formatDelta, formatInteger, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { Highlight } from '../../../ui/highlight.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { CampaignStatusBadge } from '../../../widgets/campaign-status-badge.tsx';
import { CampaignLabels } from './campaign-labels.tsx';
import { MetricCell } from './metric-cell.tsx';
import type { CampaignFilters } from './use-campaign-filters.ts';
import { useCostTitle } from './use-cost-title.ts';

const MONEY = ['cost', 'revenue', 'profit'] as const;
const SORTABLE = ['name', 'status', 'clicks', 'conversions'] as const;

/** Sortable columns. Sorting by money would reveal it to members without access. */
export const useSortable = () => (useCurrentUser().team.can_see_money ? ([...SORTABLE, ...MONEY] as const) : SORTABLE);

/** List columns. Unknown values are a dash with the reason, never a zero. */
export function useCampaignColumns(
  filters: CampaignFilters,
  actions: (campaign: Campaign) => ReactNode,
): Column<Campaign>[] {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const seesMoney = useCurrentUser().team.can_see_money;
  const sign = currencySign(language, BASE_CURRENCY);
  const integer = (value: number | null) => formatInteger(language, value);
  const unknown = (figures: CampaignMetrics | null) => (figures === null ? t('list.no_statistics') : undefined);

  const costTitle = useCostTitle();
  const money = ({ stats }: Campaign, name: 'cost' | 'revenue' | 'profit') => {
    const title = unknown(stats) ?? (name === 'revenue' ? undefined : stats && costTitle(stats));
    return { text: stats ? boundText(name, stats) + formatAmount(language, stats[name]) : '—', title };
  };

  const moneyColumns: Column<Campaign>[] = [
    ...(['cost', 'revenue'] as const).map(
      (name): Column<Campaign> => ({
        id: name,
        header: t(`list.${name}`, { currency: sign }),
        sortable: true,
        align: 'end',
        priority: 3,
        cell: (campaign) => {
          const { text, title } = money(campaign, name);
          return <MetricCell title={title ?? undefined}>{text}</MetricCell>;
        },
      }),
    ),
    {
      id: 'profit',
      header: t('list.profit', { currency: sign }),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: (campaign) => {
        const { stats } = campaign;
        const { text, title } = money(campaign, 'profit');
        return (
          <MetricCell
            title={title ?? undefined}
            tone={stats ? profitTone(stats.profit, stats) : undefined}
            note={
              stats && stats.profit !== null && `ROI ${boundText('roi', stats)}${formatDelta(language, roi(stats))}`
            }
          >
            {text}
          </MetricCell>
        );
      },
    },
  ];

  return [
    {
      id: 'name',
      header: t('list.name'),
      sortable: true,
      wide: true,
      card: 'title',
      cell: ({ name }) => <Highlight text={name} search={filters.query.search ?? ''} />,
      below: (campaign) => <CampaignLabels campaign={campaign} filters={filters} />,
    },
    {
      id: 'status',
      header: t('list.status'),
      sortable: true,
      card: 'badge',
      cell: (campaign) => <CampaignStatusBadge campaign={campaign} />,
    },
    {
      id: 'today',
      header: t('list.today'),
      align: 'end',
      card: 'value',
      cell: ({ today }) => (
        <MetricCell
          title={unknown(today)}
          note={today && t('list.unique', { count: today.unique_clicks, formatted: integer(today.unique_clicks) })}
        >
          {integer(today?.clicks ?? null)}
        </MetricCell>
      ),
    },
    {
      id: 'clicks',
      header: t('list.clicks'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ stats, sparkline }) => (
        <MetricCell
          title={unknown(stats)}
          note={
            sparkline && (
              <Sparkline values={sparkline} label={t('list.by_day', { days: sparkline.map(integer).join(' · ') })} />
            )
          }
        >
          {integer(stats?.clicks ?? null)}
        </MetricCell>
      ),
    },
    {
      id: 'conversions',
      header: t('list.conversions'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ stats }) => (
        <MetricCell title={unknown(stats)} note={stats && `CR ${formatPercent(language, conversionRate(stats))}`}>
          {integer(stats?.conversions ?? null)}
        </MetricCell>
      ),
    },
    ...(seesMoney ? moneyColumns : []),
    {
      id: 'actions',
      header: t('list.actions'),
      narrow: true,
      align: 'end',
      card: 'actions',
      cell: actions,
    },
  ];
}
