import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

const written = (before: string[], after: string[]) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

describe('line diff', () => {
  it.each([
    ['nothing', ['a', 'b'], ['a', 'b'], [' a', ' b']],
    ['a changed line', ['a', 'b', 'c'], ['a', 'x', 'c'], [' a', '-b', '+x', ' c']],
    ['a line that moved', ['a', 'b'], ['b', 'a'], ['-a', ' b', '+a']],
    ['everything new', [], ['a'], ['+a']],
    ['everything gone', ['a'], [], ['-a']],
  ])('shows %s', (_, before, after, expected) => {
    expect(written(before, after)).toEqual(expected);
  });

  it('always transforms one list into the other', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = lineDiff(before, after);
        expect(diff.filter(({ kind }) => kind !== 'added').map(({ text }) => text)).toEqual(before);
        expect(diff.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)).toEqual(after);
      }),
    );
  });
});
