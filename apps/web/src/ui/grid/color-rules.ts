import type { GridColumn, Tone } from './grid-column.ts';
import type { ColorRule } from './grid-layout.ts';

interface CellTone {
  tone: Tone;
  /** Set by a rule of the user, so it also has a sign. */
  isMarked: boolean;
}

/** The first rule that applies; the column's own tone where there are none. */
export function toneOf<Row>(column: GridColumn<Row>, row: Row, rules: readonly ColorRule[]): CellTone | undefined {
  const own = rules.filter((rule) => rule.column === column.id);
  if (own.length === 0) {
    const tone = column.tone?.(row);
    return tone && { tone, isMarked: false };
  }
  const value = column.value?.(row) ?? null;
  if (value === null) return undefined;
  const rule = own.find(({ when, than }) => (when === 'below' ? value < than : value > than));
  return rule && { tone: rule.tone, isMarked: true };
}
