import * as z from 'zod/mini';
import { SUBS } from './campaigns.ts';
import { DataHealth } from './data-health.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Done, Id, IdParams, line, PathNumber, Timestamp } from './fields.ts';
import { LiveClick } from './live-click.ts';
import { PageMeta, pageQuery } from './paging.ts';

/** Dimensions of reports. Times are in the requested time zone. */
export const DIMENSIONS = [
  'hour',
  'day',
  'week',
  'month',
  'weekday',
  'campaign',
  'rule',
  'destination',
  'version',
  'country',
  'language',
  'device',
  'os',
  'browser',
  'referrer_host',
  'traffic_source',
  ...SUBS,
  'conversion_type',
] as const;
export const Dimension = z.enum(DIMENSIONS);
export type Dimension = z.infer<typeof Dimension>;

const count = z.int();
const money = z.nullable(z.string());
/** A share of one: 0.0255 for 2.55 %. Null where it would be a share of nothing. */
const share = z.nullable(z.number());

/** Money is in the base currency; null where it is unknown or some of it is in a currency without a rate, and for members without access to financial data. */
export const Metrics = z.object({
  impressions: count,
  /** Counted ones, those of robots among them. */
  clicks: count,
  unique_clicks: count,
  bots: count,
  /** Kept out by the black list: excluded ones were led on, blocked ones were not. */
  excluded: count,
  blocked: count,
  /** All of them: pending, approved and rejected. */
  conversions: count,
  pending: count,
  approved: count,
  /** Chargebacks among them. */
  rejected: count,
  /** Of a click. */
  cr: share,
  /** Of all conversions. */
  approve_rate: share,
  /** What approved conversions pay; what pending ones would is on hold. */
  revenue: money,
  revenue_on_hold: money,
  cost: money,
  profit: money,
  roi: share,
  epc: money,
  cpc: money,
  cpa: money,
  /** Counted clicks whose cost is unknown. Where that is all of them, cost and what follows from it is null. */
  unpriced_clicks: count,
  page_events: count,
});
export type Metrics = z.infer<typeof Metrics>;
export type Metric = keyof Metrics;
export const METRICS = Object.keys(Metrics.shape) as [Metric, ...Metric[]];

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];
export const COMPARISONS = ['none', 'previous', 'weekday', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const TIME_BASES = ['click', 'conversion'] as const;
export type TimeBasis = (typeof TIME_BASES)[number];
export const GROUPINGS_MAX = 3;
const FILTERS_MAX = 20;
const FILTER_VALUES_MAX = 100;
const FILTERS_LENGTH_MAX = 8_000;
export const PERIOD_DAYS_MAX = 1_100;

export const StatisticsFilter = z.object({
  dimension: Dimension,
  operator: z._default(z.enum(['in', 'not_in']), 'in'),
  /** The first keys of rows grouped by that dimension. */
  values: z.array(z.string().check(z.maxLength(2_048))).check(z.minLength(1), z.maxLength(FILTER_VALUES_MAX)),
});
export type StatisticsFilter = z.infer<typeof StatisticsFilter>;
const Filters = z.array(StatisticsFilter).check(z.maxLength(FILTERS_MAX));

/** Every filter says how it is meant. */
const ParsedFilters = z.array(z.extend(StatisticsFilter, { operator: z.enum(['in', 'not_in']) }));

/** A JSON list, because the values of a parameter of a link may hold any sign. */
const FiltersText = z.pipe(
  z.string().check(
    z.maxLength(FILTERS_LENGTH_MAX),
    z.refine((text) => text === '' || parseFilters(text) !== null, { error: 'filters' }),
  ),
  z.pipe(
    z.transform((text: string) => parseFilters(text) ?? []),
    ParsedFilters,
  ),
);

function parseFilters(text: string): StatisticsFilter[] | null {
  try {
    const parsed = Filters.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Different names of a list, with commas between them. */
function nameList<Name extends string>(all: readonly [Name, ...Name[]], max: number, error: 'group_by' | 'columns') {
  const read = (text: string): Name[] | null => {
    const names = text === '' ? [] : text.split(',');
    const known = all.filter((name) => names.includes(name));
    return known.length === names.length && names.length <= max ? (names as Name[]) : null;
  };
  return z.pipe(
    z.string().check(
      z.maxLength(400),
      z.refine((text) => read(text) !== null, { error }),
    ),
    z.pipe(
      z.transform((text: string) => read(text) ?? []),
      z.array(z.enum(all)),
    ),
  );
}

/** What is asked about; the same for the screen and for its file. */
const reportQuery = {
  /** One campaign; without it all of the account. */
  company_id: z.optional(PathNumber),
  /** Both days are part of the period; without them the last seven. */
  start_date: z.optional(CalendarDay),
  end_date: z.optional(CalendarDay),
  /** IANA name; without it that of the profile. */
  timezone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Whether a conversion belongs to the time of its click or to its own. */
  time_basis: z.optional(z.enum(TIME_BASES)),
  /** Up to three dimensions, with commas between them. */
  group_by: z.optional(nameList(DIMENSIONS, GROUPINGS_MAX, 'group_by')),
  /** A JSON list of {dimension, operator: "in" or "not_in", values}. */
  filters: z.optional(FiltersText),
};

/** Rows may also be sorted by their first keys. */
const SORTS = ['key', ...METRICS] as const;

const SeriesPoint = z.extend(Metrics, {
  /** The day with which it begins; of an hour its first moment in UTC. */
  date: z.string(),
});
export type SeriesPoint = z.infer<typeof SeriesPoint>;
const StatisticsRow = z.extend(Metrics, {
  keys: z.array(z.string()),
  /** In full: of a destination its name and its whole address. */
  labels: z.array(z.string()),
  /** As short as still tells rows apart. */
  short_labels: z.array(z.string()),
});
export type StatisticsRow = z.infer<typeof StatisticsRow>;
const Period = z.object({ start_date: z.string(), end_date: z.string() });

export const Statistics = z.object({
  data: z.object({
    summary: Metrics,
    /** Of the compared period, as far into it as the present one is; null when nothing is compared. */
    previous: z.nullable(Metrics),
    series: z.array(SeriesPoint),
    /** Of the whole compared period. */
    previous_series: z.array(SeriesPoint),
    rows: z.array(StatisticsRow),
  }),
  meta: z.extend(PageMeta, {
    period: Period,
    previous_period: z.nullable(Period),
    timezone: z.string(),
    interval: z.nullable(z.enum(INTERVALS)),
    currency: z.string(),
    answered_at: Timestamp,
    /** All clicks and conversions from before this moment are counted; null when that is not known. */
    complete_until: z.nullable(Timestamp),
    /** Whether a backlog is being processed, so that `complete_until` lags by more than a minute. */
    is_behind: z.boolean(),
    /** What of this time the tariff holds back until a larger one is paid for. It is stored like everything else. */
    held_back: z.nullable(z.object({ from: Timestamp, until: Timestamp })),
    /** Where the period has no clicks: when the first one was, whatever the period. */
    first_click_at: z.nullable(Timestamp),
    data_health: DataHealth,
  }),
});
export type Statistics = z.infer<typeof Statistics>;

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** What stands behind the question mark of the screen's address. */
  search: z.string(),
  created_at: Timestamp,
});
export type SavedView = z.infer<typeof SavedView>;

export const NewSavedView = z.object({
  name: line(1, 64),
  search: z.string().check(z.maxLength(4_000), z.regex(/^[^\s\p{Cc}\p{Cs}]*$/u)),
});
export type NewSavedView = z.infer<typeof NewSavedView>;

export const statisticsApi = {
  get: endpoint({
    method: 'GET',
    path: '/statistics',
    access: 'statistics:read',
    summary: 'Figures of a period: in all, over time, and by up to three dimensions.',
    query: z.object({
      ...pageQuery(SORTS),
      ...reportQuery,
      compare: z.optional(z.enum(COMPARISONS)),
      /** The step of the series; `auto` unless said otherwise, `none` for no series. */
      interval: z.optional(z.enum([...INTERVALS, 'auto', 'none'])),
    }),
    response: Statistics,
    errors: ['not_found', 'forbidden'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/statistics/export',
    access: 'statistics:read',
    summary: 'The same rows as a file that spreadsheets open.',
    query: z.object({
      sort: pageQuery(SORTS).sort,
      order: pageQuery(SORTS).order,
      ...reportQuery,
      /** Metrics with commas between them, in the order of the columns; without them all. */
      columns: z.optional(nameList(METRICS, METRICS.length, 'columns')),
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
    summary: 'The last clicks, and then each new one.',
    query: z.object({ company_id: reportQuery.company_id }),
    kind: 'events',
    response: z.object({ clicks: z.array(LiveClick) }),
  }),
  views: endpoint({
    method: 'GET',
    path: '/statistics/views',
    access: 'statistics:read',
    summary: 'Saved views of the caller.',
    response: z.object({ data: z.array(SavedView) }),
  }),
  saveView: endpoint({
    method: 'POST',
    path: '/statistics/views',
    access: 'statistics:read',
    summary: 'Saves how the screen of statistics is set up; a view of the same name is replaced.',
    body: NewSavedView,
    status: 201,
    response: z.object({ data: SavedView }),
    errors: ['invalid_request'],
  }),
  removeView: endpoint({
    method: 'DELETE',
    path: '/statistics/views/{id}',
    access: 'statistics:read',
    summary: 'Removes a saved view.',
    params: IdParams,
    response: Done,
  }),
};
