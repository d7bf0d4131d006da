import type { RowPage } from '../../ui/data-table/column.ts';

/** Rows that the server sends all at once, as a table takes them. */
export const onePage = <Row>(rows: Row[] | undefined): RowPage<Row> | undefined =>
  rows && {
    rows,
    links: { prev: null, next: null },
    meta: { current_page: 1, last_page: 1, per_page: Math.max(1, rows.length), total: rows.length, links: [] },
  };
