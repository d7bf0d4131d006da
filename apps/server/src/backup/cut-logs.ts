import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { CLICK_COLUMNS, CLICK_ID_COLUMNS, PAGE_EVENT_COLUMNS, RECORD_KINDS } from '@poklik/domain/clicks/click-columns';
import { listSegments, type SegmentFile } from '@poklik/event-log/list-segments';
import { type LogRecord, readSegment } from '@poklik/event-log/read-segment';
import { SEGMENT_START } from '@poklik/event-log/record';
import { POSTBACK_KIND, readPostbackRecord } from '../tracking/postbacks/postback-record.ts';
import type { Manifest } from './manifest.ts';

/** Ends each segment after its last record that is not later than a time. */
export async function cutLogs(dataDir: string, until: Date, checkpoint: Manifest['checkpoint']): Promise<void> {
  for (const log of ['events', 'postbacks'])
    for (const file of await listSegments(join(dataDir, log))) {
      // What ClickHouse has is older, whatever a clock said.
      const applied = log === 'events' ? (checkpoint[file.segment]?.offset ?? 0) : 0;
      await truncate(file.path, Math.max(applied, await findEnd(file, until.getTime())));
    }
}

async function findEnd({ path }: SegmentFile, until: number): Promise<number> {
  let end = 0;
  for await (const record of readSegment(path)) if (timeOf(record) <= until) end = record.nextOffset;
  return end;
}

const TIME_OF: Record<string, (payload: Buffer) => number> = {
  [SEGMENT_START]: () => 0,
  [RECORD_KINDS.click]: (payload) => readColumn(payload, CLICK_COLUMNS),
  [RECORD_KINDS.pageEvent]: (payload) => readColumn(payload, PAGE_EVENT_COLUMNS),
  [RECORD_KINDS.clickIds]: (payload) => readColumn(payload, CLICK_ID_COLUMNS),
  [POSTBACK_KIND]: (payload) => readPostbackRecord(payload).at,
};

/** Milliseconds since 1970; the end of a segment has none. */
const timeOf = ({ kind, payload }: LogRecord): number => TIME_OF[kind]?.(payload) ?? Number.POSITIVE_INFINITY;

function readColumn(payload: Buffer, columns: readonly (readonly [string, string])[]): number {
  const index = columns.findIndex(([name]) => name === 'at');
  return Number(payload.toString('utf8').split('\t', index + 1)[index]);
}
