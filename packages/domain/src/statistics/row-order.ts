import type { Metric } from '@poklik/contract/statistics';
import { derivedSums, type MetricTotals, RATIOS } from './metrics.ts';

export interface RowOrder {
  by: Metric | 'key';
  order: 'asc' | 'desc';
}

export const BY_KEY: RowOrder = { by: 'key', order: 'asc' };

interface Row extends MetricTotals {
  keys: readonly string[];
}

/**
 * Sorts rows like the analytics database: rows without the metric come last in both directions, and ties are sorted by
 * key, so that pages never overlap. Amounts can be in any unit if it is the same for all rows.
 */
export function sortRows<R extends Row>(rows: readonly R[], { by, order }: RowOrder): R[] {
  const direction = order === 'asc' ? 1 : -1;
  if (by === 'key') return rows.toSorted((one, other) => direction * compareKeys(one, other));
  return rows
    .map((row) => ({ row, value: sortValue(row, by) }))
    .sort((one, other) => {
      if (one.value === other.value) return compareKeys(one.row, other.row);
      if (one.value === null || other.value === null) return one.value === null ? 1 : -1;
      return one.value < other.value ? -direction : direction;
    })
    .map(({ row }) => row);
}

function compareKeys(one: Row, other: Row): number {
  const place = one.keys.findIndex((key, at) => key !== other.keys[at]);
  return place < 0 ? 0 : (one.keys[place] ?? '') < (other.keys[place] ?? '') ? -1 : 1;
}

function sortValue(row: MetricTotals, metric: Metric): number | bigint | null {
  if (metric in RATIOS) {
    const [part, whole] = RATIOS[metric as keyof typeof RATIOS].map((name) => sortValue(row, name));
    return part == null || whole == null || Number(whole) === 0 ? null : Number(part) / Number(whole);
  }
  const sums = derivedSums(row);
  return metric in sums ? sums[metric as keyof typeof sums] : row[metric as keyof MetricTotals];
}
