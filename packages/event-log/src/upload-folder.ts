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
export const createFolderUpload = (options: Options): FolderUpload => new SegmentUpload(options);

class SegmentUpload implements FolderUpload {
  readonly #options: Options;
  readonly #kind: number;
  readonly #path: string;
  readonly #readers = new Map<string, SegmentReader>();
  #checkpoint: Checkpoint | undefined;
  #isSaved = true;
  #savedAt = 0;
  #retireAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#kind = options.kind.charCodeAt(0);
    this.#path = join(options.folder, options.node, 'checkpoint.json');
  }

  async pass(signal: AbortSignal): Promise<void> {
    this.#checkpoint ??= await this.#load();
    const { segments } = this.#checkpoint;
    const files = await this.#list();
    if (performance.now() >= this.#retireAt) await this.#retire(this.#checkpoint, files);
    for (const file of files) {
      if (signal.aborted) return;
      if (segments[file.segment]?.doneAt === undefined) await this.#uploadSegment(file, segments, files, signal);
    }
    if (!this.#isSaved && performance.now() - this.#savedAt > CHECKPOINT_INTERVAL_MS)
      await this.#save(this.#checkpoint);
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close();
    if (!this.#isSaved && this.#checkpoint) await this.#save(this.#checkpoint);
  }

  #list(): Promise<SegmentFile[]> {
    return listSegmentsOf(this.#options.folder, this.#options.node);
  }

  /** Older releases had one checkpoint for all folders, which marked some segments as done too early. */
  async #load(): Promise<Checkpoint> {
    const own = await loadCheckpoint(this.#path);
    const { segments } = await loadCheckpoint(join(this.#options.folder, 'checkpoint.json'));
    return { store: '', segments: { ...segments, ...own.segments } };
  }

  async #save(checkpoint: Checkpoint): Promise<void> {
    await saveCheckpoint(this.#path, checkpoint);
    this.#isSaved = true;
    this.#savedAt = performance.now();
  }

  async #retire(checkpoint: Checkpoint, files: SegmentFile[]): Promise<void> {
    const { keepDays } = this.#options;
    await retireSegments(checkpoint, { files, keepDays, list: () => this.#list() });
    this.#isSaved = false;
    this.#retireAt = performance.now() + RETIRE_INTERVAL_MS;
  }

  async #uploadSegment(
    file: SegmentFile,
    segments: Checkpoint['segments'],
    files: readonly SegmentFile[],
    signal: AbortSignal,
  ): Promise<void> {
    const from = segments[file.segment]?.offset ?? 0;
    const reader = this.#readers.get(file.segment) ?? (await openSegmentReader(file.path, from));
    this.#readers.set(file.segment, reader);
    while (await this.#uploadNext(file, segments, reader)) if (signal.aborted) return;
    const { isEnded, offset, size } = reader;
    const isLeft = files.some(({ segment }) => isSuperseded(file.segment, segment));
    if (!isEnded && !isLeft && this.#options.isWritten) return;
    segments[file.segment] = { offset, doneAt: Date.now(), size };
    this.#isSaved = false;
    this.#readers.delete(file.segment);
    await reader.close();
  }

  /** Uploads what was read in one piece; false at the end. */
  async #uploadNext(
    { segment }: SegmentFile,
    segments: Checkpoint['segments'],
    reader: SegmentReader,
  ): Promise<boolean> {
    const payloads: Buffer[] = [];
    const before = reader.offset;
    const advanced = await reader.advance((bytes, recordKind, start, end) => {
      if (recordKind === this.#kind) payloads.push(bytes.subarray(start, end));
    });
    if (advanced === 0) return false;
    try {
      if (payloads.length > 0) await this.#options.upload(payloads);
    } catch (error) {
      // Read again from here, because the reader has advanced.
      segments[segment] = { offset: before };
      this.#readers.delete(segment);
      await reader.close();
      throw error;
    }
    segments[segment] = { offset: reader.offset };
    this.#isSaved = false;
    return true;
  }
}
