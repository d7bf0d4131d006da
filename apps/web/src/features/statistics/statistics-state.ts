import {
  COMPARISONS,
  type Comparison,
  DIMENSIONS,
  type Dimension,
  GROUPINGS_MAX,
  INTERVALS,
  type Interval,
  METRICS,
  type Metric,
  REVENUE_BASES,
  type RevenueBasis,
  type StatisticsFilter,
  TIME_BASES,
  type TimeBasis,
} from '@poklik/contract/statistics';
import { isMoneyColumn, isTypeColumn, type TypeColumn } from '@poklik/contract/type-columns';
import { DEFAULT_PRESET } from '@poklik/domain/statistics/presets';
import { PERIOD_PARAMETERS, type Period, readPeriod, writePeriod } from '../../widgets/periods/period.ts';
import { readViewId, VIEW_PARAMETER } from '../../widgets/saved-views/saved-views.queries.ts';

/** Screen state. The URL is its only source. */
export interface StatisticsState {
  period: Period;
  compare: Comparison;
  basis: TimeBasis;
  /** What pending conversions add to the revenue. */
  revenue: RevenueBasis;
  /** Only if different from the profile's. */
  timezone: string | null;
  filters: StatisticsFilter[];
  groups: Dimension[];
  metric: Metric;
  /** Second metric in the chart, with its own axis. */
  second: Metric | null;
  interval: Interval | null;
  sort: Metric | TypeColumn | 'key' | null;
  order: 'asc' | 'desc' | null;
  page: number;
  /** The opened saved report, whose columns the table has. */
  view: number | null;
  /** Unknown URL parameters, shown to the user. */
  unknown: string[];
}

export const DEFAULTS: StatisticsState = {
  period: DEFAULT_PRESET,
  compare: 'previous',
  basis: 'click',
  revenue: 'approved',
  timezone: null,
  filters: [],
  groups: ['campaign'],
  metric: 'clicks',
  second: null,
  interval: null,
  sort: null,
  order: null,
  page: 1,
  view: null,
  unknown: [],
};

const NOT = '.not';
const one = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((value) => value === text) ?? null;

export const readSort = (text: string | null): StatisticsState['sort'] =>
  text !== null && isTypeColumn(text) ? text : one([...METRICS, 'key' as const], text);

export function readState(search: string): StatisticsState {
  const params = new URLSearchParams(search);
  const groups = params.getAll('g').flatMap((name) => one(DIMENSIONS, name) ?? []);
  const page = params.get('page') ?? '';
  return {
    period: readPeriod(params, DEFAULT_PRESET),
    compare: one(COMPARISONS, params.get('compare')) ?? DEFAULTS.compare,
    basis: one(TIME_BASES, params.get('basis')) ?? DEFAULTS.basis,
    revenue: one(REVENUE_BASES, params.get('revenue')) ?? DEFAULTS.revenue,
    timezone: params.get('tz'),
    filters: readFilters(params),
    groups: groups.length > 0 ? [...new Set(groups)].slice(0, GROUPINGS_MAX) : DEFAULTS.groups,
    metric: one(METRICS, params.get('metric')) ?? DEFAULTS.metric,
    second: one(METRICS, params.get('second')),
    interval: one(INTERVALS, params.get('interval')),
    sort: readSort(params.get('sort')),
    order: one(['asc', 'desc'] as const, params.get('order')),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    view: readViewId(params),
    unknown: [...new Set(params.keys())].filter((name) => !isKnown(name)),
  };
}

/** Removes money for users without access, because shared links may contain it. */
export function withoutMoney(state: StatisticsState): StatisticsState {
  const shown = <Name extends string>(name: Name | null): Name | null =>
    name === null || isMoneyColumn(name) ? null : name;
  return {
    ...state,
    revenue: DEFAULTS.revenue,
    metric: shown(state.metric) ?? DEFAULTS.metric,
    second: shown(state.second),
    sort: shown(state.sort),
  };
}

const OWN: readonly string[] = [
  ...PERIOD_PARAMETERS,
  'compare',
  'basis',
  'revenue',
  'tz',
  'g',
  'metric',
  'second',
  'interval',
  'sort',
  'order',
  'page',
  VIEW_PARAMETER,
];
const isKnown = (name: string): boolean => OWN.includes(name) || one(DIMENSIONS, dimensionOf(name)) !== null;
const dimensionOf = (name: string): string => (name.endsWith(NOT) ? name.slice(0, -NOT.length) : name);

/** One parameter per value, so values may contain any character: country=UA&country=PL, and country.not=RU. */
function readFilters(params: URLSearchParams): StatisticsFilter[] {
  const filters: StatisticsFilter[] = [];
  for (const name of new Set(params.keys())) {
    const dimension = one(DIMENSIONS, dimensionOf(name));
    if (!dimension) continue;
    const operator = name.endsWith(NOT) ? 'not_in' : 'in';
    filters.push({ dimension, operator, values: [...new Set(params.getAll(name))] });
  }
  return filters;
}

/** Defaults are omitted to keep URLs short. */
export function writeState(state: StatisticsState): string {
  const params = new URLSearchParams();
  const put = (name: string, value: string | null, usual: string | null = null) => {
    if (value !== null && value !== usual) params.set(name, value);
  };
  for (const [name, value] of Object.entries(writePeriod(state.period, DEFAULT_PRESET))) put(name, value);
  put('compare', state.compare, DEFAULTS.compare);
  put('basis', state.basis, DEFAULTS.basis);
  put('revenue', state.revenue, DEFAULTS.revenue);
  put('tz', state.timezone);
  for (const { dimension, operator, values } of state.filters) {
    for (const value of values) params.append(operator === 'in' ? dimension : `${dimension}${NOT}`, value);
  }
  if (state.groups.join() !== DEFAULTS.groups.join()) for (const group of state.groups) params.append('g', group);
  put('metric', state.metric, DEFAULTS.metric);
  put('second', state.second);
  put('interval', state.interval);
  put('sort', state.sort);
  put('order', state.order);
  put('page', String(state.page), '1');
  put(VIEW_PARAMETER, state.view === null ? null : String(state.view));
  for (const name of state.unknown) params.set(name, '');
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Filter values of a dimension. */
export const chosenValues = ({ filters }: StatisticsState, dimension: Dimension): readonly string[] =>
  filters.find((filter) => filter.dimension === dimension && filter.operator === 'in')?.values ?? [];

/** Adds a value of a dimension, or removes it. */
export function toggleFilterValue(
  filters: readonly StatisticsFilter[],
  dimension: Dimension,
  value: string,
): StatisticsFilter[] {
  const own = filters.find((filter) => filter.dimension === dimension && filter.operator === 'in');
  const rest = filters.filter((filter) => filter !== own);
  const values = own?.values.includes(value)
    ? own.values.filter((each) => each !== value)
    : [...(own?.values ?? []), value];
  return values.length > 0 ? [...rest, { dimension, operator: 'in', values }] : rest;
}

/** Sets a single value of a dimension, or clears it. */
export function narrowFilter(
  filters: readonly StatisticsFilter[],
  dimension: Dimension,
  value: string,
): StatisticsFilter[] {
  const own = filters.find((filter) => filter.dimension === dimension && filter.operator === 'in');
  const rest = filters.filter((filter) => filter !== own);
  const isOnly = own?.values.length === 1 && own.values[0] === value;
  return isOnly ? rest : [...rest, { dimension, operator: 'in', values: [value] }];
}
