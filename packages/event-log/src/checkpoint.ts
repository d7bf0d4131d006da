import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './segment-file.ts';

/** How far a log has been copied to a database. It may lag behind: copying a record again must be harmless. */
export interface Checkpoint {
  /** ID of the database; another database starts from the beginning. */
  store: string;
  /** ID of the log in the database; created on first use. */
  log?: string;
  segments: Record<string, SegmentProgress>;
}

export interface SegmentProgress {
  offset: number;
  /** When the segment was completely copied; milliseconds. */
  doneAt?: number;
  /** Size of the file at that time. */
  size?: number;
}

/** A missing or damaged checkpoint counts as none: everything is read again. */
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
