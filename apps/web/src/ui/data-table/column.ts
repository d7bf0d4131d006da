import type { PageLinks, PageMeta } from '@poklik/contract/paging';
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Content under the row link that is not part of it. */
  below?: (row: Row) => ReactNode;
  /** The server sorts by the column's `id`. */
  sortable?: boolean;
  align?: 'start' | 'end';
  /** Priorities 1 and 2 are always visible, 3 from 1440 px. */
  priority?: 1 | 2 | 3;
  /** Where the value goes on the card shown below 861 px; omitted columns are hidden there. */
  card?: 'title' | 'badge' | 'value' | 'actions';
  /** Shrinks to its controls; the header is for screen readers only. */
  narrow?: boolean;
  /** Takes the remaining width. */
  wide?: boolean;
}

export type RowId = string | number;

/** A page of rows from a list endpoint. */
export interface RowPage<Row> {
  rows: Row[];
  meta: PageMeta;
  links: ReturnType<(typeof PageLinks)['parse']>;
}
