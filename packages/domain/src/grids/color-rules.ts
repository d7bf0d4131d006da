import type { ColorRule } from '@poklik/contract/grid-layouts';

/** The first rule of a column that applies to a value; an unknown value has none. */
export function findColorRule(
  rules: readonly ColorRule[],
  column: string,
  value: number | null,
): ColorRule | undefined {
  if (value === null) return undefined;
  return rules.find(
    (rule) => rule.column === column && (rule.when === 'below' ? value < rule.than : value > rule.than),
  );
}

/** A typed threshold with a dot or a comma; percent for shares. Null if it is not a number. */
export function readThreshold(text: string, isShare: boolean): number | null {
  const typed = text
    .trim()
    .replace(/[\s\u00a0]/g, '')
    .replace('−', '-')
    .replace(',', '.')
    .replace(/%$/, '');
  if (!/^-?\d{1,9}(\.\d{1,6})?$/.test(typed)) return null;
  return isShare ? Number((Number(typed) / 100).toFixed(8)) : Number(typed);
}

/** The threshold as it is typed. */
export const thresholdText = (than: number, isShare: boolean): string =>
  String(isShare ? Number((than * 100).toFixed(6)) : than);
