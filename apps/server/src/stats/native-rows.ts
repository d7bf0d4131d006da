import { type ColumnWriter, lengthOf, writerOf } from './column-writers.ts';
import { giveWay } from './give-way.ts';
import type { RowRun } from './row-batch.ts';

export interface Column {
  name: string;
  type: string;
}

/** So many at most that the words of a column can be told apart by 16 bits. */
const BLOCK_ROWS = 16_384;

/**
 * Rows as blocks of columns in ClickHouse's own format (`Native`), which it takes over without reading them. Returns
 * false, whatever it has given out, if the rows have other fields than there are columns, or a value is not written in
 * the plainest way or its type is not known here: then the engine has to read the text itself, and says what it thinks
 * of it.
 */
export function* nativeRows(runs: Iterable<RowRun>, columns: readonly Column[]): Generator<Buffer, boolean> {
  const writers = columns.map(({ name, type }) => writerOf(name, type, BLOCK_ROWS));
  if (!writers.every((writer) => writer !== undefined)) return false;
  let taken = 0;
  for (const run of runs) {
    if (taken + run.rows > BLOCK_ROWS) {
      yield blockOf(taken, writers);
      taken = 0;
    }
    if (!takeRun(run, taken, writers)) return false;
    taken += run.rows;
    giveWay(run.rows);
  }
  if (taken > 0) yield blockOf(taken, writers);
  return true;
}

function takeRun({ rows, head, record }: RowRun, firstRow: number, writers: readonly ColumnWriter[]): boolean {
  if (head.columns + record.columns !== writers.length) return false;
  return writers.every((writer, column) =>
    column < head.columns
      ? writer.take(head, column, rows, firstRow)
      : writer.take(record, column - head.columns, rows, firstRow),
  );
}

function blockOf(rows: number, writers: readonly ColumnWriter[]): Buffer {
  return Buffer.concat([lengthOf(writers.length), lengthOf(rows), ...writers.flatMap((writer) => writer.finish(rows))]);
}
