export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The shortest diff between two lists of lines, removals before additions. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  // common[i][j]: length of the longest common subsequence of `before` from i and `after` from j.
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      (common[row] as Uint16Array)[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: fresh ?? '' });
      column += 1;
    }
  }
  return lines;
}
