import { diffArrays } from 'diff';

export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The shortest diff between two lists of lines, removals before additions. */
export const lineDiff = (before: readonly string[], after: readonly string[]): DiffLine[] =>
  diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
