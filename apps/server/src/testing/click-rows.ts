import type { Columns } from '../stats/columns.ts';
import type { RowBatch } from '../stats/row-batch.ts';
import { clickRecord } from './click-records.ts';

interface Click {
  offset: number;
  mark?: 0 | 1;
  fields: Parameters<typeof clickRecord>[0];
}

/** Adds clicks to a batch like the ingest does, with all records in one buffer. */
export function addClicks(batch: RowBatch, columns: Columns, segment: string, clicks: readonly Click[]): void {
  const records = clicks.map(({ fields }) => Buffer.from(clickRecord(fields)));
  const bytes = Buffer.concat(records.flatMap((record) => [Buffer.from('between'), record]));
  const blocks: (Buffer | undefined)[] = [];
  let end = 0;
  for (const [index, { offset, mark = 0 }] of clicks.entries()) {
    const start = end + 'between'.length;
    end = start + (records[index]?.length ?? 0);
    if (!columns.read({ bytes, start, end })) throw new Error('the record is not plain');
    batch.add(segment, offset, { bytes, start, end }, mark);
    blocks.push(columns.add(segment, offset, mark));
  }
  batch.blocks.push(...[...blocks, columns.finish()].filter((block) => block !== undefined));
}
