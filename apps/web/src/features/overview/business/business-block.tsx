import type { Business, BusinessFigures } from '@poklik/contract/overview-business';
import { useTranslation } from 'react-i18next';
import { formatDelta, formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { MetricCard, MetricCards } from '../../../ui/metric-card.tsx';
import { useBusiness } from '../overview.queries.ts';
import { Block } from '../overview-card.tsx';
import type { OverviewPlace } from '../use-overview-place.ts';
import css from './business-block.module.css';
import { MovementsChart, MrrChart, RevenueChart } from './business-charts.tsx';
import { Cohorts } from './cohorts.tsx';
import { AtRisk, Funnel, TopCustomers } from './customer-cards.tsx';
import { MovementsCard } from './movements-card.tsx';

/** Recurring and net revenue, and the customers behind them. */
export function BusinessBlock({ place }: { place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  const query = useBusiness({ ...place.days, compare: place.comparison });
  return (
    <Block title={t('business.title')} query={query} height={640}>
      {(business) => (
        <>
          <Figures business={business} place={place} />
          <div className={css.pair}>
            <MrrChart business={business} today={place.period.today} />
            <MovementsCard business={business} place={place} />
          </div>
          <div className={css.pair}>
            <MovementsChart business={business} today={place.period.today} />
            <RevenueChart business={business} today={place.period.today} />
          </div>
          <div className={css.three}>
            <Funnel business={business} place={place} />
            <AtRisk business={business} place={place} />
            <TopCustomers business={business} place={place} />
          </div>
          <Cohorts cohorts={business.cohorts} currency={business.currency} />
        </>
      )}
    </Block>
  );
}

type Pick2 = (figures: BusinessFigures) => number | null;

function Figures({ business, place }: { business: Business; place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { figures, compared, currency } = business;
  const money = (amount: string | null) => formatMoney(language, amount, currency);
  /** The relative change; of a share, the difference in points. */
  const change = (read: Pick2, isShare = false): string | undefined => {
    const [now, before] = [read(figures), compared && read(compared)];
    if (now === null || before === null) return undefined;
    if (isShare) return t('business.points', { difference: signed((now - before) * 100) });
    return formatDelta(language, before === 0 ? null : (now - before) / Math.abs(before));
  };
  const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)}`;
  return (
    <div className={css.figures}>
      <MetricCards label={t('business.title')}>
        <MetricCard
          label={t('business.mrr')}
          title={`${t('business.arr')} ${money(figures.closing.arr)}`}
          value={money(figures.closing.mrr)}
          note={change(({ closing }) => Number(closing.mrr))}
          to={place.toList('paying')}
        />
        <MetricCard
          label={t('business.net_revenue')}
          title={t('business.net_revenue_hint')}
          value={money(figures.net_revenue)}
          note={change(({ net_revenue: revenue }) => Number(revenue))}
          to={place.toList('revenue')}
        />
        <MetricCard
          label={t('business.paying')}
          value={formatInteger(language, figures.closing.paying)}
          note={change(({ closing }) => closing.paying)}
          to={place.toList('paying')}
        />
        <MetricCard
          label={t('business.arpu')}
          title={t('business.arpu_hint')}
          value={money(figures.arpu)}
          note={change(({ arpu }) => (arpu === null ? null : Number(arpu)))}
          to={place.toList('paying')}
        />
        <MetricCard
          label={t('business.churn_rate')}
          title={t('business.churn_rate_hint')}
          value={formatPercent(language, figures.churn_rate, 1)}
          note={change(({ churn_rate: rate }) => rate, true)}
          to={place.toMovements('churn')}
        />
        <MetricCard
          label={t('business.revenue_churn_rate')}
          title={t('business.revenue_churn_rate_hint')}
          value={formatPercent(language, figures.revenue_churn_rate, 1)}
          note={change(({ revenue_churn_rate: rate }) => rate, true)}
          to={place.toMovements(null)}
        />
        {(['started', 'running', 'converted'] as const).map((name) => (
          <MetricCard
            key={name}
            label={t(`list.trials_${name}`)}
            title={t('business.trials_hint')}
            value={formatInteger(language, figures.trials[name])}
            note={change(({ trials }) => trials[name])}
            to={place.toList(`trials_${name}`)}
          />
        ))}
      </MetricCards>
    </div>
  );
}
