import type { Language } from '@poklik/contract/language';

/** Spreadsheets treat these first characters as a formula, some also in full-width form. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Prefix that makes spreadsheets treat the value as text. */
const FORMULA_ESCAPE = "'";
/** Quotes every common separator, because some spreadsheets split at any of them. */
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Languages with a decimal comma use a semicolon. */
const SEPARATORS: Record<Language, string> = { ua: ';', ru: ';', en: ',' };

/** A text, or a number as written in code; null is an empty cell. */
export type Cell = string | number | null;

/** Rows as a CSV file for spreadsheets. Text never becomes a formula; numbers stay numbers. */
export const csvText = (rows: readonly (readonly Cell[])[], language: Language): string =>
  CSV_START + csvLines(rows, language);

/** The start of every file. */
export const CSV_START = BYTE_ORDER_MARK;

/** Lines of a file that is written in parts. */
export function csvLines(rows: readonly (readonly Cell[])[], language: Language): string {
  const separator = SEPARATORS[language];
  return rows.map((row) => row.map(formatCell).join(separator) + LINE_END).join('');
}

/** Restores the original value of a cell, because exported files can be imported again. */
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

/** Amounts are text; a negative one is not a formula. */
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
