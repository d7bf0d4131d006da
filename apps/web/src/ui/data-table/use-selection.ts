import { useState } from 'react';
import type { RowId } from './column.ts';

export interface Selection {
  /** Selected ids of the visible rows, in row order. */
  ids: RowId[];
  has: (id: RowId) => boolean;
  /** With `range`, every row from the last toggled one to this one gets the same state. */
  toggle: (id: RowId, range: boolean) => void;
  togglePage: () => void;
  clear: () => void;
}

/** Selected rows of the current page. A row that leaves the page is deselected. */
export function useSelection(rows: readonly RowId[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<RowId>>(new Set());
  const [anchor, setAnchor] = useState<RowId>();
  const ids = rows.filter((id) => marked.has(id));

  const between = (from: RowId, to: RowId): readonly RowId[] => {
    const [start, end] = [rows.indexOf(from), rows.indexOf(to)].sort((a, b) => a - b);
    return start === undefined || start < 0 || end === undefined ? [to] : rows.slice(start, end + 1);
  };

  return {
    ids,
    has: (id) => marked.has(id),
    toggle: (id, range) => {
      const next = new Set(ids);
      const mark = !marked.has(id);
      for (const each of range && anchor !== undefined ? between(anchor, id) : [id]) {
        if (mark) next.add(each);
        else next.delete(each);
      }
      setMarked(next);
      setAnchor(id);
    },
    togglePage: () => setMarked(new Set(ids.length === rows.length ? [] : rows)),
    clear: () => setMarked(new Set()),
  };
}
