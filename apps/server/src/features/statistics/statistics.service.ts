import type { DataHealth } from '@poklik/contract/data-health';
import { AppError } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Dimension, Interval, SeriesPoint, Statistics } from '@poklik/contract/statistics';
import { isMoneyColumn } from '@poklik/contract/type-columns';
import { type DaySpan, defaultInterval, isReadableInterval, listBuckets } from '@poklik/domain/statistics/calendar';
import { computeMetrics, zeroTotals } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { withExpectation } from '../../stats/expectation.ts';
import { findFirstClickTime } from '../../stats/first-click-time.ts';
import type { MetricsScope } from '../../stats/metrics-sources.ts';
import { type MetricsPanel, type PanelResult, queryPanels, totalsOf } from '../../stats/query-metrics.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { getDataHealth, healthForPeriod } from './data-health.service.ts';
import { createCachedFreshness, type Freshness } from './freshness.service.ts';
import {
  type ComparedPeriod,
  type ReportScope,
  resolveComparison,
  resolveReportScope,
  type StatisticsQuery,
} from './report-scope.service.ts';
import { createRowLabelers, type LabelRow } from './row-labels.service.ts';

type Client = Services['clickhouse']['client'];

/** Totals, time series and breakdowns of one report scope. */
export function createStatisticsService(services: Services) {
  const freshness = createCachedFreshness(services);
  return async (caller: Caller, query: StatisticsQuery): Promise<Statistics> =>
    buildReport(services, { caller, query, ...(await loadReportContext(services, freshness, caller, query)) });
}

interface ReportContext extends ReportScope {
  now: number;
  health: DataHealth;
  freshness: Freshness | null;
}

async function loadReportContext(
  services: Services,
  getFreshness: () => Promise<Freshness | null>,
  caller: Caller,
  query: StatisticsQuery,
): Promise<ReportContext> {
  const now = Date.now();
  const [scope, freshness, health] = await Promise.all([
    resolveReportScope(services, caller, query, { now, columns: sortsOf(query) }),
    getFreshness(),
    getDataHealth(services.db, caller.accountId),
  ]);
  return { now, freshness, health: healthForPeriod(health, scope.subject.period.from), ...scope };
}

interface ReportRequest extends ReportContext {
  caller: Caller;
  query: StatisticsQuery;
}

async function buildReport(services: Services, request: ReportRequest): Promise<Statistics> {
  const { caller, query, now, days, subject, health, freshness } = request;
  const interval = resolveInterval(query, days);
  const { compare = 'none' } = query;
  const compared = compare === 'none' ? null : resolveComparison(query, compare, request, Math.floor(now / 1000));
  const main = toBreakdown(caller, query);
  const panels = (query.panels ?? []).map((panel) => toBreakdown(caller, panel));
  const report = await queryClickhouse(services, caller, (client) =>
    runReport(client, request, { interval, compared, main, panels }),
  );
  const series = (rows: PanelResult | undefined, of: DaySpan): SeriesPoint[] =>
    interval && rows
      ? fillSeries(rows, listBuckets(subject.timeZone, of, interval, subject.weekStart), subject.types)
      : [];
  const all = [report.main, ...report.panels].map((each) => ({ ...subject, ...each }));
  const labelerFor = await createRowLabelers(services.db, caller, all);
  const toPanel = (each: BreakdownResult) => ({
    group_by: [...each.groupBy],
    rows: toRows(each.rows, labelerFor({ ...subject, ...each })),
    meta: buildPage('/statistics', each.paging, each.total).meta,
  });
  const { rows, meta } = toPanel(report.main);
  return {
    data: {
      summary: computeMetrics(report.totals),
      previous: report.previous && computeMetrics(report.previous),
      series: series(report.series, days),
      previous_series: compared ? series(report.past, compared.days) : [],
      rows,
      ...(query.panels ? { panels: report.panels.map(toPanel) } : {}),
    },
    meta: {
      ...meta,
      period: { start_date: days.start, end_date: days.end },
      previous_period: compared && { start_date: compared.days.start, end_date: compared.days.end },
      previous_as_of: compared?.asOf == null ? null : toIso(compared.asOf),
      revenue_basis: subject.revenueBasis ?? 'approved',
      timezone: subject.timeZone,
      interval,
      currency: BASE_CURRENCY,
      answered_at: new Date(now).toISOString(),
      complete_until: freshness?.completeUntil?.toISOString() ?? null,
      is_behind: freshness?.isBehind ?? false,
      held_back: findLockedPeriod(subject),
      first_click_at: report.first?.toISOString() ?? null,
      data_health: health,
    },
  };
}

const sortsOf = ({ sort, panels = [] }: StatisticsQuery): string[] =>
  [sort, ...panels.map((panel) => panel.sort)].flatMap((each) => each ?? []);

interface Breakdown {
  groupBy: readonly Dimension[];
  paging: Pick<StatisticsQuery, 'page' | 'per_page'>;
  /** Null without a grouping. */
  panel: MetricsPanel | null;
}

type BreakdownResult = Breakdown & PanelResult;

type BreakdownQuery = Pick<StatisticsQuery, 'group_by' | 'sort' | 'order' | 'page' | 'per_page'>;

function toBreakdown(caller: Caller, query: BreakdownQuery): Breakdown {
  const { group_by: groupBy = [], page, per_page } = query;
  const paging = { page, per_page };
  if (groupBy.length === 0) return { groupBy, paging, panel: null };
  return { groupBy, paging, panel: { groupBy, sort: resolveSort(groupBy, caller, query), page: pageWindow(paging) } };
}

interface ReportPanels {
  interval: Interval | null;
  compared: ComparedPeriod | null;
  /** Of the query itself. */
  main: Breakdown;
  panels: readonly Breakdown[];
}

/** Everything is one statement; only an empty report asks for the first click as well. */
async function runReport(
  client: Client,
  { caller, subject, now }: ReportRequest,
  { interval, compared, main, panels }: ReportPanels,
) {
  const seriesOf = (period: MetricsPanel['period']): MetricsPanel | null =>
    interval && period ? { groupBy: [interval], period } : null;
  const [current, before, series, pastSeries, mainRows, ...panelRows] = await queryPanels(
    client,
    await withExpectation(client, subject, Math.floor(now / 1000)),
    [
      { groupBy: [] },
      compared && { groupBy: [], ...comparedPanel(compared) },
      seriesOf(subject.period),
      seriesOf(compared?.period),
      main.panel,
      ...panels.map(({ panel }) => panel),
    ],
  );
  const totals = totalsOf(current, subject.types);
  return {
    totals,
    previous: compared && totalsOf(before, subject.types),
    series,
    past: pastSeries,
    main: { ...main, ...mainRows },
    panels: panels.map((panel, index) => ({ ...panel, ...(panelRows[index] as PanelResult) })),
    // An empty report points to the first click.
    first: totals.clicks > 0 ? null : await findFirstClickTime(client, caller.accountId, subject.campaignIds),
  };
}

/** How a panel reads the previous period. */
export const comparedPanel = ({ elapsed, asOf }: ComparedPeriod): Pick<MetricsPanel, 'period' | 'asOf'> => ({
  period: elapsed,
  ...(asOf === null ? {} : { asOf }),
});

/** Every interval, including empty ones. */
function fillSeries({ rows }: PanelResult, buckets: readonly string[], types: MetricsScope['types']): SeriesPoint[] {
  const rowsByDate = new Map(rows.map((row) => [row.keys[0], row]));
  return buckets.map((date) => ({ date, ...computeMetrics(rowsByDate.get(date) ?? zeroTotals(types)) }));
}

function toRows(rows: PanelResult['rows'], getLabel: LabelRow): Statistics['data']['rows'] {
  return rows.map((row) => {
    const labels = row.keys.map((key, place) => getLabel(place, key));
    return {
      ...computeMetrics(row),
      keys: row.keys,
      labels: labels.map(({ full }) => full),
      short_labels: labels.map(({ short }) => short),
    };
  });
}

/** The part of the period that is locked because it is over quota. */
function findLockedPeriod({ lockedPeriods = [], period }: MetricsScope): Statistics['meta']['held_back'] {
  const locked = lockedPeriods.find(({ from, until }) => from < period.until && until > period.from);
  return locked ? { from: toIso(locked.from), until: toIso(locked.until) } : null;
}

export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Longer than usual: a report has nothing else to show. */
const QUERY_TIMEOUT_MS = 30_000;

/** Throws `unavailable` when ClickHouse does not answer. */
export async function queryClickhouse<T>(
  services: Services,
  { accountId }: Pick<Caller, 'accountId'>,
  query: (client: Client) => Promise<T>,
): Promise<T> {
  const result = await tryClickhouse(services, accountId, query, QUERY_TIMEOUT_MS);
  if (result === null) throw new AppError('unavailable');
  return result;
}

function resolveInterval({ interval = 'auto' }: StatisticsQuery, days: DaySpan): Interval | null {
  if (interval === 'none') return null;
  return interval === 'auto' || !isReadableInterval(days, interval) ? defaultInterval(days) : interval;
}

/** By default times sort chronologically and everything else by clicks. */
export function resolveSort(
  [first]: readonly Dimension[],
  { canSeeMoney }: Pick<Caller, 'canSeeMoney'>,
  { sort, order }: Pick<StatisticsQuery, 'sort' | 'order'>,
) {
  // Sorting by money would reveal it to users without access to it.
  if (isMoneyColumn(sort) && !canSeeMoney) throw new AppError('forbidden');
  const isTime = first !== undefined && TIME_DIMENSIONS.has(first);
  const by = sort ?? (isTime ? 'key' : 'clicks');
  return { by, order: order ?? (by === 'key' ? 'asc' : 'desc') } as const;
}

const TIME_DIMENSIONS: ReadonlySet<string> = new Set(['hour', 'day', 'week', 'month', 'weekday']);
