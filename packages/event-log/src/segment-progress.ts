import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Checkpoint, SegmentProgress } from './checkpoint.ts';
import { isClaimed } from './claim-folder.ts';
import type { SegmentFile } from './list-segments.ts';
import type { SegmentReader } from './read-segment.ts';
import { isSuperseded } from './segment-name.ts';

const DAY_MS = 86_400_000;

/**
 * Whether a segment is finished: the writer closed it, moved on to another, or no longer runs on this machine. If a
 * writer on another machine continues it, the file grows and is read on.
 */
export async function isFinished(
  { segment, node, path }: SegmentFile,
  { isEnded }: Pick<SegmentReader, 'isEnded'>,
  files: readonly SegmentFile[],
): Promise<boolean> {
  if (isEnded) return true;
  if (files.some((file) => file.node === node && isSuperseded(segment, file.segment))) return true;
  return !(await isClaimed(dirname(path)));
}

interface Retention {
  files: readonly SegmentFile[];
  /** How long a copied segment is kept. */
  keepDays: number;
  list(): Promise<SegmentFile[]>;
}

/** Checks copied segments again: reads on those that have grown and deletes those whose retention is over. */
export async function retireSegments({ segments }: Checkpoint, { files, keepDays, list }: Retention): Promise<void> {
  for (const { segment, path } of files) {
    const progress = segments[segment];
    if (progress?.doneAt === undefined) continue;
    const { size } = await stat(path);
    if (size !== progress.size) segments[segment] = { offset: progress.offset };
    else if (isOver(progress, keepDays)) await rm(path, { force: true });
  }
  const present = new Set((await list()).map(({ segment }) => segment));
  for (const segment of Object.keys(segments)) if (!present.has(segment)) delete segments[segment];
}

/** A clock that was ahead only delays the end of the retention. */
function isOver(progress: SegmentProgress, keepDays: number): boolean {
  const now = Date.now();
  progress.doneAt = Math.min(progress.doneAt ?? now, now);
  return now - progress.doneAt >= keepDays * DAY_MS;
}
