import type { GridLayout } from '@poklik/contract/grid-layouts';

/**
 * A saved layout as it can be shown: columns that don't exist (any more, or for this reader) are left out, and columns
 * added since it was saved stay hidden until they are chosen. Without one, the usual columns are shown.
 */
export function readLayout(saved: GridLayout | null, known: readonly string[], usual: readonly string[]): GridLayout {
  const isKnown = ({ id }: { id: string }) => known.includes(id);
  if (saved === null) return { columns: usual.map((id) => ({ id })).filter(isKnown), rules: [] };
  const columns = saved.columns.filter(
    (column, place) => isKnown(column) && saved.columns.findIndex(({ id }) => id === column.id) === place,
  );
  return { columns, rules: saved.rules.filter(({ column }) => known.includes(column)) };
}

/** Shows a hidden column as the last one, or hides a visible one. */
export function toggleColumn(layout: GridLayout, id: string): GridLayout {
  const rest = layout.columns.filter((column) => column.id !== id);
  return { ...layout, columns: rest.length < layout.columns.length ? rest : [...rest, { id }] };
}

/** Columns that aren't named, as the one of the name, come first. */
export function orderColumns(layout: GridLayout, ids: readonly string[]): GridLayout {
  const placeOf = ({ id }: { id: string }) => ids.indexOf(id);
  return { ...layout, columns: layout.columns.toSorted((one, other) => placeOf(one) - placeOf(other)) };
}

/** Keeps a column next to the name, or lets it scroll again. */
export const togglePin = (layout: GridLayout, id: string): GridLayout => ({
  ...layout,
  columns: layout.columns.map(({ pinned, ...column }) =>
    (column.id === id) === (pinned ?? false) ? column : { ...column, pinned: true },
  ),
});
