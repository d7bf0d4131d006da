import { dirname } from 'node:path';
import { isClaimed } from '../stores/claim-folder.ts';
import type { Clickhouse } from '../stores/clickhouse.ts';
import type { SegmentFile } from '../tracking/event-log/list-segments.ts';
import { openSegmentReader, type SegmentReader } from '../tracking/event-log/read-segment.ts';
import { isLeftFor } from '../tracking/event-log/segment-name.ts';
import { listPositions } from './positions.ts';
import { TARGETS, type Target } from './row-batch.ts';

/** A segment whose records go into the store. */
export interface LogSource {
  segment: string;
  node: string;
  path: string;
  reader: SegmentReader;
  /** The places whose rows the store had when reading began: after a crash some are there already. */
  known: Map<Target, ReadonlySet<number>>;
  /** Everything that was there has been read once; what comes is new. */
  isCaughtUp: boolean;
}

const OFFSET_MAX = 2 ** 32 - 1;

export async function openSource(file: SegmentFile, from: number, known: LogSource['known']): Promise<LogSource> {
  return { ...file, known, isCaughtUp: false, reader: await openSegmentReader(file.path, from) };
}

/** The places of a segment, from there on, whose rows the store has. */
export async function listKnown(
  client: Clickhouse['client'],
  { segment }: SegmentFile,
  from: number,
): Promise<LogSource['known']> {
  const known = new Map<Target, ReadonlySet<number>>();
  for (const target of Object.values(TARGETS)) {
    known.set(target, await listPositions(client, target, { segment, from, to: OFFSET_MAX }));
  }
  return known;
}

/**
 * Whether nothing more can come: the writer said so, has gone on elsewhere, or lives no more on this machine. Should it
 * live on another one after all, its file grows, and is read on.
 */
export async function isOver(
  { segment, node, path, reader }: Pick<LogSource, 'segment' | 'node' | 'path'> & { reader: { isEnded: boolean } },
  files: readonly SegmentFile[],
): Promise<boolean> {
  if (reader.isEnded) return true;
  if (files.some((file) => file.node === node && isLeftFor(segment, file.segment))) return true;
  return !(await isClaimed(dirname(path)));
}
