import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../tracking/event-log/segment-file.ts';

/** How far the log is in the store. It may lag behind: what lies between is read back. */
export interface Checkpoint {
  /** Of the store that it is about; another one starts from the beginning. */
  store: string;
  /** By what the log is known to the store; given when it is first wanted. */
  log?: string;
  segments: Record<string, SegmentProgress>;
}

export interface SegmentProgress {
  offset: number;
  /** When everything in it was applied and nothing more could come; milliseconds. */
  doneAt?: number;
  /** Of the file then. */
  size?: number;
}

const DAY_MS = 86_400_000;

/**
 * What becomes of a segment that was done: `more` if its file is not what it was then, `old` if it has been kept for
 * long enough. A clock that was ahead only delays that.
 */
export function stateOfDone(progress: SegmentProgress, size: number, keepDays: number): 'more' | 'old' | 'kept' {
  if (size !== progress.size) return 'more';
  const now = Date.now();
  progress.doneAt = Math.min(progress.doneAt ?? now, now);
  return now - progress.doneAt >= keepDays * DAY_MS ? 'old' : 'kept';
}

/** A missing or damaged file is as good as none: everything is read back. */
export async function loadCheckpoint(path: string): Promise<Checkpoint> {
  try {
    const { store, log, segments } = JSON.parse(await readFile(path, 'utf8')) as Checkpoint;
    return { store, ...(log ? { log } : {}), segments: { ...segments } };
  } catch {
    return { store: '', segments: {} };
  }
}

/** Whole or not at all, also when the power fails in the middle. */
export async function saveCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  const fresh = `${path}.new`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(checkpoint));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
  await syncFolder(dirname(path));
}
