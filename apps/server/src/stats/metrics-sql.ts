import type { Metric, RevenueBasis } from '@poklik/contract/statistics';
import { RATE_SCALE, roundDiv } from '@poklik/domain/money/currency-rates';
import { FULL_RATE, fromRated } from '@poklik/domain/statistics/approval-rate';
import {
  BASIS_ADDS,
  buildTotals,
  definitionOf,
  isMoney,
  isRatedTotal,
  type MetricTotals,
  TOTALS,
  type TotalName,
  withRevenueBasis,
} from '@poklik/domain/statistics/metrics';
import { EVENT_KINDS } from './metrics-sources.ts';

export interface RowOrder {
  by: Metric | 'key';
  order: 'asc' | 'desc';
}

const BY_KEY: RowOrder = { by: 'key', order: 'asc' };

/** How pending conversions count. */
export interface RevenueView {
  basis: RevenueBasis;
  /** Whether the events have approval rates. */
  isRated: boolean;
}

/** Costs are in millionths of a billionth, so that conversion rounds only once. */
const costSql = 'sum(toInt128(spent) * rate)';

function totalSql(name: TotalName, isRated: boolean): string {
  const { sumOf = 'number', events } = definitionOf(name);
  if (sumOf === 'spent') return costSql;
  if (isRatedTotal(name) && !isRated) return 'toInt128(0)';
  return events ? `sumIf(${sumOf}, kind IN (${events.map((kind) => EVENT_KINDS[kind]).join(', ')}))` : `sum(${sumOf})`;
}

/** Columns of a group of events, in this order. `unconverted` is not zero if some of the cost has no rate. */
export const MEASURE_NAMES: readonly string[] = [...TOTALS, 'unconverted'];
const UNCONVERTED = TOTALS.length;
export const measuresSql = (isRated: boolean): string =>
  [...TOTALS.map((name) => `${totalSql(name, isRated)} AS ${name}`), 'sumIf(spent, rate = 0) AS unconverted'].join(
    ', ',
  );
/** A cancelled conversion leaves a row of zeros. */
export const IS_NOT_EMPTY = MEASURE_NAMES.map((name) => `${name} != 0`).join(' OR ');

/** Ties are ordered by key, so that pages never overlap. */
export function orderBySql({ by, order }: RowOrder = BY_KEY, keys: readonly string[], basis: RevenueBasis): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (by === 'key') return keys.map((key) => `${key} ${direction}`).join(', ');
  return [`${metricSql(by, basis)} ${direction} NULLS LAST`, ...keys].join(', ');
}

/** A metric as an SQL expression over the columns of a group. */
function metricSql(metric: Metric, basis: RevenueBasis): string {
  const { ratio, terms } = definitionOf(metric);
  if (ratio) {
    const [part, whole] = ratio.map((name) => metricSql(name, basis));
    return `if(${whole} = 0, NULL, toFloat64(${part}) / toFloat64(${whole}))`;
  }
  if (terms)
    return `(0 ${terms.map(([name, sign]) => `${sign === 1 ? '+' : '-'} ${metricSql(name, basis)}`).join(' ')})`;
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
export function parseTotals(measures: readonly string[], { basis, isRated: hasRates }: RevenueView): MetricTotals {
  const isCostKnown = Number(measures[UNCONVERTED]) === 0;
  const totals = buildTotals(({ name, isMoney: isAmount, isRated }, index) => {
    const text = measures[index] ?? '0';
    if (!isAmount) return Number(text);
    if (name === 'cost') return isCostKnown ? roundDiv(BigInt(text), RATE_SCALE) : null;
    if (isRated && !hasRates) return null;
    return isRated && hasRateScale(name) ? fromRated(BigInt(text)) : BigInt(text);
  });
  return withRevenueBasis(totals, basis);
}
