import { join } from 'node:path';
import { type Checkpoint, loadCheckpoint, saveCheckpoint } from './checkpoint.ts';
import { listSegmentsOf, type SegmentFile } from './list-segments.ts';
import { openSegmentReader, type SegmentReader } from './read-segment.ts';
import { isSuperseded } from './segment-name.ts';
import { retireSegments } from './segment-progress.ts';

interface Options {
  /** Of the log, with a folder for each writing process. */
  folder: string;
  /** The folder to upload. */
  node: string;
  /** By this process. */
  isWritten: boolean;
  /** Of the records to upload. */
  kind: string;
  /** How long an uploaded segment is kept. */
  keepDays: number;
  /** Rejects if the records must be uploaded again. */
  upload(payloads: readonly Buffer[]): Promise<void>;
}

export interface FolderUpload {
  /** Uploads everything that is in the folder now. */
  pass(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const CHECKPOINT_INTERVAL_MS = 2_000;
const RETIRE_INTERVAL_MS = 60_000;

/**
 * Uploads the records of one folder in log order, and again from a little earlier after a crash: the receiver ignores
 * what it has.
 */
export function createFolderUpload(options: Options): FolderUpload {
  const { folder, node, keepDays } = options;
  const kind = options.kind.charCodeAt(0);
  const path = join(folder, node, 'checkpoint.json');
  const readers = new Map<string, SegmentReader>();
  let checkpoint: Checkpoint | undefined;
  let isSaved = true;
  let savedAt = 0;
  let retireAt = 0;

  const list = () => listSegmentsOf(folder, node);

  /** Older releases had one checkpoint for all folders, which marked some segments as done too early. */
  async function load(): Promise<Checkpoint> {
    const own = await loadCheckpoint(path);
    const { segments } = await loadCheckpoint(join(folder, 'checkpoint.json'));
    return { store: '', segments: { ...segments, ...own.segments } };
  }

  async function save(current: Checkpoint): Promise<void> {
    await saveCheckpoint(path, current);
    isSaved = true;
    savedAt = performance.now();
  }

  async function uploadSegment(
    file: SegmentFile,
    { segments }: Checkpoint,
    files: readonly SegmentFile[],
    signal: AbortSignal,
  ): Promise<void> {
    const from = segments[file.segment]?.offset ?? 0;
    const reader = readers.get(file.segment) ?? (await openSegmentReader(file.path, from));
    readers.set(file.segment, reader);
    for (;;) {
      const payloads: Buffer[] = [];
      const before = reader.offset;
      const advanced = await reader.advance((bytes, recordKind, start, end) => {
        if (recordKind === kind) payloads.push(bytes.subarray(start, end));
      });
      if (advanced === 0) break;
      try {
        if (payloads.length > 0) await options.upload(payloads);
      } catch (error) {
        // Read again from here, because the reader has advanced.
        segments[file.segment] = { offset: before };
        readers.delete(file.segment);
        await reader.close();
        throw error;
      }
      segments[file.segment] = { offset: reader.offset };
      isSaved = false;
      if (signal.aborted) return;
    }
    const { isEnded, offset, size } = reader;
    const isLeft = files.some(({ segment }) => isSuperseded(file.segment, segment));
    if (!isEnded && !isLeft && options.isWritten) return;
    segments[file.segment] = { offset, doneAt: Date.now(), size };
    isSaved = false;
    readers.delete(file.segment);
    await reader.close();
  }

  return {
    async pass(signal) {
      checkpoint ??= await load();
      const files = await list();
      if (performance.now() >= retireAt) {
        await retireSegments(checkpoint, { files, keepDays, list });
        isSaved = false;
        retireAt = performance.now() + RETIRE_INTERVAL_MS;
      }
      for (const file of files) {
        if (signal.aborted) return;
        if (checkpoint.segments[file.segment]?.doneAt === undefined)
          await uploadSegment(file, checkpoint, files, signal);
      }
      if (!isSaved && performance.now() - savedAt > CHECKPOINT_INTERVAL_MS) await save(checkpoint);
    },
    async close() {
      for (const reader of readers.values()) await reader.close();
      if (!isSaved && checkpoint) await save(checkpoint);
    },
  };
}
