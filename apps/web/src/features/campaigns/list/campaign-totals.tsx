import type { CampaignTotals as Totals } from '@poklik/contract/campaigns';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { RevenueBasis } from '@poklik/contract/statistics';
import { conversionRate, roi } from '@poklik/domain/campaigns/campaign-metrics';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { boundText } from '../../../format/bounds.ts';
import { formatExactTime, formatTime } from '../../../format/dates.ts';
import { roiText } from '../../../format/metrics.ts';
import { formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { MetricCard, MetricCards } from '../../../ui/metric-card.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import type { PeriodControl } from '../../../widgets/periods/period.ts';
import { CampaignPeriod } from './campaign-period.tsx';
import css from './campaign-totals.module.css';
import type { RevenueChoice } from './revenue/use-revenue-basis.ts';
import { useCostTitle } from './use-cost-title.ts';

interface CampaignTotalsProps {
  /** Undefined while loading, null while the analytics database is unavailable. */
  totals: Totals | null | undefined;
  /** Number of matching campaigns, once known. */
  count: number | undefined;
  isFiltered: boolean;
  revenue: RevenueChoice;
  readAt: Date | null;
  period: PeriodControl;
  onRefresh: () => void;
}

/** Totals of all matching campaigns, with their time. */
export function CampaignTotals(props: CampaignTotalsProps) {
  const { totals, count, isFiltered, revenue, readAt, period, onRefresh } = props;
  const { t } = useTranslation(['campaigns', 'select']);
  const language = useLanguage();
  const { timezone, team } = useCurrentUser();
  const narrow = useNarrow();

  if (totals === null) return <StatisticsUnavailable onRetry={onRefresh} />;
  const heading =
    count === undefined ? t('list.period') : t(isFiltered ? 'list.totals_found' : 'list.campaigns', { count });
  const figure = figureOf(totals);
  return (
    <section className={css.totals} aria-labelledby="campaign-totals">
      <div className={css.line}>
        <h2 id="campaign-totals" className={narrow ? css.unseen : css.heading}>
          {heading}
        </h2>
        {narrow && <CampaignPeriod period={period} revenue={revenue} />}
        {readAt && (
          <span className={css.time} title={formatExactTime(language, readAt.toISOString(), timezone)}>
            {!narrow && t('list.read_at', { time: formatTime(language, readAt, timezone) })}
            <IconButton label={t('select:refresh')} className={css.refresh ?? ''} onClick={onRefresh}>
              <RefreshCw size={14} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <MetricCards label={heading}>
        <MetricCard
          label={t('list.metrics.clicks')}
          value={figure(({ clicks }) => formatInteger(language, clicks))}
          note={figure(({ unique_clicks: unique }) =>
            t('list.unique', { count: unique, formatted: formatInteger(language, unique) }),
          )}
        />
        <MetricCard
          label={t('list.metrics.conversions')}
          value={figure(({ conversions }) => formatInteger(language, conversions))}
          note={figure((figures) => `CR ${formatPercent(language, conversionRate(figures))}`)}
        />
        {team.can_see_money && <MoneyMetrics totals={totals} basis={revenue.basis} />}
      </MetricCards>
    </section>
  );
}

/** Nothing is shown while loading. */
const figureOf =
  (totals: Totals | undefined) =>
  <T,>(show: (figures: Totals) => T) =>
    totals === undefined ? undefined : show(totals);

function MoneyMetrics({ totals, basis }: { totals: Totals | undefined; basis: RevenueBasis }) {
  const { t } = useTranslation(['campaigns', 'statistics']);
  const language = useLanguage();
  const costTitle = useCostTitle();
  const title = totals && costTitle(totals);
  const figure = figureOf(totals);
  const money = (amount: string | null) => formatMoney(language, amount, BASE_CURRENCY);
  return (
    <>
      <MetricCard
        label={t('list.metrics.cost')}
        value={figure((figures) => boundText('cost', figures) + money(figures.cost))}
        note={figure(({ campaigns_with_clicks: all, campaigns_with_cost: known }) =>
          known < all ? t('list.with_cost', { known, count: all }) : null,
        )}
        title={title}
      />
      <MetricCard
        label={basis === 'approved' ? t('list.metrics.revenue') : t(`statistics:revenue_basis.named.${basis}`)}
        value={figure(({ revenue }) => money(revenue))}
        note={figure(({ revenue_on_hold: held }) =>
          Number(held) > 0 ? t('list.on_hold', { amount: money(held) }) : null,
        )}
      />
      <MetricCard
        label={t('list.metrics.profit')}
        value={figure((figures) => boundText('profit', figures) + money(figures.profit))}
        note={figure((figures) => roiText(language, roi(figures), figures))}
        tone={totals && profitTone(totals.profit, totals)}
        title={title}
      />
    </>
  );
}

function StatisticsUnavailable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['campaigns', 'select']);
  return (
    <Banner
      kind="info"
      role="status"
      action={
        <Button size="sm" onClick={onRetry}>
          {t('select:retry')}
        </Button>
      }
    >
      {t('list.statistics_away')}
    </Banner>
  );
}
