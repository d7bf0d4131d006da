import type { SegmentFile } from '@poklik/event-log/list-segments';
import { openSegmentReader, type SegmentReader } from '@poklik/event-log/read-segment';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { listInsertedOffsets } from './inserted-offsets.ts';
import { type IngestTable, TABLES } from './row-batch.ts';

/** A segment that is being ingested. */
export interface LogSource extends SegmentFile {
  reader: SegmentReader;
  /** By database: offsets that were inserted before reading started, for example before a crash. */
  known: readonly Map<IngestTable, ReadonlySet<number>>[];
  /** All existing records have been read; the rest is new. */
  isCaughtUp: boolean;
  /** The last read found nothing more. */
  isAtEnd: boolean;
}

const OFFSET_MAX = 2 ** 32 - 1;

export async function openSource(file: SegmentFile, from: number, known: LogSource['known']): Promise<LogSource> {
  return { ...file, known, isCaughtUp: false, isAtEnd: false, reader: await openSegmentReader(file.path, from) };
}

/** Offsets of a segment, from one on, that are inserted in a database. */
export async function listKnownOffsets(
  client: Clickhouse['client'],
  { segment }: SegmentFile,
  from: number,
): Promise<LogSource['known'][number]> {
  const known: LogSource['known'][number] = new Map();
  for (const target of Object.values(TABLES)) {
    known.set(target, await listInsertedOffsets(client, target, { segment, from, to: OFFSET_MAX }));
  }
  return known;
}
