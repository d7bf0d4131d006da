import type { ColorRule, GridLayout } from '@poklik/contract/grid-layouts';
import type { SortOrder } from '@poklik/contract/paging';
import type { ReactNode } from 'react';
import type { RowId } from '../data-table/column.ts';
import type { MenuAction } from '../menu/menu-action.ts';

export interface GridColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Plain text for copying. */
  text: (row: Row) => string;
  /** Usual width in pixels. */
  width: number;
  align?: 'end';
  /** The first click sorts in this order; columns without it can't be sorted by. */
  firstOrder?: SortOrder;
  /** For color rules; null when unknown. */
  value?: (row: Row) => number | null;
  /** Applies where the user has no rules for the column. */
  tone?: (row: Row) => Tone | undefined;
  /** In the totals row. */
  total?: ReactNode;
  /** Hidden columns of a group are listed together. */
  group?: string;
  /** The rules compare percent. */
  isShare?: boolean;
}

export type Tone = ColorRule['tone'];

export interface GridSort {
  column: string;
  order: SortOrder;
}

/** Rows of a grid; those that aren't loaded yet are undefined. */
export interface GridRows<Row> {
  count: number;
  at: (index: number) => Row | undefined;
  /** The rows in view changed. */
  onView?: (first: number, last: number) => void;
}

export interface GridProps<Row> {
  /** Accessible name. */
  label: string;
  /** All columns; the first one is always visible and stays in place. */
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  rows: GridRows<Row>;
  rowId: (row: Row) => RowId;
  rowLabel: (row: Row) => string;
  /** Enter opens a row: it presses what is marked with `data-open`. */
  opensRows?: boolean;
  /** Nesting depth. */
  rowLevel?: (row: Row) => number;
  rowHeight: number;
  /** Ends at the bottom of the window; otherwise it takes a part of its height. */
  fillsScreen?: boolean;
  sort: GridSort | undefined;
  onSort: (sort: GridSort) => void;
  selection?: GridSelection<Row>;
  /** At the end of each row. */
  actions?: { header: string; width: number; cell: (row: Row) => ReactNode };
  /** In the menu of a right click. */
  menu?: (row: Row) => MenuAction[];
  /** Label of the totals row; without it there is none. */
  totals?: string | undefined;
  /** What the totals leave out. */
  totalsNote?: string;
  isLoading?: boolean;
}

/** Selected rows, kept while they are scrolled out of view. */
export interface GridSelection<Row> {
  rows: ReadonlyMap<RowId, Row>;
  toggle: (index: number, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}
