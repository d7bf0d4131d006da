import type { DataHealth } from '@poklik/contract/data-health';
import { AppError } from '@poklik/contract/errors';
import { BASE_CURRENCY, MONEY_FIELDS } from '@poklik/contract/money';
import type { Dimension, Interval, SeriesPoint, Statistics } from '@poklik/contract/statistics';
import {
  comparisonDays,
  type DaySpan,
  defaultInterval,
  isReadableInterval,
  listBuckets,
  periodSpan,
  truncateComparison,
} from '@poklik/domain/statistics/calendar';
import { computeMetrics, type MetricTotals, ZERO_TOTALS } from '@poklik/domain/statistics/metrics';
import { createBatcher } from '../../batcher.ts';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { findFirstClickTime } from '../../stats/first-click-time.ts';
import { createQueryBatcher } from '../../stats/query-batcher.ts';
import type { MetricsQuery, MetricsResult, RunMetricsQuery } from '../../stats/query-metrics.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { getDataHealth, healthForPeriod } from './data-health.service.ts';
import { createCachedFreshness, type Freshness } from './freshness.service.ts';
import { type ReportScope, resolveReportScope, type StatisticsQuery } from './report-scope.ts';
import { createRowLabeler } from './row-labels.ts';

type Client = Services['clickhouse']['client'];
type QueryMetrics = (question: MetricsQuery) => Promise<MetricsResult>;

/** Panels of a screen send their requests at the same time; those within this window are batched. */
const BATCH_WINDOW_MS = 5;

/** Totals, time series and breakdown of one report scope. */
export function createStatisticsService(services: Services) {
  const runQuery = createQueryBatcher();
  const batch = createBatcher<ReportContext>(BATCH_WINDOW_MS);
  const freshness = createCachedFreshness(services);
  return async (caller: Caller, query: StatisticsQuery): Promise<Statistics> => {
    const { company_id, start_date, end_date, timezone, time_basis, filters } = query;
    const scopeQuery = { company_id, start_date, end_date, timezone, time_basis, filters };
    const { userId, accountId, campaignIds } = caller;
    const context = await batch(JSON.stringify([userId, accountId, campaignIds, scopeQuery]), () =>
      loadReportContext(services, freshness, caller, query),
    );
    return buildReport(services, runQuery, { caller, query, ...context });
  };
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
    resolveReportScope(services, caller, query, now),
    getFreshness(),
    getDataHealth(services.db, caller.accountId),
  ]);
  return { now, freshness, health: healthForPeriod(health, scope.subject.period.from), ...scope };
}

interface ReportRequest extends ReportContext {
  caller: Caller;
  query: StatisticsQuery;
}

async function buildReport(
  services: Services,
  runQuery: RunMetricsQuery,
  { caller, query, now, days, subject, health, freshness }: ReportRequest,
): Promise<Statistics> {
  const { group_by: groupBy = [] } = query;
  const metricsQuery: MetricsQuery = { ...subject, groupBy };
  const interval = resolveInterval(query, days);
  const { compare = 'none' } = query;
  const previousDays = comparisonDays(days, compare);
  const nowSeconds = Math.floor(now / 1000);
  const report = await queryClickhouse(services, async (client) => {
    const queryMetrics: QueryMetrics = (each) => runQuery(client, each);
    const breakdown = queryRows(queryMetrics, metricsQuery, caller, query);
    const [current, past, rows] = await Promise.all([
      // The breakdown includes the totals, so no second query is needed without a time series.
      interval === null && metricsQuery.groupBy.length > 0
        ? breakdown.then(({ totals }): TimeSeries => ({ series: [], totals }))
        : queryTimeSeries(queryMetrics, metricsQuery, days, interval),
      previousDays &&
        queryTimeSeries(
          queryMetrics,
          { ...metricsQuery, period: periodSpan(metricsQuery.timeZone, previousDays) },
          previousDays,
          interval,
        ),
      breakdown,
    ]);
    return {
      ...current,
      past,
      previous:
        previousDays &&
        past &&
        (await queryComparableTotals(queryMetrics, metricsQuery, { before: previousDays, past, nowSeconds })),
      rows,
      // An empty report points to the first click.
      first:
        current.totals.clicks > 0
          ? null
          : await findFirstClickTime(client, metricsQuery.accountId, metricsQuery.campaignIds),
    };
  });
  const getLabel = await createRowLabeler(services.db, caller, { ...metricsQuery, ...report.rows });
  const { page, per_page } = query;
  return {
    data: {
      summary: computeMetrics(report.totals),
      previous: report.previous && computeMetrics(report.previous),
      series: report.series,
      previous_series: report.past?.series ?? [],
      rows: report.rows.rows.map((row) => {
        const labels = row.keys.map((key, place) => getLabel(place, key));
        return {
          ...computeMetrics(row),
          keys: row.keys,
          labels: labels.map(({ full }) => full),
          short_labels: labels.map(({ short }) => short),
        };
      }),
    },
    meta: {
      ...buildPage('/statistics', { page, per_page }, report.rows.total).meta,
      period: { start_date: days.start, end_date: days.end },
      previous_period: previousDays && { start_date: previousDays.start, end_date: previousDays.end },
      timezone: metricsQuery.timeZone,
      interval,
      currency: BASE_CURRENCY,
      answered_at: new Date(now).toISOString(),
      complete_until: freshness?.completeUntil?.toISOString() ?? null,
      is_behind: freshness?.isBehind ?? false,
      held_back: findLockedPeriod(metricsQuery),
      first_click_at: report.first?.toISOString() ?? null,
      data_health: health,
    },
  };
}

/** The part of the period that is locked because it is over quota. */
function findLockedPeriod({ lockedPeriods = [], period }: MetricsQuery): Statistics['meta']['held_back'] {
  const locked = lockedPeriods.find(({ from, until }) => from < period.until && until > period.from);
  return locked ? { from: toIso(locked.from), until: toIso(locked.until) } : null;
}

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Longer than usual: a report has nothing else to show. */
const QUERY_TIMEOUT_MS = 30_000;

/** Throws `unavailable` when ClickHouse does not answer. */
export async function queryClickhouse<T>(services: Services, query: (client: Client) => Promise<T>): Promise<T> {
  const result = await tryClickhouse(services, query, QUERY_TIMEOUT_MS);
  if (result === null) throw new AppError('unavailable');
  return result;
}

function resolveInterval({ interval = 'auto' }: StatisticsQuery, days: DaySpan): Interval | null {
  if (interval === 'none') return null;
  return interval === 'auto' || !isReadableInterval(days, interval) ? defaultInterval(days) : interval;
}

interface TimeSeries {
  /** Every interval of the period, including empty ones. */
  series: SeriesPoint[];
  totals: MetricTotals;
}

async function queryTimeSeries(
  queryMetrics: QueryMetrics,
  query: MetricsQuery,
  days: DaySpan,
  interval: Interval | null,
): Promise<TimeSeries> {
  const { rows, totals } = await queryMetrics({ ...query, groupBy: interval ? [interval] : [] });
  const rowsByDate = new Map(rows.map((row) => [row.keys[0], row]));
  const buckets = interval ? listBuckets(query.timeZone, days, interval, query.weekStart) : [];
  return { series: buckets.map((date) => ({ date, ...computeMetrics(rowsByDate.get(date) ?? ZERO_TOTALS) })), totals };
}

/** An unfinished period is compared with the same part of the previous one. */
async function queryComparableTotals(
  queryMetrics: QueryMetrics,
  query: MetricsQuery,
  { before, past, nowSeconds }: { before: DaySpan; past: TimeSeries; nowSeconds: number },
): Promise<MetricTotals> {
  const fullPeriod = periodSpan(query.timeZone, before);
  const period = truncateComparison(fullPeriod, query.period, nowSeconds);
  if (period.until === fullPeriod.until) return past.totals;
  return (await queryMetrics({ ...query, period, groupBy: [] })).totals;
}

/** By default times sort chronologically and everything else by clicks. */
export function resolveSort(
  [first]: readonly Dimension[],
  { canSeeMoney }: Pick<Caller, 'canSeeMoney'>,
  { sort, order }: Pick<StatisticsQuery, 'sort' | 'order'>,
) {
  // Sorting by money would reveal it to users without access to it.
  if (sort && MONEY_FIELDS.has(sort) && !canSeeMoney) throw new AppError('forbidden');
  const isTime = first !== undefined && TIME_DIMENSIONS.has(first);
  const by = sort ?? (isTime ? 'key' : 'clicks');
  return { by, order: order ?? (by === 'key' ? 'asc' : 'desc') } as const;
}

const TIME_DIMENSIONS: ReadonlySet<string> = new Set(['hour', 'day', 'week', 'month', 'weekday']);

async function queryRows(
  queryMetrics: QueryMetrics,
  metricsQuery: MetricsQuery,
  caller: Caller,
  query: StatisticsQuery,
): Promise<MetricsResult> {
  if (metricsQuery.groupBy.length === 0) return { rows: [], total: 0, totals: ZERO_TOTALS };
  const page = pageWindow({ page: query.page, per_page: query.per_page });
  return queryMetrics({ ...metricsQuery, sort: resolveSort(metricsQuery.groupBy, caller, query), page });
}
