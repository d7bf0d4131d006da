import { join } from 'node:path';
import { waitForClaim } from '@poklik/event-log/claim-folder';
import { FileWriter } from './file-writer.ts';
import { findReusable } from './find-reusable.ts';
import { copySegments } from './log-segments.ts';
import { decodeLogArchive, encodeManifest, type LogArchive, type Manifest, type StoredFile } from './manifest.ts';
import { type BackupTarget, FileMissing } from './targets/backup-target.ts';

/** Outside of the folders that backups and their shared files are in. */
const ARCHIVE = 'logs/manifest.json';
const CLAIM_POLL_MS = 200;

interface Sources {
  target: BackupTarget;
  /** An age public key; without one the pieces are not encrypted. */
  recipient: string | undefined;
  dataDir: string;
  /** How many days the logs are kept. */
  logDays: number;
  /** Writes again what someone has removed. Listing a bucket costs money, so this is not done every minute. */
  isChecked?: boolean;
  /** Aborts between two files. */
  signal?: AbortSignal;
}

export interface ArchivedLogs {
  archive: LogArchive;
  bytesWritten: number;
}

/**
 * Copies what is new in both logs, and replaces the list of their pieces. Backups copy the logs in this way too, so a
 * piece is there once.
 */
export async function archiveLogs(sources: Sources): Promise<ArchivedLogs> {
  const { target, recipient, dataDir, logDays, signal } = sources;
  return holdArchive(dataDir, signal, async () => {
    const startedAt = new Date().toISOString();
    const writer = new FileWriter(target, recipient, await findArchived(sources));
    try {
      const segments = await copySegments(dataDir, writer, signal);
      const files = [...writer.files.values()];
      const archive: LogArchive = { format: 1, startedAt, recipient: recipient ?? null, logDays, files, segments };
      await writer.finish(ARCHIVE, encodeManifest(archive));
      return { archive, bytesWritten: writer.bytesWritten };
    } catch (error) {
      await writer.removeWritten();
      throw error;
    }
  });
}

/** Nothing is removed while pieces are written that no list has yet. */
export async function holdArchive<T>(
  dataDir: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const options = { everyMs: CLAIM_POLL_MS, signal: signal ?? new AbortController().signal };
  const release = await waitForClaim(join(dataDir, 'backup-logs'), options);
  signal?.throwIfAborted();
  try {
    return await work();
  } finally {
    release?.();
  }
}

/** Pieces that need not be written. */
async function findArchived({ target, recipient, isChecked }: Sources): Promise<readonly StoredFile[]> {
  // A damaged list must not prevent the next one.
  const archive = await readLogArchive(target).catch(() => undefined);
  if (archive?.recipient !== (recipient ?? null)) return findReusable(target, recipient);
  if (!isChecked) return archive.files;
  const present = new Set(await target.list());
  return archive.files.filter(({ path }) => present.has(path));
}

/** Undefined if nothing was ever archived. */
export async function readLogArchive(target: BackupTarget): Promise<LogArchive | undefined> {
  const bytes = await target.read(ARCHIVE).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  return bytes && decodeLogArchive(ARCHIVE, bytes);
}

type Logs = Pick<Manifest, 'segments' | 'files'>;

/** A later copy of a segment contains the earlier one; segments that were deleted in between are only in the earlier. */
export function joinLogs(earlier: Logs, later: Logs): Logs {
  const keyOf = ({ log, node, name }: Manifest['segments'][number]) => `${log}/${node}/${name}`;
  const copied = new Set(later.segments.map(keyOf));
  const segments = [...earlier.segments.filter((segment) => !copied.has(keyOf(segment))), ...later.segments];
  const needed = new Set(later.segments.flatMap(({ files }) => files));
  const files = new Map(earlier.files.map((file) => [file.path, file]));
  for (const file of later.files) if (needed.has(file.path)) files.set(file.path, file);
  return { segments, files: [...files.values()] };
}
