import type { Row } from '../stats/row-batch.ts';

/** Lines as the rows of a batch, each with so many bytes of it in front of the record. */
export function* textRows(lines: readonly string[], headBytes = 0): Generator<Row> {
  for (const line of lines) {
    const bytes = Buffer.from(line);
    yield { head: bytes.subarray(0, headBytes), headEnd: headBytes, bytes, start: headBytes, end: bytes.length };
  }
}
