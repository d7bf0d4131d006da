import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../tracking/event-log/segment-file.ts';

/** How far the log has been ingested. It may lag behind: the difference is read back from ClickHouse. */
export interface Checkpoint {
  /** ID of the analytics database; another database starts from the beginning. */
  store: string;
  /** ID of the log in the analytics database; created on first use. */
  log?: string;
  segments: Record<string, SegmentProgress>;
}

export interface SegmentProgress {
  offset: number;
  /** When the segment was completely ingested; milliseconds. */
  doneAt?: number;
  /** Size of the file at that time. */
  size?: number;
}

const DAY_MS = 86_400_000;

/**
 * State of an ingested segment: `more` if its file has changed, `old` if its retention is over. A clock that was ahead
 * only delays that.
 */
export function ingestedSegmentState(
  progress: SegmentProgress,
  size: number,
  keepDays: number,
): 'more' | 'old' | 'kept' {
  if (size !== progress.size) return 'more';
  const now = Date.now();
  progress.doneAt = Math.min(progress.doneAt ?? now, now);
  return now - progress.doneAt >= keepDays * DAY_MS ? 'old' : 'kept';
}

/** A missing or damaged checkpoint counts as none: everything is read back. */
export async function loadCheckpoint(path: string): Promise<Checkpoint> {
  try {
    const { store, log, segments } = JSON.parse(await readFile(path, 'utf8')) as Checkpoint;
    return { store, ...(log ? { log } : {}), segments: { ...segments } };
  } catch {
    return { store: '', segments: {} };
  }
}

/** Atomic, also on power failure. */
export async function saveCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(checkpoint));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}
