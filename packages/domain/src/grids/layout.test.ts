import type { GridLayout } from '@poklik/contract/grid-layouts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderColumns, readLayout, toggleColumn, togglePin } from './layout.ts';

const KNOWN = ['name', 'clicks', 'cost', 'roi', 'new'];
const USUAL = ['clicks', 'cost'];
const rule = (column: string) => ({ column, when: 'below', than: 0, tone: 'negative' }) as const;
const ids = ({ columns }: GridLayout) => columns.map(({ id }) => id);
const layout = (...columns: string[]): GridLayout => ({ columns: columns.map((id) => ({ id })), rules: [] });

describe('a saved layout', () => {
  it.each<[string, GridLayout | null, string[], string[]]>([
    ['missing', null, ['clicks', 'cost'], []],
    ['as saved', { ...layout('roi', 'clicks'), rules: [rule('roi')] }, ['roi', 'clicks'], ['roi']],
    ['without columns that no longer exist', { ...layout('gone', 'roi'), rules: [rule('gone')] }, ['roi'], []],
    ['with a column named twice', layout('roi', 'clicks', 'roi'), ['roi', 'clicks'], []],
    ['with rules of hidden columns', { ...layout('clicks'), rules: [rule('roi')] }, ['clicks'], ['roi']],
    ['with nothing but the name', layout(), [], []],
  ])('%s', (_, saved, columns, rules) => {
    const read = readLayout(saved, KNOWN, USUAL);
    expect(ids(read)).toEqual(columns);
    expect(read.rules.map(({ column }) => column)).toEqual(rules);
  });

  it('leaves out usual columns that the reader has no access to', () => {
    expect(ids(readLayout(null, ['name', 'clicks'], USUAL))).toEqual(['clicks']);
  });
});

describe('columns', () => {
  it('are shown last and hidden', () => {
    expect(ids(toggleColumn(layout('clicks'), 'roi'))).toEqual(['clicks', 'roi']);
    expect(ids(toggleColumn(layout('clicks', 'roi'), 'clicks'))).toEqual(['roi']);
  });

  it('are pinned and released, and keep their widths', () => {
    const before: GridLayout = {
      columns: [
        { id: 'clicks', width: 90 },
        { id: 'roi', pinned: true },
      ],
      rules: [],
    };
    const pinned = togglePin(before, 'clicks');
    expect(pinned.columns).toEqual([
      { id: 'clicks', width: 90, pinned: true },
      { id: 'roi', pinned: true },
    ]);
    expect(togglePin(pinned, 'clicks')).toEqual(before);
  });

  it('take any order, with the name first', () => {
    expect(ids(orderColumns(layout('clicks', 'name', 'roi'), ['roi', 'clicks']))).toEqual(['name', 'roi', 'clicks']);
  });

  it('are never lost or doubled by ordering and toggling', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(KNOWN),
        fc.shuffledSubarray(KNOWN),
        fc.constantFrom(...KNOWN),
        (shown, order, id) => {
          const ordered = orderColumns(layout(...shown), order);
          expect(ids(ordered).toSorted()).toEqual(shown.toSorted());
          expect(ids(toggleColumn(toggleColumn(ordered, id), id)).toSorted()).toEqual(shown.toSorted());
        },
      ),
    );
  });
});
