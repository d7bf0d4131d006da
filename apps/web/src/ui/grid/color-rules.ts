import type { ColorRule } from '@poklik/contract/grid-layouts';
import { findColorRule } from '@poklik/domain/grids/color-rules';
import type { GridColumn, Tone } from './grid-column.ts';

interface CellTone {
  tone: Tone;
  /** Set by a rule of the user, so it also has a mark. */
  isMarked: boolean;
}

/** Marks of rules: color alone is not enough. */
export const MARKS: Record<Tone, string> = { negative: '▼', warning: '!', positive: '▲' };

/** What the rules of the column say; the column's own tone where it has none. */
export function toneOf<Row>(column: GridColumn<Row>, row: Row, rules: readonly ColorRule[]): CellTone | undefined {
  if (!rules.some((rule) => rule.column === column.id)) {
    const tone = column.tone?.(row);
    return tone && { tone, isMarked: false };
  }
  const rule = findColorRule(rules, column.id, column.value?.(row) ?? null);
  return rule && { tone: rule.tone, isMarked: true };
}
