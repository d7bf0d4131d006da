import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Doing, keepDoing } from '../../keep-doing.ts';
import { type Checkpoint, loadCheckpoint, saveCheckpoint } from '../../stats/checkpoint.ts';
import { listSegments, type SegmentFile } from '../../stats/log-source.ts';
import type { Database } from '../../stores/postgres.ts';
import { openSegmentReader, type SegmentReader } from '../event-log/read-segment.ts';
import { insertPostbacks } from './postback.repo.ts';
import { POSTBACK_KIND, type PostbackRecord, readPostbackRecord } from './postback-record.ts';

interface Options {
  db: Database;
  /** DATA_DIR/postbacks: a folder for each process that writes. */
  folder: string;
  /** How long a segment is kept after it was brought to PostgreSQL. */
  keepDays: number;
  log: Logger;
}

const AT_ONCE = 500;
const CHECKPOINT_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;
const KIND = POSTBACK_KIND.charCodeAt(0);

/**
 * Brings the postback log to PostgreSQL: every report once, in the order of the log. Its id makes a second delivery
 * harmless, so after a crash it simply begins a little earlier. PostgreSQL may be away for as long as the disk has room.
 */
export function shipPostbacks(options: Options): Doing {
  const { log } = options;
  const shipment = new Shipment(options);
  const doing = keepDoing({
    failure: 'postbacks cannot be brought to PostgreSQL',
    log,
    round: async (signal) => {
      await shipment.pass(signal);
      return false;
    },
  });
  return {
    wake: doing.wake,
    async stop() {
      await doing.stop();
      await shipment.close().catch((error: unknown) => log.warn({ err: error }, 'the place in the postback log'));
    },
  };
}

class Shipment {
  readonly #options: Options;
  readonly #path: string;
  readonly #readers = new Map<string, SegmentReader>();
  #checkpoint: Checkpoint | undefined;
  #isSaved = true;
  #savedAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#path = join(options.folder, 'checkpoint.json');
  }

  /** Everything that is in the log by now. */
  async pass(signal: AbortSignal): Promise<void> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true });
    this.#checkpoint ??= await loadCheckpoint(this.#path);
    const files = await listSegments(folder);
    for (const file of files) {
      if (signal.aborted) return;
      if (this.#checkpoint.segments[file.segment]?.doneAt === undefined) await this.#ship(file, files, signal);
      else await this.#retire(file);
    }
    if (!this.#isSaved && Date.now() - this.#savedAt > CHECKPOINT_EVERY_MS) await this.#save();
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close();
    if (!this.#isSaved) await this.#save();
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
    const isLeft = files.some(({ node, segment }) => node === file.node && segment > file.segment);
    if (!reader.isEnded && !isLeft) return;
    segments[file.segment] = { offset: reader.offset, doneAt: Date.now() };
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

  async #retire({ segment, path }: SegmentFile): Promise<void> {
    const { segments } = this.#checkpoint as Checkpoint;
    const doneAt = segments[segment]?.doneAt ?? 0;
    if (Date.now() - doneAt < this.#options.keepDays * DAY_MS) return;
    await rm(path, { force: true });
    delete segments[segment];
    this.#isSaved = false;
  }

  async #save(): Promise<void> {
    await saveCheckpoint(this.#path, this.#checkpoint as Checkpoint);
    this.#isSaved = true;
    this.#savedAt = Date.now();
  }
}

/** Class 22 of SQL's states: what was sent makes no sense to it. */
const isAboutData = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22');
};
