import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN, type GridLayout } from '@poklik/contract/grid-layouts';
import {
  type ColumnSizingState,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { GridColumn } from './grid-column.ts';

const FEATURES = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
});

const useColumnTable = useTable<typeof FEATURES, object>;

/** Columns that belong to the grid itself. */
export const SELECT_ID = 'select';
export const ACTIONS_ID = 'actions';
const SELECT_WIDTH = 40;
const NO_ROWS: object[] = [];

interface TableOptions<Row> {
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  hasSelection: boolean;
  actionsWidth: number | undefined;
  /** Width to fill. */
  width: number;
}

/** A visible column with its place on screen. */
export interface PlacedColumn<Row> {
  id: string;
  /** Undefined for the grid's own columns. */
  column: GridColumn<Row> | undefined;
  width: number;
  /** Offset of a column that stays in place. */
  start: number | undefined;
  isLastPinned: boolean;
  isEnd: boolean;
  canResize: boolean;
  /** How far the edge is dragged. */
  drag: number | null;
  onResize: (event: unknown) => void;
}

/** Order, width, pinning and visibility of columns, by TanStack Table. */
export function useGridTable<Row>({ columns, layout, onLayout, hasSelection, actionsWidth, width }: TableOptions<Row>) {
  const name = columns[0]?.id ?? '';
  const definitions = useMemo(
    () => [
      ...(hasSelection ? [{ id: SELECT_ID, size: SELECT_WIDTH, enableResizing: false }] : []),
      ...columns.map(({ id, width: size }) => ({
        id,
        size,
        minSize: COLUMN_WIDTH_MIN,
        maxSize: COLUMN_WIDTH_MAX,
      })),
      ...(actionsWidth ? [{ id: ACTIONS_ID, size: actionsWidth, enableResizing: false }] : []),
    ],
    [columns, hasSelection, actionsWidth],
  );
  const state = useMemo(() => {
    const shown = layout.columns.filter(({ id }) => id !== name);
    const visible = new Set([SELECT_ID, ACTIONS_ID, name, ...shown.map(({ id }) => id)]);
    const pinned = shown.filter(({ pinned: isPinned }) => isPinned).map(({ id }) => id);
    return {
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, visible.has(id)])),
      columnOrder: [SELECT_ID, name, ...shown.map(({ id }) => id), ACTIONS_ID],
      columnPinning: { start: [SELECT_ID, name, ...pinned], end: [ACTIONS_ID] },
      columnSizing: Object.fromEntries(layout.columns.flatMap((each) => (each.width ? [[each.id, each.width]] : []))),
    };
  }, [columns, layout, name]);
  const table = useColumnTable({
    features: FEATURES,
    columns: definitions,
    data: NO_ROWS,
    state,
    columnResizeMode: 'onEnd',
    onColumnSizingChange: (change: ColumnSizingState | ((old: ColumnSizingState) => ColumnSizingState)) => {
      const sizes = typeof change === 'function' ? change(state.columnSizing) : change;
      onLayout(withWidths(layout, name, sizes));
    },
  });

  const resizing = table.state.columnResizing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is new each time; these say when its columns change, so that rows scroll without being rendered again.
  return useMemo(
    () => placeColumns({ table, columns, name, width, resizing }),
    [definitions, columns, state, resizing, width],
  );
}

interface Placing<Row> {
  table: ReturnType<typeof useColumnTable>;
  columns: readonly GridColumn<Row>[];
  /** ID of the first column. */
  name: string;
  width: number;
  resizing: { isResizingColumn: string | false; deltaOffset: number | null };
}

function placeColumns<Row>({ table, columns, name, width, resizing }: Placing<Row>): PlacedColumn<Row>[] {
  const headers = new Map(table.getFlatHeaders().map((header) => [header.column.id, header]));
  const byId = new Map(columns.map((column) => [column.id, column]));
  const [start, center, end] = [
    table.getStartVisibleLeafColumns(),
    table.getCenterVisibleLeafColumns(),
    table.getEndVisibleLeafColumns(),
  ];
  const extra = Math.max(0, width - table.getTotalSize());
  const place = (column: (typeof start)[number], index: number): PlacedColumn<Row> => ({
    id: column.id,
    column: byId.get(column.id),
    // The name takes the room that is left.
    width: column.getSize() + (column.id === name ? extra : 0),
    start: start.includes(column)
      ? column.getStart('start') + (start.findIndex(({ id }) => id === name) < index ? extra : 0)
      : undefined,
    isLastPinned: index === start.length - 1 && start.includes(column),
    isEnd: end.includes(column),
    canResize: column.getCanResize(),
    drag: resizing.isResizingColumn === column.id ? resizing.deltaOffset : null,
    onResize: headers.get(column.id)?.getResizeHandler() ?? (() => {}),
  });
  return [...start, ...center, ...end].map(place);
}

/** The layout with other widths. The name has a place in it only for its width. */
function withWidths(layout: GridLayout, name: string, sizes: ColumnSizingState): GridLayout {
  const all = layout.columns.some(({ id }) => id === name) ? layout.columns : [{ id: name }, ...layout.columns];
  return {
    ...layout,
    columns: all.map((each) => (sizes[each.id] ? { ...each, width: Math.round(sizes[each.id] ?? 0) } : each)),
  };
}
