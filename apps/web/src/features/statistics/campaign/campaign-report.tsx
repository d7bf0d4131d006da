import { MONEY_FIELDS } from '@poklik/contract/money';
import type { Metric, Statistics } from '@poklik/contract/statistics';
import { dayAt } from '@poklik/domain/statistics/calendar';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import { PeriodPicker } from '../../../widgets/periods/period-picker.tsx';
import type { ChartSteps, ReportPeriod } from '../../../widgets/report-period.ts';
import { QueryCard } from '../card.tsx';
import { ChartCard } from '../metrics/chart-card.tsx';
import { TILE_METRICS } from '../metrics/metric-tiles.tsx';
import { RevenueBasisControl } from '../metrics/revenue-basis.tsx';
import { useMetrics } from '../statistics.queries.ts';
import { ComparisonSelect } from '../toolbar/toolbar.tsx';
import { useStatisticsKeys } from '../toolbar/use-statistics-keys.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './campaign-report.module.css';
import { CampaignTiles } from './campaign-tiles.tsx';
import { useCampaignScreen } from './use-campaign-screen.ts';

const CHART_HEIGHT = 380;

interface CampaignReportProps {
  campaignId: number;
  /** Shown under the chart, aligned with its steps. */
  underChart: (steps: ChartSteps) => ReactNode;
  /** Parts that share the period. */
  children: (period: ReportPeriod) => ReactNode;
}

/** A campaign's metrics: period, comparison, tiles and chart. */
export function CampaignReport({ campaignId, underChart, children }: CampaignReportProps) {
  const { screen, period, report } = useCampaignScreen(campaignId);
  const { state } = screen;
  const query = useMetrics(
    {
      ...period.query,
      revenue_basis: state.revenue,
      compare: state.compare,
      compare_maturity: 'same',
      ...(state.interval ? { interval: state.interval } : {}),
    },
    { goesOn: period.goesOn },
  );
  return (
    <div className={css.report}>
      <ReportToolbar screen={screen} period={period} />
      <QueryCard query={query} height={CHART_HEIGHT}>
        {(answer) => (
          <div className={css.parts}>
            <NoClicks answer={answer} screen={screen} />
            <CampaignTiles screen={screen} period={period} report={report} answer={answer} />
            <ChartCard screen={screen} answer={answer}>
              {underChart(stepsOf(answer))}
            </ChartCard>
          </div>
        )}
      </QueryCard>
      {children(period)}
    </div>
  );
}

const stepsOf = ({ data, meta }: Statistics): ChartSteps => ({
  days: { start: meta.period.start_date, end: meta.period.end_date },
  timezone: meta.timezone,
  interval: meta.interval ?? 'day',
  dates: data.series.map(({ date }) => date),
});

/** Why everything is zero: clicks came at another time, or never. */
function NoClicks({ answer: { data, meta }, screen }: { answer: Statistics; screen: StatisticsScreen }) {
  const { t } = useTranslation('campaign_home');
  const language = useLanguage();
  const { clicks, excluded, blocked, impressions } = data.summary;
  if (clicks + excluded + blocked + impressions > 0) return null;
  const { first_click_at: at } = meta;
  if (at === null) return <Banner kind="info">{t('no_clicks_yet')}</Banner>;
  const day = dayAt(screen.timezone, Date.parse(at));
  return (
    <Banner
      kind="info"
      action={
        <ButtonLink size="sm" to={screen.to({ period: { start: day, end: day }, interval: null })}>
          {t('to_first')}
        </ButtonLink>
      }
    >
      {t('no_clicks_in_period', { date: formatDay(language, at, screen.timezone) })}
    </Banner>
  );
}

function ReportToolbar({ screen, period }: { screen: StatisticsScreen; period: ReportPeriod }) {
  const { t } = useTranslation('statistics');
  const { t: home } = useTranslation('campaign_home');
  const { state, change, seesMoney } = screen;
  useStatisticsKeys(screen);
  return (
    <div className={css.toolbar}>
      <PeriodPicker control={screen.periods} />
      <ComparisonSelect screen={screen} />
      <NativeSelect
        label={home('chart_metric')}
        value={state.metric}
        options={TILE_METRICS.filter((each) => seesMoney || !MONEY_FIELDS.has(each)).map((each) => ({
          value: each,
          label: t(`metric.${each}`),
        }))}
        onChange={(value) => change({ metric: value as Metric }, { replace: true })}
      />
      {seesMoney && <RevenueBasisControl screen={screen} />}
      <span className={css.end}>
        <ButtonLink size="sm" to={period.reportPath()} icon={<ArrowUpRight size={16} strokeWidth={1.75} aria-hidden />}>
          {home('open_report')}
        </ButtonLink>
      </span>
    </div>
  );
}
