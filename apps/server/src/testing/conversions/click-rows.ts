import { RecordFields } from '../../stats/ingest/record-fields.ts';
import type { RowBatch } from '../../stats/ingest/row-batch.ts';
import { clickRecord } from './click-records.ts';

interface Click {
  offset: number;
  mark?: 0 | 1;
  fields: Parameters<typeof clickRecord>[0];
}

/** Adds clicks to a batch like the ingest does, with all records in one buffer. */
export function addClicks(batch: RowBatch, segment: string, clicks: readonly Click[]): void {
  const records = clicks.map(({ fields }) => Buffer.from(clickRecord(fields)));
  const bytes = Buffer.concat(records.flatMap((record) => [Buffer.from('between'), record]));
  const fields = new RecordFields(batch.target.defaults.length);
  let end = 0;
  for (const [index, { offset, mark = 0 }] of clicks.entries()) {
    const start = end + 'between'.length;
    end = start + (records[index]?.length ?? 0);
    fields.split({ bytes, start, end });
    batch.add(segment, offset, { bytes, start, end }, fields, mark);
  }
}
