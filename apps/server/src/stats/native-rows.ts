import { type ColumnWriter, lengthOf, writerOf } from './column-writers.ts';
import { FieldPage } from './field-page.ts';
import { giveWay } from './give-way.ts';
import type { Row } from './row-batch.ts';

export interface Column {
  name: string;
  type: string;
}

/** So many at most that the words of a column can be told apart by 16 bits. */
const BLOCK_ROWS = 16_384;
/** So few that what is known of them stays close to the processor. A block is a number of pages. */
const PAGE_ROWS = 128;

/**
 * Rows of tab-separated fields as blocks of columns in ClickHouse's own format (`Native`), which it takes over without
 * reading them. Returns false, whatever it has given out, if a value is not written in the plainest way or its type is
 * not known here: then the engine has to read the text itself, and says what it thinks of it.
 */
export function* nativeRows(rows: Iterable<Row>, columns: readonly Column[]): Generator<Buffer, boolean> {
  const writers = columns.map(({ name, type }) => writerOf(name, type, BLOCK_ROWS));
  if (!writers.every((writer) => writer !== undefined)) return false;
  const page = new FieldPage(columns.length, PAGE_ROWS);
  let taken = 0;
  for (const row of rows) {
    giveWay();
    if (!page.add(row)) return false;
    if (!page.isFull) continue;
    if (!takePage(page, taken, writers)) return false;
    taken += PAGE_ROWS;
    if (taken < BLOCK_ROWS) continue;
    yield blockOf(taken, writers);
    taken = 0;
  }
  const rest = page.rows;
  if (!takePage(page, taken, writers)) return false;
  if (taken + rest > 0) yield blockOf(taken + rest, writers);
  return true;
}

function takePage(page: FieldPage, firstRow: number, writers: readonly ColumnWriter[]): boolean {
  const isTaken = writers.every((writer, column) => writer.take(page, column, firstRow));
  page.clear();
  return isTaken;
}

function blockOf(rows: number, writers: readonly ColumnWriter[]): Buffer {
  return Buffer.concat([lengthOf(writers.length), lengthOf(rows), ...writers.flatMap((writer) => writer.finish(rows))]);
}
