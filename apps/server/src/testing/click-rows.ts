import { ClickFields } from '../stats/click-fields.ts';
import type { RowBatch } from '../stats/row-batch.ts';
import { clickRecord } from './click-records.ts';

type Fields = Parameters<typeof clickRecord>[0];

/** Adds clicks to a batch as the ingest does: their records stand one after the other in the same memory. */
export function addClicks(
  batch: RowBatch,
  segment: string,
  clicks: readonly { offset: number; mark?: 0 | 1; fields: Fields }[],
): void {
  const records = clicks.map(({ fields }) => Buffer.from(clickRecord(fields)));
  const bytes = Buffer.concat(records.flatMap((record) => [Buffer.from('between'), record]));
  const found = new ClickFields();
  let end = 0;
  for (const [index, { offset, mark = 0 }] of clicks.entries()) {
    const start = end + 'between'.length;
    end = start + (records[index]?.length ?? 0);
    if (!found.find(bytes, start, end)) throw new Error('the record is not plain');
    batch.add(segment, offset, { bytes, bounds: found.bounds, mark });
  }
}
