import { type ColumnWriter, lengthOf, writerOf } from './column-writers.ts';
import { giveWay } from './give-way.ts';
import type { Row } from './row-batch.ts';

export interface Column {
  name: string;
  type: string;
}

/** So many at most that the words of a column can be told apart by 16 bits. */
const BLOCK_ROWS = 16_384;
const [TAB, NEW_LINE] = [9, 10];

/**
 * Rows of tab-separated fields as blocks of columns in ClickHouse's own format (`Native`), which it takes over without
 * reading them. Returns false, whatever it has given out, if a value is not written in the plainest way or its type is
 * not known here: then the engine has to read the text itself, and says what it thinks of it.
 */
export function* nativeRows(rows: Iterable<Row>, columns: readonly Column[]): Generator<Buffer, boolean> {
  const writers = columns.map(({ name, type }) => writerOf(name, type, BLOCK_ROWS));
  if (!writers.every((writer) => writer !== undefined)) return false;
  let taken = 0;
  for (const row of rows) {
    giveWay();
    if (!takeRow(row, taken, writers)) return false;
    taken += 1;
    if (taken < BLOCK_ROWS) continue;
    yield blockOf(taken, writers);
    taken = 0;
  }
  if (taken > 0) yield blockOf(taken, writers);
  return true;
}

function blockOf(rows: number, writers: readonly ColumnWriter[]): Buffer {
  return Buffer.concat([lengthOf(writers.length), lengthOf(rows), ...writers.flatMap((writer) => writer.finish(rows))]);
}

/** False if the row is not as expected. */
function takeRow({ head, headEnd, bytes, start, end }: Row, row: number, writers: readonly ColumnWriter[]): boolean {
  let column = 0;
  for (let at = 0; at < headEnd; at += 1) {
    at = takeField(writers[column], row, head, at);
    if (at === -1 || head[at] !== TAB) return false;
    column += 1;
  }
  bytes[end] = NEW_LINE;
  for (let at = start; ; at += 1) {
    at = takeField(writers[column], row, bytes, at);
    column += 1;
    if (at === -1) return false;
    if (column === writers.length) return at === end;
    if (bytes[at] !== TAB) return false;
  }
}

const takeField = (writer: ColumnWriter | undefined, row: number, bytes: Buffer, at: number): number =>
  writer ? writer.take(row, bytes, at) : -1;
