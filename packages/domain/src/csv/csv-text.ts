import type { Language } from '@poklik/contract/language';

/** Spreadsheets take what begins with one of these for a formula; some also in the wide form. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Stands in front of it, so that it stays a text. */
const FORMULA_ESCAPE = "'";
/** Some spreadsheets take every usual separator for one, whatever the language. */
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** With it spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Spreadsheets of these languages expect the sign that their numbers do not use. */
const SEPARATORS: Record<Language, string> = { ua: ';', ru: ';', en: ',' };

/** A text, or a number as it is written in code; null is an empty cell. */
export type Cell = string | number | null;

/** Rows as a file that spreadsheets open by a double click. Text never becomes a formula; numbers stay numbers. */
export const csvText = (rows: readonly (readonly Cell[])[], language: Language): string =>
  CSV_START + csvLines(rows, language);

/** What every such file starts with. */
export const CSV_START = BYTE_ORDER_MARK;

/** Some lines of such a file, for one that is written in parts. */
export function csvLines(rows: readonly (readonly Cell[])[], language: Language): string {
  const separator = SEPARATORS[language];
  return rows.map((row) => row.map(formatCell).join(separator) + LINE_END).join('');
}

/** What a cell of such a file said: people send them back to us. */
export const unescapeCell = (cell: string): string =>
  cell.startsWith(FORMULA_ESCAPE) && FORMULA.test(cell.slice(FORMULA_ESCAPE.length))
    ? cell.slice(FORMULA_ESCAPE.length)
    : cell;

function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) && !isNumber(cell) ? FORMULA_ESCAPE + cell : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Amounts travel as text; a loss begins with a minus and is no formula. */
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
