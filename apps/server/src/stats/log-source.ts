import { dirname } from 'node:path';
import { isClaimed } from '../stores/claim-folder.ts';
import type { Clickhouse } from '../stores/clickhouse.ts';
import type { SegmentFile } from '../tracking/event-log/list-segments.ts';
import { openSegmentReader, type SegmentReader } from '../tracking/event-log/read-segment.ts';
import { isSuperseded } from '../tracking/event-log/segment-name.ts';
import { listInsertedOffsets } from './inserted-offsets.ts';
import { type IngestTable, TABLES } from './row-batch.ts';

/** A segment that is being ingested. */
export interface LogSource {
  segment: string;
  node: string;
  path: string;
  reader: SegmentReader;
  /** Offsets that were inserted before reading started, for example before a crash. */
  known: Map<IngestTable, ReadonlySet<number>>;
  /** All existing records have been read; the rest is new. */
  isCaughtUp: boolean;
}

const OFFSET_MAX = 2 ** 32 - 1;

export async function openSource(file: SegmentFile, from: number, known: LogSource['known']): Promise<LogSource> {
  return { ...file, known, isCaughtUp: false, reader: await openSegmentReader(file.path, from) };
}

/** Offsets of a segment, from one on, that are inserted. */
export async function listKnownOffsets(
  client: Clickhouse['client'],
  { segment }: SegmentFile,
  from: number,
): Promise<LogSource['known']> {
  const known = new Map<IngestTable, ReadonlySet<number>>();
  for (const target of Object.values(TABLES)) {
    known.set(target, await listInsertedOffsets(client, target, { segment, from, to: OFFSET_MAX }));
  }
  return known;
}

/**
 * Whether the segment is finished: the writer closed it, moved on to another, or no longer runs on this machine. If a
 * writer on another machine continues it, the file grows and is read on.
 */
export async function isFinished(
  { segment, node, path, reader }: Pick<LogSource, 'segment' | 'node' | 'path'> & { reader: { isEnded: boolean } },
  files: readonly SegmentFile[],
): Promise<boolean> {
  if (reader.isEnded) return true;
  if (files.some((file) => file.node === node && isSuperseded(segment, file.segment))) return true;
  return !(await isClaimed(dirname(path)));
}
