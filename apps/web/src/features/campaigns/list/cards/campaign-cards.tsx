import type { Campaign } from '@poklik/contract/campaigns';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Metrics } from '@poklik/contract/statistics';
import { conversionRate, roi } from '@poklik/domain/campaigns/campaign-metrics';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { boundText } from '../../../../format/bounds.ts';
import { roiText } from '../../../../format/metrics.ts';
import { currencySign, formatAmount, formatInteger, formatPercent } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Sparkline } from '../../../../ui/chart/sparkline.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { Highlight } from '../../../../ui/highlight.tsx';
import { CampaignStatusBadge } from '../../../../widgets/campaign-status-badge.tsx';
import { CampaignLabels } from '../campaign-labels.tsx';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import { useCostTitle } from '../use-cost-title.ts';
import { useReportLink } from '../use-report-link.ts';
import { MetricCell } from './metric-cell.tsx';

/** What a card shows. Unknown values are a dash with the reason, never a zero. */
export function useCampaignCards(
  filters: CampaignFilters,
  actions: (campaign: Campaign) => ReactNode,
): Column<Campaign>[] {
  const { t } = useTranslation('campaigns');
  const seesMoney = useCurrentUser().team.can_see_money;
  const trafficColumns = useTrafficColumns();
  const moneyColumns = useMoneyColumns();

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
    ...trafficColumns,
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

/** Clicks and conversions. */
function useTrafficColumns(): Column<Campaign>[] {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const unknown = useUnknownTitle();
  const reportOf = useReportLink();
  const integer = (value: number | null) => formatInteger(language, value);
  return [
    {
      id: 'today',
      header: t('list.columns.today'),
      align: 'end',
      card: 'value',
      cell: (campaign) => {
        const { today } = campaign;
        return (
          <MetricCell
            to={reportOf(campaign, 'clicks', 'today')}
            title={unknown(today)}
            note={today && t('list.unique', { count: today.unique_clicks, formatted: integer(today.unique_clicks) })}
          >
            {integer(today?.clicks ?? null)}
          </MetricCell>
        );
      },
    },
    {
      id: 'clicks',
      header: t('list.clicks'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: (campaign) => {
        const { stats, sparkline } = campaign;
        return (
          <MetricCell
            to={reportOf(campaign, 'clicks')}
            title={unknown(stats)}
            note={
              sparkline && (
                <Sparkline values={sparkline} label={t('list.by_day', { days: sparkline.map(integer).join(' · ') })} />
              )
            }
          >
            {integer(stats?.clicks ?? null)}
          </MetricCell>
        );
      },
    },
    {
      id: 'conversions',
      header: t('list.conversions'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: (campaign) => {
        const { stats } = campaign;
        return (
          <MetricCell
            to={reportOf(campaign, 'conversions')}
            title={unknown(stats)}
            note={stats && `CR ${formatPercent(language, conversionRate(stats))}`}
          >
            {integer(stats?.conversions ?? null)}
          </MetricCell>
        );
      },
    },
  ];
}

/** Cost, revenue and profit. */
function useMoneyColumns(): Column<Campaign>[] {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const sign = currencySign(language, BASE_CURRENCY);
  const unknown = useUnknownTitle();
  const costTitle = useCostTitle();
  const reportOf = useReportLink();
  const money = ({ stats }: Campaign, name: 'cost' | 'revenue' | 'profit') => {
    const title = unknown(stats) ?? (name === 'revenue' ? undefined : stats && costTitle(stats));
    return { text: stats ? boundText(name, stats) + formatAmount(language, stats[name]) : '—', title };
  };

  return [
    // Not on the card, but its rows can be sorted by them.
    ...(['cost', 'revenue'] as const).map(
      (name): Column<Campaign> => ({
        id: name,
        header: t(`list.${name}`, { currency: sign }),
        sortable: true,
        cell: (campaign) => money(campaign, name).text,
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
            to={reportOf(campaign, 'profit')}
            title={title ?? undefined}
            tone={stats ? profitTone(stats.profit, stats) : undefined}
            note={stats && stats.profit !== null && roiText(language, roi(stats), stats)}
          >
            {text}
          </MetricCell>
        );
      },
    },
  ];
}

/** Why metrics are missing. */
function useUnknownTitle() {
  const { t } = useTranslation('campaigns');
  return (figures: Metrics | null) => (figures === null ? t('list.no_statistics') : undefined);
}
