import type { Business, BusinessStep } from '@poklik/contract/overview-business';
import { useTranslation } from 'react-i18next';
import { formatDaySpan, formatMonth, formatMonthName, formatNumericDay } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ChartSeries, ChartStep } from '../../../ui/chart/chart-series.ts';
import { ChartCard } from '../chart-card.tsx';
import { axisMoney } from './money-text.ts';

interface ChartProps {
  business: Business;
  today: string;
}

/** MRR at the end of each step, with that of the compared period. */
export function MrrChart({ business, today }: ChartProps) {
  const { t } = useTranslation('overview');
  const series = useMoneySeries(business);
  return (
    <BusinessChart
      title={t('business.mrr')}
      business={business}
      today={today}
      series={[
        { ...series(t('business.mrr'), ({ mrr }) => mrr), id: 'mrr', shape: 'area' },
        ...useCompared(business, today, ({ mrr }) => mrr),
      ]}
    />
  );
}

/** What was gained and lost in each step. */
export function MovementsChart({ business, today }: ChartProps) {
  const { t } = useTranslation('overview');
  const series = useMoneySeries(business);
  const total = (...amounts: string[]) => String(amounts.reduce((sum, amount) => sum + Number(amount), 0));
  return (
    <BusinessChart
      title={t('business.movements')}
      business={business}
      today={today}
      series={[
        {
          ...series(t('business.gained'), (step) => total(step.new, step.reactivation, step.expansion)),
          ...{ id: 'gained', shape: 'bars', color: 1 },
        },
        {
          ...series(t('business.lost'), (step) => total(step.contraction, step.churn)),
          ...{ id: 'lost', shape: 'bars', color: 2 },
        },
      ]}
    />
  );
}

export function RevenueChart({ business, today }: ChartProps) {
  const { t } = useTranslation('overview');
  const series = useMoneySeries(business);
  return (
    <BusinessChart
      title={t('business.net_revenue')}
      business={business}
      today={today}
      series={[
        { ...series(t('business.net_revenue'), (step) => step.net_revenue), id: 'revenue', shape: 'bars' },
        ...useCompared(business, today, (step) => step.net_revenue),
      ]}
    />
  );
}

type ReadAmount = (step: BusinessStep) => string;

function useMoneySeries({ steps, currency }: Business) {
  const language = useLanguage();
  return (label: string, read: ReadAmount): Omit<ChartSeries, 'id'> => ({
    label,
    values: steps.map((step) => Number(read(step))),
    text: (value) => formatMoney(language, value === null ? null : String(value), currency),
    axis: (value) => axisMoney(language, value, currency),
    isWhole: false,
  });
}

/** The compared period as a line, step by step. */
function useCompared(business: Business, today: string, read: ReadAmount): ChartSeries[] {
  const language = useLanguage();
  const series = useMoneySeries(business);
  const { compared, compared_steps: before, steps } = business;
  if (!compared) return [];
  const label = formatDaySpan(language, { start: compared.from, end: compared.to }, today);
  const values = steps.map((_, place) => (before[place] ? Number(read(before[place])) : null));
  return [{ ...series(label, read), values, id: 'before', isReference: true }];
}

function useSteps({ steps, interval }: Business, today: string): ChartStep[] {
  const language = useLanguage();
  return steps.map(({ date }) =>
    interval === 'month'
      ? { short: formatMonthName(language, date), full: formatMonth(language, date) }
      : { short: formatDaySpan(language, { start: date, end: date }, today), full: formatNumericDay(language, date) },
  );
}

interface BusinessChartProps extends ChartProps {
  title: string;
  series: readonly ChartSeries[];
}

function BusinessChart({ title, business, today, series }: BusinessChartProps) {
  const { t } = useTranslation('overview');
  return (
    <ChartCard
      title={title}
      first={t(`business.interval.${business.interval}`)}
      steps={useSteps(business, today)}
      series={series}
      goesOn={business.figures.to >= today}
      empty={t('business.no_data')}
    />
  );
}
