import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import { type Checkpoint, ingestedSegmentState, loadCheckpoint, saveCheckpoint } from '../../stats/checkpoint.ts';
import { claimFolder } from '../../stores/claim-folder.ts';
import type { Database } from '../../stores/postgres.ts';
import { listNodes, listSegmentsOf, type SegmentFile } from '../event-log/list-segments.ts';
import { openSegmentReader, type SegmentReader } from '../event-log/read-segment.ts';
import { isSuperseded } from '../event-log/segment-name.ts';
import { insertPostbacks } from './postback.repo.ts';
import { POSTBACK_KIND, type PostbackRecord, readPostbackRecord } from './postback-record.ts';

interface Options {
  db: Database;
  /** DATA_DIR/postbacks, with a folder for each writing process. */
  folder: string;
  /** The folder of this process. */
  node: string;
  /** How long an uploaded segment is kept. */
  keepDays: number;
  log: Logger;
}

const BATCH_SIZE = 500;
const CHECKPOINT_INTERVAL_MS = 2_000;
const CHECK_INTERVAL_MS = 60_000;
const KIND = POSTBACK_KIND.charCodeAt(0);

/**
 * Uploads the postback log to PostgreSQL: every postback once, in log order. IDs make repeated uploads harmless, so
 * after a crash it starts a little earlier. PostgreSQL may be unavailable for as long as the disk has room. Each
 * process uploads what it writes, and what ended processes have left.
 */
export function startPostbackUpload(options: Options): BackgroundLoop {
  const { folder, node, log } = options;
  const own = new PostbackUpload(options, { node, isWritten: true });
  let othersAt = 0;
  const doing = runLoop({
    failure: 'postbacks cannot be brought to PostgreSQL',
    log,
    iterate: async (signal) => {
      await own.pass(signal);
      if (performance.now() < othersAt) return false;
      for (const other of await listNodes(folder)) {
        if (other !== node && !signal.aborted) await uploadAbandoned(options, other, signal);
      }
      othersAt = performance.now() + CHECK_INTERVAL_MS;
      return false;
    },
  });
  return {
    wake: doing.wake,
    async stop() {
      await doing.stop();
      await own.close().catch((error: unknown) => log.warn({ err: error }, 'saving the postback checkpoint failed'));
    },
  };
}

/** The claim keeps other processes from writing there meanwhile. */
async function uploadAbandoned(options: Options, node: string, signal: AbortSignal): Promise<void> {
  const release = await claimFolder(join(options.folder, node)).catch(() => undefined);
  if (!release) return;
  const shipment = new PostbackUpload(options, { node, isWritten: false });
  try {
    await shipment.pass(signal);
  } finally {
    await shipment.close().finally(release);
  }
}

interface Part {
  node: string;
  /** By this process. */
  isWritten: boolean;
}

/** Of one folder. */
class PostbackUpload {
  readonly #options: Options;
  readonly #part: Part;
  readonly #path: string;
  readonly #readers = new Map<string, SegmentReader>();
  #checkpoint: Checkpoint | undefined;
  #isSaved = true;
  #savedAt = 0;
  #lookAt = 0;

  constructor(options: Options, part: Part) {
    this.#options = options;
    this.#part = part;
    this.#path = join(options.folder, part.node, 'checkpoint.json');
  }

  /** Uploads everything that is in the log now. */
  async pass(signal: AbortSignal): Promise<void> {
    this.#checkpoint ??= await this.#load();
    const files = await this.#list();
    if (performance.now() >= this.#lookAt) {
      await this.#lookAgain(files);
      this.#lookAt = performance.now() + CHECK_INTERVAL_MS;
    }
    for (const file of files) {
      if (signal.aborted) return;
      if (this.#checkpoint.segments[file.segment]?.doneAt === undefined) await this.#ship(file, files, signal);
    }
    if (!this.#isSaved && performance.now() - this.#savedAt > CHECKPOINT_INTERVAL_MS) await this.#save();
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close();
    if (!this.#isSaved) await this.#save();
  }

  readonly #list = () => listSegmentsOf(this.#options.folder, this.#part.node);

  /** Older releases had one checkpoint for all folders, which marked some segments as done too early. */
  async #load(): Promise<Checkpoint> {
    const own = await loadCheckpoint(this.#path);
    const { segments } = await loadCheckpoint(join(this.#options.folder, 'checkpoint.json'));
    return { store: '', segments: { ...segments, ...own.segments } };
  }

  async #ship(file: SegmentFile, files: readonly SegmentFile[], signal: AbortSignal): Promise<void> {
    const { segments } = this.#checkpoint as Checkpoint;
    const from = segments[file.segment]?.offset ?? 0;
    const reader = this.#readers.get(file.segment) ?? (await openSegmentReader(file.path, from));
    this.#readers.set(file.segment, reader);
    for (;;) {
      const records: PostbackRecord[] = [];
      const before = reader.offset;
      const advanced = await reader.advance((bytes, kind, start, end) => {
        if (kind === KIND) records.push(readPostbackRecord(bytes.subarray(start, end)));
      });
      if (advanced === 0) break;
      try {
        for (let at = 0; at < records.length; at += BATCH_SIZE) await this.#bring(records.slice(at, at + BATCH_SIZE));
      } catch (error) {
        // Read again from here, because the reader has advanced.
        segments[file.segment] = { offset: before };
        this.#readers.delete(file.segment);
        await reader.close();
        throw error;
      }
      segments[file.segment] = { offset: reader.offset };
      this.#isSaved = false;
      if (signal.aborted) return;
    }
    const { isEnded, offset, size } = reader;
    const isLeft = files.some(({ segment }) => isSuperseded(file.segment, segment));
    if (!isEnded && !isLeft && this.#part.isWritten) return;
    segments[file.segment] = { offset, doneAt: Date.now(), size };
    this.#isSaved = false;
    this.#readers.delete(file.segment);
    await reader.close();
  }

  /** A postback that PostgreSQL rejects does not block the others. */
  async #bring(records: readonly PostbackRecord[]): Promise<void> {
    const [first] = records;
    if (!first) return;
    try {
      await insertPostbacks(this.#options.db, records);
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (records.length === 1) {
        this.#options.log.error({ err: error, postback: first.id }, 'postback rejected by PostgreSQL');
        return;
      }
      const half = records.length >> 1;
      await this.#bring(records.slice(0, half));
      await this.#bring(records.slice(half));
    }
  }

  /** Checks uploaded segments again: reads on those that have grown and deletes those whose retention is over. */
  async #lookAgain(files: readonly SegmentFile[]): Promise<void> {
    const { segments } = this.#checkpoint as Checkpoint;
    for (const { segment, path } of files) {
      const progress = segments[segment];
      if (progress?.doneAt === undefined) continue;
      const state = ingestedSegmentState(progress, (await stat(path)).size, this.#options.keepDays);
      if (state === 'more') segments[segment] = { offset: progress.offset };
      else if (state === 'old') await rm(path, { force: true });
    }
    const present = new Set((await this.#list()).map(({ segment }) => segment));
    for (const segment of Object.keys(segments)) if (!present.has(segment)) delete segments[segment];
    this.#isSaved = false;
  }

  async #save(): Promise<void> {
    await saveCheckpoint(this.#path, this.#checkpoint as Checkpoint);
    this.#isSaved = true;
    this.#savedAt = performance.now();
  }
}

/** SQLSTATE class 22: invalid data. */
const isDataError = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22');
};
