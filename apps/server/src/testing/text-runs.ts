import { viewOf } from '../stats/byte-runs.ts';
import { RecordFields } from '../stats/record-fields.ts';
import type { RowRun } from '../stats/row-batch.ts';

const NO_HEAD = { bytes: viewOf(Buffer.alloc(0)), bounds: new Uint32Array(1), first: 0, stride: 0, columns: 0 };

/** Lines of so many fields as the rows of a batch, each by itself. A line that is not plain is one field. */
export function* textRuns(lines: readonly string[], columns: number): Generator<RowRun> {
  const fields = new RecordFields(columns);
  for (const line of lines) {
    const bytes = Buffer.from(line);
    const bounds = fields.find(bytes, 0, bytes.length) ? fields.bounds : Uint32Array.of(0, bytes.length + 1);
    const record = { bytes: viewOf(bytes), bounds, first: 0, stride: bounds.length, columns: bounds.length - 1 };
    yield { rows: 1, head: NO_HEAD, record };
  }
}
