import type { PageLinks, PageMeta } from '@poklik/contract/paging';
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Of the column that leads to the row: what stands under the link and is no part of it. */
  below?: (row: Row) => ReactNode;
  /** The server can sort by it under the same name. */
  sortable?: boolean;
  align?: 'start' | 'end';
  /** 1 and 2 are always in the table, 3 from 1440 px. */
  priority?: 1 | 2 | 3;
  /** Its part of the card that a row becomes below 861 px; without one it is left out there. */
  card?: 'title' | 'badge' | 'value' | 'actions';
  /** A column of controls is as wide as they are, and its header is only heard. */
  narrow?: boolean;
  /** The column that takes the room which the others leave. */
  wide?: boolean;
}

export type RowId = string | number;

/** A page of rows, as lists come from the server. */
export interface ListPage<Row> {
  rows: Row[];
  meta: PageMeta;
  links: ReturnType<(typeof PageLinks)['parse']>;
}
