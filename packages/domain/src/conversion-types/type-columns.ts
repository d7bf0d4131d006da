import type { Metrics } from '@poklik/contract/statistics';
import {
  isMoneyColumn,
  parseTypeColumn,
  TYPE_METRICS,
  type TypeColumn,
  type TypeMetric,
} from '@poklik/contract/type-columns';
import { knownCost, type MetricTotals, type MetricValue } from '../statistics/metrics.ts';
import { ratio } from '../statistics/ratio.ts';
import { conversionsOf, NO_CONVERSIONS } from './type-totals.ts';

/** A column of conversion types, for sorting; null if its types weren't asked for. */
export function typeColumnValue(totals: MetricTotals, id: TypeColumn): MetricValue {
  const column = parseTypeColumn(id);
  const own = column && totals.types?.[column.code];
  if (!own) return null;
  const conversions = conversionsOf(own);
  if (column.per !== null) return ratio(conversions, conversionsOf(totals.types?.[column.per] ?? NO_CONVERSIONS));
  const cost = knownCost(totals);
  switch (column.metric) {
    case 'cr':
      return ratio(conversions, totals.clicks);
    case 'cost_per':
      return cost === null ? null : ratio(Number(cost), conversions);
    case 'conversions':
    case null:
      return conversions;
    default:
      return own[column.metric];
  }
}

/** A column of conversion types as it is shown; null if unknown or divided by zero. */
export function displayedTypeColumn(id: string, { types }: Pick<Metrics, 'types'>): number | string | null {
  const column = parseTypeColumn(id);
  const own = column && types?.[column.code];
  if (!own) return null;
  if (column.per !== null) return ratio(own.conversions, types?.[column.per]?.conversions ?? 0);
  return column.metric === null ? null : own[column.metric];
}

const TYPE_UNITS: Record<TypeMetric, 'count' | 'money' | 'share'> = {
  conversions: 'count',
  pending: 'count',
  approved: 'count',
  rejected: 'count',
  revenue: 'money',
  cr: 'share',
  cost_per: 'money',
};
export const typeColumnUnit = (id: string): 'count' | 'money' | 'share' =>
  TYPE_UNITS[parseTypeColumn(id)?.metric ?? 'cr'];

/** Both columns of each goal. */
export const listGoalColumns = (numbers: readonly number[]): TypeColumn[] =>
  numbers.flatMap((number): TypeColumn[] => [`goal_${number}`, `goal_${number}_rate`]);

/** Every column of these types: their metrics, and each per those before it. */
export const listTypeColumns = (codes: readonly string[], seesMoney: boolean): TypeColumn[] =>
  codes.flatMap((code, place) => [
    ...TYPE_METRICS.map((name): TypeColumn => `${code}.${name}`).filter((id) => seesMoney || !isMoneyColumn(id)),
    ...codes.slice(0, place).map((per): TypeColumn => `${code}/${per}`),
  ]);
