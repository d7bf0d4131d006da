import type { PlacedColumn } from './use-grid-table.ts';

/** The visible columns of rows as text with tabs, for a spreadsheet. */
export function rowsAsText<Row>(placed: readonly PlacedColumn<Row>[], rows: readonly Row[]): string {
  const columns = placed.flatMap(({ column }) => column ?? []);
  const lines = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return lines.map((cells) => cells.map(cleaned).join('\t')).join('\n');
}

/** A spreadsheet must not run what is pasted, and a cell must stay one cell. */
const cleaned = (text: string): string => text.replace(/[\t\r\n]+/g, ' ').replace(/^[=+@]/, "'$&");
