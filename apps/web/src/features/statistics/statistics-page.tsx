import type { Statistics } from '@poklik/contract/statistics';
import { dayAt } from '@poklik/domain/statistics/calendar';
import { ChartColumn, CircleAlert, CircleCheck } from 'lucide-react';
import { lazy, Suspense, startTransition, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay } from '../../format/dates.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import type { WeightsDialogComponent, WeightsRequest } from '../../widgets/campaigns/weights-request.ts';
import type { CostDialogComponent, CostRequest } from '../../widgets/costs/cost-request.ts';
import { BreakdownPanel } from './breakdown/breakdown-panel.tsx';
import { BreakdownTable } from './breakdown/breakdown-table.tsx';
import { useExtras } from './breakdown/use-breakdown-layout.ts';
import type { RowDialogs } from './breakdown/use-row-actions.tsx';
import { QueryCard } from './card.tsx';
import { comparedWith } from './change/change-scope.ts';
import { useChangeDialog } from './change/use-change-dialog.tsx';
import { costQuestion } from './cost/cost-question.ts';
import { useCostDialog } from './cost/use-cost-dialog.tsx';
import { clockText } from './date-text.ts';
import { LivePanel } from './live-panel.tsx';
import { ChartCard } from './metrics/chart-card.tsx';
import { MetricTiles } from './metrics/metric-tiles.tsx';
import { StaleProvider } from './stale-state.tsx';
import css from './statistics-page.module.css';
import { Toolbar } from './toolbar/toolbar.tsx';
import { usePanelViews } from './use-panel-views.ts';
import { useReport } from './use-report.ts';
import { type StatisticsScreen, useStatisticsScreen } from './use-statistics-state.ts';

/** The map's borders are the largest file of the screen. */
const WorldMap = lazy(() => import('./world/world-map.tsx').then((module) => ({ default: module.WorldMap })));

const FunnelCard = lazy(() => import('./funnel/funnel-card.tsx').then((module) => ({ default: module.FunnelCard })));

// Dialogs load on demand to keep the screen light.
const loadFilterDialog = () => import('./toolbar/filter-dialog.tsx');
const FilterDialog = lazy(async () => ({ default: (await loadFilterDialog()).FilterDialog }));
const FirstEvent = lazy(async () => ({
  default: (await import('../../widgets/onboarding/first-event.tsx')).FirstEvent,
}));

const CHART_HEIGHT = 380;

interface StatisticsPageProps {
  WeightsDialog: WeightsDialogComponent;
  CostDialog: CostDialogComponent;
}

/** Metrics, chart, breakdowns and table. */
export function StatisticsPage({ WeightsDialog, CostDialog }: StatisticsPageProps) {
  const { t } = useTranslation('statistics');
  const own = useStatisticsScreen();
  const screen = { ...own, extras: useExtras(own) };
  const { openCost, costDialog } = useCostDialog();
  const weights = useDialog<WeightsRequest>();
  const cost = useDialog<CostRequest>();
  const [isFiltering, setIsFiltering] = useState(false);
  // Deferred, so opening or closing the dialog doesn't wait for the screen to re-render.
  const filter = (isOpen: boolean) => startTransition(() => setIsFiltering(isOpen));
  const { state, question, change } = screen;
  const { views, panels } = usePanelViews(screen);
  const report = useReport(screen, panels);
  const query = report.main;
  const { explain, dialog } = useChangeDialog({ request: { ...question, ...comparedWith(state) }, report: screen });
  const answer = query.data;
  // Rendered after the metrics and chart in small steps, so interactions stay fast.
  const below = useDeferredValue(
    <SecondaryPanels
      screen={screen}
      views={views}
      queries={report.panels}
      dialogs={{
        onChangeWeights: weights.open,
        onCorrectCost: cost.open,
        onOpenCost: (path) => openCost(costQuestion(screen, path)),
      }}
    />,
    null,
  );
  if (answer && hasNoData(answer, screen)) return <NoDataYet />;

  return (
    <div className={css.page}>
      {/* Keeps its height while loading, so that the toolbar does not move away from a click. */}
      <PageHeader title={t('title')} subtitle={answer ? <Freshness answer={answer} /> : '\u00A0'} />
      <Toolbar screen={screen} onFilter={() => filter(true)} onFilterNear={() => void loadFilterDialog()} />
      <StaleProvider subject={JSON.stringify(question)} isMainStale={query.isPlaceholderData}>
        <MetricTiles
          seesMoney={screen.seesMoney}
          answer={answer}
          isStale={query.isPlaceholderData}
          metric={state.metric}
          second={state.second}
          onChoose={(metric) =>
            change({ metric, second: state.second === metric ? null : state.second }, { replace: true })
          }
          onChooseSecond={(second) => change({ second }, { replace: true })}
          onExplain={explain}
          onOpenCost={() => openCost(costQuestion(screen))}
        />
        {answer && <IncompleteDataBanner answer={answer} />}
        {answer?.meta.held_back && <OverQuotaBanner answer={answer} />}
        {answer?.meta.first_click_at && <NoDataInPeriod at={answer.meta.first_click_at} screen={screen} />}
        <QueryCard query={query} height={CHART_HEIGHT}>
          {(data) => <ChartCard screen={screen} answer={data} />}
        </QueryCard>
        {below}
      </StaleProvider>
      {dialog}
      {costDialog}
      <Suspense>{isFiltering && <FilterDialog screen={screen} onClose={() => filter(false)} />}</Suspense>
      <Suspense>{weights.about && <WeightsDialog request={weights.about} {...weights.props} />}</Suspense>
      <Suspense>{cost.about && <CostDialog request={cost.about} {...cost.props} />}</Suspense>
    </div>
  );
}

interface SecondaryPanelsProps {
  screen: StatisticsScreen;
  views: ReturnType<typeof usePanelViews>['views'];
  queries: ReturnType<typeof useReport>['panels'];
  dialogs: Omit<RowDialogs, 'costOf'>;
}

/** Breakdown panels, table and live clicks. */
function SecondaryPanels({ screen, views, queries, dialogs }: SecondaryPanelsProps) {
  const { t } = useTranslation('statistics');
  const panel = (name: keyof typeof views) => ({
    screen,
    view: views[name],
    query: queries[name],
    title: t(`panel.${name}`),
  });
  return (
    <>
      <div className={css.panels}>
        <BreakdownPanel {...panel('campaigns')} />
        <BreakdownPanel
          {...panel('countries')}
          picture={{
            label: t('panel.map'),
            render: (data) => (
              <Suspense fallback={<div className={css.map} />}>
                <WorldMap answer={data} screen={screen} />
              </Suspense>
            ),
          }}
        />
        <BreakdownPanel {...panel('devices')} />
        <BreakdownPanel {...panel('sources')} />
      </div>
      <div className={css.below}>
        <Suspense fallback={<div className={css.funnel} />}>
          <FunnelCard screen={screen} />
        </Suspense>
      </div>
      <div className={css.below}>
        <BreakdownTable screen={screen} query={queries.table} dialogs={dialogs} />
      </div>
      <div className={css.below}>
        <LivePanel screen={screen} />
      </div>
    </>
  );
}

/** No clicks at all, in any period. */
const hasNoData = ({ data, meta }: Statistics, { state }: StatisticsScreen): boolean =>
  data.summary.clicks === 0 &&
  data.summary.impressions === 0 &&
  meta.first_click_at === null &&
  state.filters.length === 0 &&
  data.summary.excluded + data.summary.blocked + data.summary.conversions === 0;

function NoDataYet() {
  const { t } = useTranslation('statistics');
  return (
    <>
      <PageHeader title={t('title')} />
      <Suspense fallback={<PageLoader />}>
        <FirstEvent icon={ChartColumn} words="statistics" addressOf={({ tracking_url }) => tracking_url} />
      </Suspense>
    </>
  );
}

/** When the data was loaded, and the result of the nightly check. */
function Freshness({ answer }: { answer: Statistics }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { meta } = answer;
  const { status, checked_at: checkedAt } = meta.data_health;
  const Icon = status === 'ok' ? CircleCheck : CircleAlert;
  return (
    <span className={css.freshness}>
      {meta.is_behind && meta.complete_until
        ? t('behind', { time: formatDateTime(language, meta.complete_until, meta.timezone) })
        : t('updated', { time: clockText(language, meta.answered_at, meta.timezone) })}
      {status !== 'unknown' && (
        <span
          className={css.health}
          data-status={status}
          title={checkedAt ? t('health.checked', { date: formatDay(language, checkedAt, meta.timezone) }) : undefined}
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden />
          {t(`health.${status}`)}
        </span>
      )}
    </span>
  );
}

/** Clicks of a lost analytics database can't be counted; shows from when data is complete. */
function IncompleteDataBanner({ answer: { meta } }: { answer: Statistics }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const { complete_from: from } = meta.data_health;
  if (!from) return null;
  return <Banner kind="warning">{t('incomplete', { date: formatDateTime(language, from, meta.timezone) })}</Banner>;
}

/** The period is over the plan's event limit; its data is stored. */
function OverQuotaBanner({ answer: { meta } }: { answer: Statistics }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  if (!meta.held_back) return null;
  return (
    <Banner
      kind="warning"
      action={
        <ButtonLink size="sm" to={localizedPath(paths.tariffs)}>
          {t('over_quota.action')}
        </ButtonLink>
      }
    >
      {t('over_quota.text', { date: formatDateTime(language, meta.held_back.from, meta.timezone) })}
    </Banner>
  );
}

/** There are clicks, but not in this period. */
function NoDataInPeriod({ at, screen }: { at: string; screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const day = dayAt(screen.timezone, Date.parse(at));
  return (
    <Banner
      kind="info"
      action={
        <ButtonLink size="sm" to={screen.to({ period: { start: day, end: day }, interval: null })}>
          {t('empty.to_first')}
        </ButtonLink>
      }
    >
      {t('empty.period')} {t('empty.first', { date: formatDay(language, at, screen.timezone) })}
    </Banner>
  );
}
