import * as z from 'zod/mini';
import { DataHealth } from './data-health.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Done, IdParams, PathNumber, Timestamp } from './fields.ts';
import { jsonList } from './json-list.ts';
import { LiveClick } from './live-click.ts';
import { ltvQuery } from './ltv.ts';
import { columnList, nameList } from './name-list.ts';
import { metricsPageQuery, PageMeta, SortOrder } from './paging.ts';
import { SUBS } from './routing.ts';
import { NewSavedView, SavedView } from './saved-views.ts';
import { TypeColumn, TypeMetrics, typeList } from './type-columns.ts';

/** Dimensions of reports. Times are in the requested time zone. */
export const DIMENSIONS = [
  ...(['hour', 'day', 'week', 'month', 'weekday'] as const),
  ...(['campaign', 'rule', 'destination', 'version'] as const),
  'country',
  'language',
  'device',
  'os',
  'browser',
  'referrer_host',
  'traffic_source',
  ...SUBS,
  'conversion_type',
  /** Name of an event that a page sent. */
  'event',
  'lander',
  'offer',
  /** How clicks were made: one of the entries of a click. */
  'entry',
  /** Kind of identifier that a traffic source gave the click, as `gclid`. */
  'tag_kind',
] as const;
export const Dimension = z.enum(DIMENSIONS);
export type Dimension = z.infer<typeof Dimension>;

const count = z.int();
const money = z.nullable(z.string());
/** A ratio: 0.0255 for 2.55 %. Null when divided by zero. */
const share = z.nullable(z.number());

const metrics = {
  impressions: count,
  /** Counted clicks, including bots. */
  clicks: count,
  /** Redirects to landers; of the clicks of a visitor on a lander and on the way to an offer, the first. */
  ...{ lp_views: count, lp_clicks: count, offer_clicks: count },
  /** Clicks whose page was loaded, as its script says; and clicks on ads whose page makes the click (parallel tracking). */
  ...{ lp_loads: count, ad_hits: count },
  ...{ unique_clicks: count, bots: count },
  /** Affected by the blocklist: excluded clicks were redirected, blocked ones were not. */
  excluded: count,
  blocked: count,
  /** Pending, approved and rejected, of the types that count as conversions. */
  conversions: count,
  pending: count,
  approved: count,
  /** Includes chargebacks. */
  rejected: count,
  /** Per click. */
  cr: share,
  /** Per conversion. */
  approve_rate: share,
  /** Payouts of approved conversions, without `refunded`: what refunds and chargebacks took. Those of pending ones are on hold and added as the revenue basis says. */
  ...{ revenue: money, refunded: money, revenue_on_hold: money },
  /** With the revenue basis `expected`: what pending conversions will bring, with its 95 % interval. Null otherwise. */
  expected_on_hold: money,
  expected_on_hold_low: money,
  expected_on_hold_high: money,
  /** The part of the revenue on hold without enough data for an expectation, which adds nothing to it. */
  unrated_on_hold: money,
  cost: money,
  ...{ profit: money, roi: share, epc: money },
  /** Clicks on landers per view, and conversions and revenue per click on the way to an offer. */
  ...{ lp_ctr: share, offer_cr: share, offer_epc: money },
  ...{ cpc: money, cpa: money },
  /** Counted clicks with unknown cost. If that is all of them, cost and derived metrics are null. */
  unpriced_clicks: count,
  /** Events sent by pages, at the time of their click. Those of clicks that are not counted don't count. */
  events: count,
  /** Of them, the first of each click and name. */
  event_clicks: count,
  /** The same as `events`: its name before. */
  page_events: count,
  /** Approved payouts so soon after the click, per click of days that are old enough; only with `ltv`, by the time of the click. */
  ...{ ltv_1: money, ltv_7: money, ltv_30: money, ltv_90: money },
};

/** Money is in the base currency; null where it is unknown or some of it is in a currency without a rate, and for members without access to financial data. */
export const Metrics = z.object({
  ...metrics,
  /** By the code of the conversion type or of the goal, as `goal_1`; only with the parameter `types`. */
  types: z.optional(z.record(z.string(), TypeMetrics)),
});
export type Metrics = z.infer<typeof Metrics>;
export type Metric = keyof typeof metrics;
export const METRICS = Object.keys(metrics) as [Metric, ...Metric[]];
/** Those that screens offer: each under one name. */
export const SHOWN_METRICS = METRICS.filter((metric) => metric !== 'page_events');

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];
export const COMPARISONS = ['none', 'previous', 'weekday', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const MATURITIES = ['today', 'same'] as const;
export const TIME_BASES = ['click', 'conversion'] as const;
export type TimeBasis = (typeof TIME_BASES)[number];
/** What pending conversions add to the revenue: nothing, what their approval rate promises, or their whole payout. */
export const REVENUE_BASES = ['approved', 'expected', 'all'] as const;
export type RevenueBasis = (typeof REVENUE_BASES)[number];
export const GROUPINGS_MAX = 3;
const FILTERS_MAX = 20;
const FILTER_VALUES_MAX = 100;
const FILTERS_LENGTH_MAX = 8_000;
export const PERIOD_DAYS_MAX = 1_100;

export const StatisticsFilter = z.object({
  dimension: Dimension,
  operator: z._default(z.enum(['in', 'not_in']), 'in'),
  /** Prefix of keys when rows are grouped by that dimension. */
  values: z.array(z.string().check(z.maxLength(2_048))).check(z.minLength(1), z.maxLength(FILTER_VALUES_MAX)),
});
export type StatisticsFilter = z.infer<typeof StatisticsFilter>;
const Filters = z.array(StatisticsFilter).check(z.maxLength(FILTERS_MAX));

/** Every filter names its operator. */
const ParsedFilters = z.array(z.extend(StatisticsFilter, { operator: z.enum(['in', 'not_in']) }));

/** Report parameters, shared by the screen and its export. */
export const reportQuery = {
  /** One campaign; all of the account if omitted. */
  company_id: z.optional(PathNumber),
  /** Inclusive dates; the last seven days if omitted. */
  start_date: z.optional(CalendarDay),
  end_date: z.optional(CalendarDay),
  /** IANA name; the profile's time zone if omitted. */
  timezone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Whether conversions count at the time of their click or their own. */
  time_basis: z.optional(z.enum(TIME_BASES)),
  /** What pending conversions add to revenue, profit and everything derived from them; nothing by default. */
  revenue_basis: z.optional(z.enum(REVENUE_BASES)),
  /** Up to three dimensions, comma-separated. */
  group_by: z.optional(nameList(DIMENSIONS, GROUPINGS_MAX, 'group_by')),
  /** A JSON list of {dimension, operator: "in" or "not_in", values}. */
  filters: z.optional(jsonList(Filters, ParsedFilters, { lengthMax: FILTERS_LENGTH_MAX, error: 'filters' })),
};

/** Rows can also be sorted by their group keys. */
const SORTS = ['key', ...METRICS] as const;

export const PANELS_MAX = 12;
const PANELS_LENGTH_MAX = 4_000;

/** A further breakdown of the same report, with its own order and page. */
export const StatisticsPanel = z.object({
  group_by: z.array(Dimension).check(
    z.minLength(1),
    z.maxLength(GROUPINGS_MAX),
    z.refine((names) => new Set(names).size === names.length),
  ),
  sort: z.optional(z.union([z.enum(SORTS), TypeColumn])),
  order: z.optional(SortOrder),
  page: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  per_page: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
export type StatisticsPanel = z.infer<typeof StatisticsPanel>;
const Panels = z.array(StatisticsPanel).check(z.maxLength(PANELS_MAX));

const SeriesPoint = z.extend(Metrics, {
  /** First day of the bucket; for hours the start time in UTC. */
  date: z.string(),
});
export type SeriesPoint = z.infer<typeof SeriesPoint>;
const StatisticsRow = z.extend(Metrics, {
  keys: z.array(z.string()),
  /** Full label: for a destination its name and URL. */
  labels: z.array(z.string()),
  /** Shortest label that is still unique. */
  short_labels: z.array(z.string()),
});
export type StatisticsRow = z.infer<typeof StatisticsRow>;
const PanelRows = z.object({ group_by: z.array(Dimension), rows: z.array(StatisticsRow), meta: PageMeta });
export type PanelRows = z.infer<typeof PanelRows>;
export const Period = z.object({ start_date: z.string(), end_date: z.string() });

export const Statistics = z.object({
  data: z.object({
    summary: Metrics,
    /** The comparison period up to the same point; null without a comparison. */
    previous: z.nullable(Metrics),
    series: z.array(SeriesPoint),
    /** The whole comparison period. */
    previous_series: z.array(SeriesPoint),
    rows: z.array(StatisticsRow),
    /** In the order of `panels`; only with that parameter. */
    panels: z.optional(z.array(PanelRows)),
  }),
  meta: z.extend(PageMeta, {
    period: Period,
    previous_period: z.nullable(Period),
    /** With `compare_maturity=same`: `previous` has all conversions as they stood then. */
    previous_as_of: z.optional(z.nullable(Timestamp)),
    revenue_basis: z.optional(z.enum(REVENUE_BASES)),
    timezone: z.string(),
    interval: z.nullable(z.enum(INTERVALS)),
    currency: z.string(),
    answered_at: Timestamp,
    /** All clicks and conversions before this time are counted; null when unknown. */
    complete_until: z.nullable(Timestamp),
    /** Whether a backlog is being processed and `complete_until` lags by more than a minute. */
    is_behind: z.boolean(),
    /** The locked period over the plan's event limit. Its data is stored. */
    held_back: z.nullable(z.object({ from: Timestamp, until: Timestamp })),
    /** For a period without clicks: the time of the first click ever. */
    first_click_at: z.nullable(Timestamp),
    data_health: DataHealth,
  }),
});
export type Statistics = z.infer<typeof Statistics>;

export const statisticsApi = {
  get: endpoint({
    method: 'GET',
    path: '/statistics',
    access: 'statistics:read',
    summary: 'Returns metrics for a period: totals, a time series and a breakdown by up to three dimensions.',
    query: z.object({
      ...metricsPageQuery(SORTS),
      ...reportQuery,
      /** Codes of conversion types and goals (`goal_1` to `goal_10`), comma-separated: their metrics are in `types`. */
      types: z.optional(typeList),
      ...ltvQuery,
      compare: z.optional(z.enum(COMPARISONS)),
      /** Whether `previous` has the conversions of today (default) or as they stood at the same age as those of the period. */
      compare_maturity: z.optional(z.enum(MATURITIES)),
      /** Bucket size of the series; `auto` by default, `none` for no series. */
      interval: z.optional(z.enum([...INTERVALS, 'auto', 'none'])),
      /** More breakdowns in one call: a JSON list of {group_by: [...], sort, order, page, per_page}. */
      panels: z.optional(jsonList(Panels, Panels, { lengthMax: PANELS_LENGTH_MAX, error: 'panels' })),
    }),
    response: Statistics,
    errors: ['not_found', 'forbidden'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/statistics/export',
    access: 'statistics:read',
    summary: 'Exports the same rows as CSV.',
    query: z.object({
      sort: metricsPageQuery(SORTS).sort,
      order: metricsPageQuery(SORTS).order,
      ...reportQuery,
      /** Metrics in column order, comma-separated, also of conversion types and goals, as `deposit.approved`, `deposit/registration`, `goal_1` or `goal_1_rate`; all but those if omitted. */
      columns: z.optional(columnList(METRICS)),
    }),
    kind: 'csv',
    isLong: true,
    file: 'statistics.csv',
    response: z.string(),
    errors: ['not_found', 'forbidden'],
  }),
  live: endpoint({
    method: 'GET',
    path: '/statistics/live',
    access: 'statistics:read',
    summary: 'Streams the latest clicks, then each new one.',
    query: z.object({ company_id: reportQuery.company_id }),
    kind: 'events',
    response: z.object({ clicks: z.array(LiveClick) }),
  }),
  views: endpoint({
    method: 'GET',
    path: '/statistics/views',
    access: 'statistics:read',
    summary: 'Lists your saved reports and those shared in the account.',
    response: z.object({ data: z.array(SavedView) }),
  }),
  saveView: endpoint({
    method: 'POST',
    path: '/statistics/views',
    access: 'statistics:read',
    summary: 'Saves a report. Your report with the same name is replaced.',
    body: NewSavedView,
    status: 201,
    response: z.object({ data: SavedView }),
    errors: ['invalid_request'],
  }),
  removeView: endpoint({
    method: 'DELETE',
    path: '/statistics/views/{id}',
    access: 'statistics:read',
    summary: 'Deletes your saved report.',
    params: IdParams,
    response: Done,
  }),
};
