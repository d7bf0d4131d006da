import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import { type Checkpoint, ingestedSegmentState, loadCheckpoint, saveCheckpoint } from '../../stats/checkpoint.ts';
import { claimFolder } from '../../stores/claim-folder.ts';
import type { Database } from '../../stores/postgres.ts';
import { listNodes, listSegmentsOf, type SegmentFile } from '../event-log/list-segments.ts';
import { openSegmentReader, type SegmentReader } from '../event-log/read-segment.ts';
import { isLeftFor } from '../event-log/segment-name.ts';
import { insertPostbacks } from './postback.repo.ts';
import { POSTBACK_KIND, type PostbackRecord, readPostbackRecord } from './postback-record.ts';

interface Options {
  db: Database;
  /** DATA_DIR/postbacks: a folder for each process that writes. */
  folder: string;
  /** The one of this process. */
  node: string;
  /** How long a segment is kept after it was brought to PostgreSQL. */
  keepDays: number;
  log: Logger;
}

const AT_ONCE = 500;
const CHECKPOINT_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 60_000;
const KIND = POSTBACK_KIND.charCodeAt(0);

/**
 * Brings the postback log to PostgreSQL: every report once, in the order of the log. Its id makes a second delivery
 * harmless, so after a crash it simply begins a little earlier. PostgreSQL may be away for as long as the disk has room.
 *
 * Each process ships what it writes, and what those have left that live no more.
 */
export function shipPostbacks(options: Options): BackgroundLoop {
  const { folder, node, log } = options;
  const own = new Shipment(options, { node, isWritten: true });
  let othersAt = 0;
  const doing = runLoop({
    failure: 'postbacks cannot be brought to PostgreSQL',
    log,
    iterate: async (signal) => {
      await own.pass(signal);
      if (performance.now() < othersAt) return false;
      for (const other of await listNodes(folder)) {
        if (other !== node && !signal.aborted) await shipLeftBehind(options, other, signal);
      }
      othersAt = performance.now() + LOOK_EVERY_MS;
      return false;
    },
  });
  return {
    wake: doing.wake,
    async stop() {
      await doing.stop();
      await own.close().catch((error: unknown) => log.warn({ err: error }, 'the place in the postback log'));
    },
  };
}

/** Nobody begins to write there meanwhile: who wants to finds it owned. */
async function shipLeftBehind(options: Options, node: string, signal: AbortSignal): Promise<void> {
  const release = await claimFolder(join(options.folder, node)).catch(() => undefined);
  if (!release) return;
  const shipment = new Shipment(options, { node, isWritten: false });
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
class Shipment {
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

  /** Everything that is in the log by now. */
  async pass(signal: AbortSignal): Promise<void> {
    this.#checkpoint ??= await this.#load();
    const files = await this.#list();
    if (performance.now() >= this.#lookAt) {
      await this.#lookAgain(files);
      this.#lookAt = performance.now() + LOOK_EVERY_MS;
    }
    for (const file of files) {
      if (signal.aborted) return;
      if (this.#checkpoint.segments[file.segment]?.doneAt === undefined) await this.#ship(file, files, signal);
    }
    if (!this.#isSaved && performance.now() - this.#savedAt > CHECKPOINT_EVERY_MS) await this.#save();
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close();
    if (!this.#isSaved) await this.#save();
  }

  readonly #list = () => listSegmentsOf(this.#options.folder, this.#part.node);

  /** Older releases kept one for all folders, and held some segments for done that were not. */
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
        for (let at = 0; at < records.length; at += AT_ONCE) await this.#bring(records.slice(at, at + AT_ONCE));
      } catch (error) {
        // Read again from here, since the reader has gone on.
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
    const isLeft = files.some(({ segment }) => isLeftFor(file.segment, segment));
    if (!isEnded && !isLeft && this.#part.isWritten) return;
    segments[file.segment] = { offset, doneAt: Date.now(), size };
    this.#isSaved = false;
    this.#readers.delete(file.segment);
    await reader.close();
  }

  /** One that PostgreSQL cannot keep does not hold up the others. */
  async #bring(records: readonly PostbackRecord[]): Promise<void> {
    const [first] = records;
    if (!first) return;
    try {
      await insertPostbacks(this.#options.db, records);
    } catch (error) {
      if (!isAboutData(error)) throw error;
      if (records.length === 1) {
        this.#options.log.error({ err: error, postback: first.id }, 'a postback cannot be kept');
        return;
      }
      const half = records.length >> 1;
      await this.#bring(records.slice(0, half));
      await this.#bring(records.slice(half));
    }
  }

  /** Looks once more at what was done: what has grown is read on, and what was kept for long enough goes. */
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

/** Class 22 of SQL's states: what was sent makes no sense to it. */
const isAboutData = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22');
};
