import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '@poklik/contract/language';
import { type Cell, CSV_START, csvLines } from '@poklik/domain/csv/csv-text';

/** So many rows are written without letting other requests in between. */
export const ROWS_AT_ONCE = 200;

/** A file of rows that are read while it is sent. Its start comes with the first of them, or not at all if they cannot be read. */
export async function* csvParts(
  header: readonly Cell[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  language: Language,
): AsyncGenerator<string> {
  let start = CSV_START + csvLines([header], language);
  for await (const rows of batches) {
    yield start + csvLines(rows, language);
    start = '';
    await nextTurn();
  }
  if (start) yield start;
}

/** The text of a file that has to be whole before it is sent. */
export async function csvWhole(...[header, rows, language]: Parameters<typeof csvParts>): Promise<string> {
  const parts: string[] = [];
  for await (const part of csvParts(header, rows, language)) parts.push(part);
  return parts.join('');
}

/** What is at hand already, in parts, with other requests let in between. */
export async function* batchesOf<T>(rows: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let at = 0; at < rows.length; at += size) {
    yield rows.slice(at, at + size);
    await nextTurn();
  }
}
