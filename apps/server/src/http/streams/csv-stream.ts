import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '@poklik/contract/language';
import { type Cell, CSV_START, csvLines } from '@poklik/domain/csv/csv-text';

/** Rows written before other requests get a turn. */
export const ROWS_PER_CHUNK = 200;

/**
 * A file whose rows are read while it is sent. It starts with the first row, so a failed query is still answered with a
 * status.
 */
export async function* streamCsv(
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

/** A file that must be complete before it is sent. */
export async function buildCsv(...[header, rows, language]: Parameters<typeof streamCsv>): Promise<string> {
  const parts: string[] = [];
  for await (const part of streamCsv(header, rows, language)) parts.push(part);
  return parts.join('');
}

/** Rows in memory as chunks, with other requests served in between. */
export async function* chunkRows<T>(rows: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let at = 0; at < rows.length; at += size) {
    yield rows.slice(at, at + size);
    await nextTurn();
  }
}

const ITEMS_PER_TURN = 20;

/** Much work in memory, with other requests served in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const some of chunkRows(items, ITEMS_PER_TURN)) results.push(...some.map(change));
  return results;
}
