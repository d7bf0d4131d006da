import { type ColumnWriter, lengthOf, writerOf } from './column-writers.ts';

export interface Column {
  name: string;
  type: string;
}

/** So many at most that the words of a column can be told apart by 16 bits. */
const BLOCK_ROWS = 16_384;
const [TAB, NEW_LINE] = [9, 10];

/**
 * Tab-separated rows as blocks of columns in ClickHouse's own format (`Native`), which it takes over without reading
 * them. Returns false, whatever it has given out, if a value is not written in the plainest way or its type is not known
 * here: then the engine has to read the text itself, and says what it thinks of it.
 */
export function* nativeRows(text: Buffer, columns: readonly Column[]): Generator<Buffer, boolean> {
  const writers = columns.map(({ name, type }) => writerOf(name, type, BLOCK_ROWS));
  if (!writers.every((writer) => writer !== undefined) || text.at(-1) !== NEW_LINE) return false;
  for (let at = 0; at < text.length; ) {
    let rows = 0;
    for (; rows < BLOCK_ROWS && at < text.length; rows += 1) {
      at = takeRow(text, at, rows, writers);
      if (at === -1) return false;
    }
    const pieces: Uint8Array[] = [lengthOf(writers.length), lengthOf(rows)];
    for (const writer of writers) pieces.push(...writer.finish(rows));
    yield Buffer.concat(pieces);
  }
  return true;
}

/** Where the next row begins, or -1 if this one is not as expected. */
function takeRow(text: Buffer, start: number, row: number, writers: readonly ColumnWriter[]): number {
  const last = writers.length - 1;
  let at = start;
  for (let column = 0; column <= last; column += 1) {
    at = (writers[column] as ColumnWriter).take(row, text, at);
    if (at === -1 || text[at] !== (column === last ? NEW_LINE : TAB)) return -1;
    at += 1;
  }
  return at;
}
