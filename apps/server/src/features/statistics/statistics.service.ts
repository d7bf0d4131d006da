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
import { pageOf, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { findFirstClickTime } from '../../stats/first-click-time.ts';
import { createQueryBatcher } from '../../stats/query-batcher.ts';
import type { MetricsQuery, MetricsResult, RunMetricsQuery } from '../../stats/query-metrics.ts';
import { askClickhouse } from '../../stores/ask-clickhouse.ts';
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
  const gather = createBatcher<ReportContext>(BATCH_WINDOW_MS);
  const freshness = createCachedFreshness(services);
  return async (caller: Caller, query: StatisticsQuery): Promise<Statistics> => {
    const { company_id, start_date, end_date, timezone, time_basis, filters } = query;
    const about = { company_id, start_date, end_date, timezone, time_basis, filters };
    const { userId, accountId, campaignIds } = caller;
    const found = await gather(JSON.stringify([userId, accountId, campaignIds, about]), () =>
      loadReportContext(services, freshness, caller, query),
    );
    return buildReport(services, runQuery, { caller, query, ...found });
  };
}

interface ReportContext extends ReportScope {
  now: number;
  health: DataHealth;
  freshness: Freshness | null;
}

async function loadReportContext(
  services: Services,
  freshnessNow: () => Promise<Freshness | null>,
  caller: Caller,
  query: StatisticsQuery,
): Promise<ReportContext> {
  const now = Date.now();
  const [found, freshness, health] = await Promise.all([
    resolveReportScope(services, caller, query, now),
    freshnessNow(),
    getDataHealth(services.db, caller.accountId),
  ]);
  return { now, freshness, health: healthForPeriod(health, found.subject.period.from), ...found };
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
  const question: MetricsQuery = { ...subject, groupBy };
  const interval = resolveInterval(query, days);
  const { compare = 'none' } = query;
  const before = comparisonDays(days, compare);
  const nowSeconds = Math.floor(now / 1000);
  const found = await queryClickhouse(services, async (client) => {
    const count: QueryMetrics = (each) => runQuery(client, each);
    const inRows = queryRows(count, question, caller, query);
    const [present, past, rows] = await Promise.all([
      // The breakdown includes the totals, so no second query is needed without a time series.
      interval === null && question.groupBy.length > 0
        ? inRows.then(({ totals: all }): TimeSeries => ({ series: [], all }))
        : queryTimeSeries(count, question, days, interval),
      before &&
        queryTimeSeries(count, { ...question, period: periodSpan(question.timeZone, before) }, before, interval),
      inRows,
    ]);
    return {
      ...present,
      past,
      previous: before && past && (await queryComparableTotals(count, question, { before, past, nowSeconds })),
      rows,
      // An empty report points to the first click.
      first: present.all.clicks > 0 ? null : await findFirstClickTime(client, question.accountId, question.campaignIds),
    };
  });
  const labelOf = await createRowLabeler(services.db, caller, { ...question, ...found.rows });
  const { page, per_page } = query;
  return {
    data: {
      summary: computeMetrics(found.all),
      previous: found.previous && computeMetrics(found.previous),
      series: found.series,
      previous_series: found.past?.series ?? [],
      rows: found.rows.rows.map((row) => {
        const labels = row.keys.map((key, place) => labelOf(place, key));
        return {
          ...computeMetrics(row),
          keys: row.keys,
          labels: labels.map(({ full }) => full),
          short_labels: labels.map(({ short }) => short),
        };
      }),
    },
    meta: {
      ...pageOf('/statistics', { page, per_page }, found.rows.total).meta,
      period: { start_date: days.start, end_date: days.end },
      previous_period: before && { start_date: before.start, end_date: before.end },
      timezone: question.timeZone,
      interval,
      currency: BASE_CURRENCY,
      answered_at: new Date(now).toISOString(),
      complete_until: freshness?.completeUntil?.toISOString() ?? null,
      is_behind: freshness?.isBehind ?? false,
      held_back: findLockedPeriod(question),
      first_click_at: found.first?.toISOString() ?? null,
      data_health: health,
    },
  };
}

/** The part of the period that is locked because it is over quota. */
function findLockedPeriod({ lockedPeriods: hidden = [], period }: MetricsQuery): Statistics['meta']['held_back'] {
  const held = hidden.find(({ from, until }) => from < period.until && until > period.from);
  return held ? { from: toIso(held.from), until: toIso(held.until) } : null;
}

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Longer than usual: a report has nothing else to show. */
const QUERY_TIMEOUT_MS = 30_000;

/** Throws `unavailable` when ClickHouse does not answer. */
export async function queryClickhouse<T>(services: Services, question: (client: Client) => Promise<T>): Promise<T> {
  const answer = await askClickhouse(services, question, QUERY_TIMEOUT_MS);
  if (answer === null) throw new AppError('unavailable');
  return answer;
}

function resolveInterval({ interval = 'auto' }: StatisticsQuery, days: DaySpan): Interval | null {
  if (interval === 'none') return null;
  return interval === 'auto' || !isReadableInterval(days, interval) ? defaultInterval(days) : interval;
}

interface TimeSeries {
  /** Every interval of the period, including empty ones. */
  series: SeriesPoint[];
  all: MetricTotals;
}

async function queryTimeSeries(
  count: QueryMetrics,
  question: MetricsQuery,
  days: DaySpan,
  interval: Interval | null,
): Promise<TimeSeries> {
  const { rows, totals: all } = await count({ ...question, groupBy: interval ? [interval] : [] });
  const known = new Map(rows.map((row) => [row.keys[0], row]));
  const steps = interval ? listBuckets(question.timeZone, days, interval, question.weekStart) : [];
  return { series: steps.map((date) => ({ date, ...computeMetrics(known.get(date) ?? ZERO_TOTALS) })), all };
}

/** An unfinished period is compared with the same part of the previous one. */
async function queryComparableTotals(
  count: QueryMetrics,
  question: MetricsQuery,
  { before, past, nowSeconds }: { before: DaySpan; past: TimeSeries; nowSeconds: number },
): Promise<MetricTotals> {
  const whole = periodSpan(question.timeZone, before);
  const period = truncateComparison(whole, question.period, nowSeconds);
  if (period.until === whole.until) return past.all;
  return (await count({ ...question, period, groupBy: [] })).totals;
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
  count: QueryMetrics,
  question: MetricsQuery,
  caller: Caller,
  query: StatisticsQuery,
): Promise<MetricsResult> {
  if (question.groupBy.length === 0) return { rows: [], total: 0, totals: ZERO_TOTALS };
  const page = pageWindow({ page: query.page, per_page: query.per_page });
  return count({ ...question, sort: resolveSort(question.groupBy, caller, query), page });
}
