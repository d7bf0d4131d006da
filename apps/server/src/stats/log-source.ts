import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { openSegmentReader, type SegmentReader } from '../tracking/event-log/read-segment.ts';
import { segmentOf } from '../tracking/event-log/record.ts';
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

export interface SegmentFile {
  node: string;
  segment: string;
  path: string;
}

const OFFSET_MAX = 2 ** 32 - 1;
/** A segment that its writer could not end counts as ended this long after its last change, once there is a newer one. */
const QUIET_MS = 5 * 60_000;

/** All segments of this host, the oldest first. `folder` holds one folder for each process that writes. */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const nodes = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: SegmentFile[] = [];
  for (const { name: node } of nodes.filter((entry) => entry.isDirectory())) {
    for (const file of await readdir(join(folder, node)).catch(() => [])) {
      if (file.endsWith('.log')) found.push({ node, segment: segmentOf(file), path: join(folder, node, file) });
    }
  }
  return found.sort((a, b) => (a.segment < b.segment ? -1 : 1));
}

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

/** Whether nothing more can come: the writer said so, or it went on elsewhere and this one is left as a crash left it. */
export async function isOver(source: LogSource, files: readonly SegmentFile[]): Promise<boolean> {
  if (source.reader.isEnded) return true;
  const isSuperseded = files.some(({ node, segment }) => node === source.node && segment > source.segment);
  if (!isSuperseded) return false;
  const { mtimeMs } = await stat(source.path);
  return Date.now() - mtimeMs > QUIET_MS;
}

/** When the segment began, as its name says. */
export function startOf(segment: string): number {
  const [, date, hours, minutes, seconds] = /^(\d{8})T(\d\d)(\d\d)(\d\d)/.exec(segment) ?? [];
  if (!date) return 0;
  return Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hours}:${minutes}:${seconds}Z`);
}
