import { useState } from 'react';
import type { RowId } from '../data-table/column.ts';
import type { GridRows, GridSelection } from './grid-column.ts';

/** Selection over loaded rows. `scope` names the filters; another scope starts without a selection. */
export function useGridSelection<Row>(
  rows: GridRows<Row>,
  rowId: (row: Row) => RowId,
  scope: string,
): GridSelection<Row> {
  const [state, setState] = useState<{ scope: string; ids: ReadonlySet<RowId>; anchor: number | null }>({
    scope,
    ids: new Set(),
    anchor: null,
  });
  const { ids, anchor } = state.scope === scope ? state : { ids: new Set<RowId>(), anchor: null };
  const loaded = Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter((row) => row !== undefined);
  const selected = new Map(loaded.filter((row) => ids.has(rowId(row))).map((row) => [rowId(row), row]));

  const set = (next: ReadonlySet<RowId>, nextAnchor: number | null) =>
    setState({ scope, ids: next, anchor: nextAnchor });

  return {
    rows: selected,
    toggle: (index, range) => {
      const row = rows.at(index);
      if (row === undefined) return;
      const next = new Set(selected.keys());
      const mark = !selected.has(rowId(row));
      const [from, to] = range && anchor !== null ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
      for (let place = from; place <= to; place += 1) {
        const each = rows.at(place);
        if (each === undefined) continue;
        if (mark) next.add(rowId(each));
        else next.delete(rowId(each));
      }
      set(next, index);
    },
    toggleAll: () => set(new Set(selected.size === loaded.length ? [] : loaded.map(rowId)), null),
    clear: () => set(new Set(), null),
  };
}
