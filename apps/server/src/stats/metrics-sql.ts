import type { Metric, RevenueBasis } from '@poklik/contract/statistics';
import { isTypeColumn, parseTypeColumn, type TypeColumn } from '@poklik/contract/type-columns';
import type { TypeTotals } from '@poklik/domain/conversion-types/type-totals';
import { buildLtv, LTV_DAYS } from '@poklik/domain/conversions/ltv';
import { RATE_SCALE, roundDiv } from '@poklik/domain/money/currency-rates';
import { FULL_RATE, fromRated } from '@poklik/domain/statistics/approval-rate';
import {
  BASIS_ADDS,
  buildTotals,
  definitionOf,
  EVENTS,
  type EventKind,
  isMoney,
  isRatedTotal,
  METRIC_LIST,
  type MetricTotals,
  TOTALS,
  type TotalName,
  withRevenueBasis,
} from '@poklik/domain/statistics/metrics';
import { LTV_MEASURES, type LtvBounds, ltvMeasuresSql } from './sources/ltv-sql.ts';
import { EVENT_KINDS } from './sources/source-columns.ts';
import type { placeTypes } from './type-places.ts';

export interface RowOrder {
  by: Metric | TypeColumn | 'key';
  order: 'asc' | 'desc';
}

const BY_KEY: RowOrder = { by: 'key', order: 'asc' };

/** How pending conversions count, and the conversion types with metrics of their own. */
export interface MetricsView {
  basis: RevenueBasis;
  /** Whether the events have approval rates. */
  isRated: boolean;
  types: readonly string[];
  /** Where their columns come from. */
  placed: ReturnType<typeof placeTypes>;
  /** Whether the events are counted whatever the rules of their types say. */
  hasTypes: boolean;
  /** If lifetime values are asked for. */
  ltv?: LtvBounds | undefined;
}

/** Costs are in millionths of a billionth, so that conversion rounds only once. */
const costSql = 'sum(toInt128(spent) * rate)';

function totalSql(name: TotalName, isRated: boolean): string {
  const { sumOf = 'number', events } = definitionOf(name);
  if (sumOf === 'spent') return costSql;
  if (isRatedTotal(name) && !isRated) return 'toInt128(0)';
  return events ? `sumIf(${sumOf}, kind IN (${events.map((kind) => EVENT_KINDS[kind]).join(', ')}))` : `sum(${sumOf})`;
}

/** `present` is the number of conversions of any type, so that those that don't count leave a row. */
const MEASURE_NAMES: readonly string[] = [...TOTALS, 'unconverted', 'present'];
const UNCONVERTED = TOTALS.length;
const LTV_KINDS = {
  clicks: METRIC_LIST.clicks.events.map((kind) => EVENT_KINDS[kind]),
  approved: EVENT_KINDS.approved,
};
const CONVERSION_KINDS = [EVENT_KINDS.pending, EVENT_KINDS.approved, EVENT_KINDS.rejected];
/** Of each conversion type; `held` is what the revenue basis adds for pending conversions. */
const TYPE_MEASURES = ['pending', 'approved', 'rejected', 'revenue', 'held'] as const;
const typeMeasure = (place: number, name: (typeof TYPE_MEASURES)[number]): string => `type${place}_${name}`;

/** Columns of a group of events, in this order. `unconverted` is not zero if some of the cost has no rate. */
export const measureNames = ({ types, ltv }: MetricsView): string[] => [
  ...MEASURE_NAMES,
  ...types.flatMap((_, place) => TYPE_MEASURES.map((name) => typeMeasure(place, name))),
  ...(ltv ? LTV_MEASURES : []),
];

/** How many there are. */
export const countMeasures = (view: MetricsView): number => measureNames(view).length;

export const measuresSql = (view: MetricsView): string =>
  [
    ...TOTALS.map((name) => `${totalSql(name, view.isRated)} AS ${name}`),
    'sumIf(spent, rate = 0) AS unconverted',
    `${view.hasTypes ? `sumIf(typedNumber, kind IN (${CONVERSION_KINDS.join(', ')}))` : 'toInt64(0)'} AS present`,
    ...view.types.flatMap((_, place) =>
      TYPE_MEASURES.map((name) => `${typeSql(place, name, view)} AS ${typeMeasure(place, name)}`),
    ),
    ...(view.ltv ? ltvMeasuresSql(view.ltv, LTV_KINDS) : []),
  ].join(', ');

function typeSql(
  asked: number,
  name: (typeof TYPE_MEASURES)[number],
  { basis, isRated, placed: { matches, places } }: MetricsView,
): string {
  const place = places[asked] ?? 0;
  const sumOf = (value: string, ...kinds: readonly EventKind[]) =>
    `sumIf(${value}, typePlace = ${place + 1} AND kind IN (${kinds.map((kind) => EVENT_KINDS[kind]).join(', ')}))`;
  const { kind } = matches[place] ?? { kind: 'conversion_type' };
  // A click that reached a goal by an event or on a lander has reached it for good.
  if (kind !== 'conversion_type')
    return name === 'approved'
      ? sumOf('typedNumber', ...(kind === 'event' ? EVENTS : ['landerClick' as const]))
      : 'toInt128(0)';
  if (name === 'revenue') return sumOf('amount', 'approved');
  if (name !== 'held') return sumOf('typedNumber', name);
  if (basis === 'all') return sumOf('amount', 'pending');
  return basis === 'expected' && isRated ? sumOf('likely', 'pending') : 'toInt128(0)';
}

/** A cancelled conversion leaves a row of zeros. */
export const isNotEmpty = (view: MetricsView): string =>
  measureNames(view)
    .map((name) => `${name} != 0`)
    .join(' OR ');

/** Ties are ordered by key, so that pages never overlap. */
export function orderBySql({ by, order }: RowOrder = BY_KEY, keys: readonly string[], view: MetricsView): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (by === 'key') return keys.map((key) => `${key} ${direction}`).join(', ');
  const value = isTypeColumn(by) ? typeColumnSql(by, view) : metricSql(by, view);
  return [`${value} ${direction} NULLS LAST`, ...keys].join(', ');
}

const ratioSql = (part: string, whole: string): string =>
  `if(${whole} = 0, NULL, toFloat64(${part}) / toFloat64(${whole}))`;

/** The same as `typeColumnValue` in packages/domain. */
function typeColumnSql(id: TypeColumn, view: MetricsView): string {
  const { basis, types } = view;
  const column = parseTypeColumn(id);
  const conversionsOf = (code: string): string => {
    const [pending, approved, rejected] = TYPE_MEASURES.map((name) => typeMeasure(types.indexOf(code), name));
    return `(${pending} + ${approved} + ${rejected})`;
  };
  if (!column || ![column.code, column.per ?? column.code].every((code) => types.includes(code))) return 'NULL';
  const conversions = conversionsOf(column.code);
  const measure = (name: (typeof TYPE_MEASURES)[number]) => typeMeasure(types.indexOf(column.code), name);
  if (column.per !== null) return ratioSql(conversions, conversionsOf(column.per));
  switch (column.metric) {
    case 'cr':
      return ratioSql(conversions, 'clicks');
    case 'cost_per':
      return ratioSql(metricSql('cost', view), conversions);
    case 'conversions':
    case null:
      return conversions;
    case 'revenue':
      return `(${measure('revenue')} * ${FULL_RATE} + ${measure('held')} * ${basis === 'expected' ? 1 : FULL_RATE})`;
    default:
      return measure(column.metric);
  }
}

/** A metric as an SQL expression over the columns of a group. */
function metricSql(metric: Metric, view: MetricsView): string {
  const { basis, ltv } = view;
  const { ratio, terms, ltvDays } = definitionOf(metric);
  if (ltvDays) return ltv ? ratioSql(`ltv${ltvDays}_revenue`, `ltv${ltvDays}_clicks`) : 'NULL';
  if (ratio) {
    const [part, whole] = ratio.map((name) => metricSql(name, view));
    return ratioSql(String(part), String(whole));
  }
  if (terms)
    return `(0 ${terms.map(([name, sign]) => `${sign === 1 ? '+' : '-'} ${metricSql(name, view)}`).join(' ')})`;
  // The same rule as `knownCost` in packages/domain.
  if (metric === 'cost')
    return 'if(unconverted != 0 OR (cost = 0 AND clicks > 0 AND unpriced_clicks = clicks), NULL, cost)';
  const added = BASIS_ADDS[basis];
  const total = scaledSql(metric as TotalName);
  return metric === 'revenue' && added ? `(${total} + ${scaledSql(added)})` : total;
}

/** Money has the scale of costs here. */
const scaledSql = (name: TotalName): string =>
  isMoney(name) ? `${name} * ${hasRateScale(name) ? RATE_SCALE / FULL_RATE : RATE_SCALE}` : name;

const hasRateScale = (name: TotalName): boolean => isRatedTotal(name) && definitionOf(name).sumOf !== 'unrated';

/** Reads the columns of a group. */
export function parseTotals(measures: readonly string[], view: MetricsView): MetricTotals {
  const { basis, isRated: hasRates, types } = view;
  const isCostKnown = Number(measures[UNCONVERTED]) === 0;
  const totals = buildTotals(({ name, isMoney: isAmount, isRated }, index) => {
    const text = measures[index] ?? '0';
    if (!isAmount) return Number(text);
    if (name === 'cost') return isCostKnown ? roundDiv(BigInt(text), RATE_SCALE) : null;
    if (isRated && !hasRates) return null;
    return isRated && hasRateScale(name) ? fromRated(BigInt(text)) : BigInt(text);
  });
  if (types.length > 0)
    totals.types = Object.fromEntries(
      types.map((code, place) => {
        const start = MEASURE_NAMES.length + place * TYPE_MEASURES.length;
        return [code, parseTypeTotals(measures.slice(start, start + TYPE_MEASURES.length), view)];
      }),
    );
  if (view.ltv) {
    const start = MEASURE_NAMES.length + types.length * TYPE_MEASURES.length;
    const measureOf = (days: (typeof LTV_DAYS)[number], which: 0 | 1): string =>
      measures[start + LTV_DAYS.indexOf(days) * 2 + which] ?? '0';
    totals.ltv = buildLtv((days) => ({ clicks: Number(measureOf(days, 0)), revenue: BigInt(measureOf(days, 1)) }));
  }
  return withRevenueBasis(totals, basis);
}

function parseTypeTotals(
  [pending = '0', approved = '0', rejected = '0', revenue = '0', held = '0']: readonly string[],
  { basis }: MetricsView,
): TypeTotals {
  const added = basis === 'expected' ? fromRated(BigInt(held)) : BigInt(held);
  return {
    pending: Number(pending),
    approved: Number(approved),
    rejected: Number(rejected),
    revenue: BigInt(revenue) + added,
  };
}
