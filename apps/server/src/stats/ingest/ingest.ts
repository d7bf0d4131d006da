import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checkpoint, loadCheckpoint, saveCheckpoint } from '@poklik/event-log/checkpoint';
import { waitForClaim } from '@poklik/event-log/claim-folder';
import { listSegments, type SegmentFile } from '@poklik/event-log/list-segments';
import { isFinished, retireSegments } from '@poklik/event-log/segment-progress';
import type { Logger } from 'pino';
import { repairSegments } from '../repair-rollups.ts';
import { applyIngestBatch } from './apply-ingest-batch.ts';
import { findFirstUnreadTime } from './first-unread-time.ts';
import { createIngestBatch, type IngestBatch } from './ingest-batch.ts';
import { saveIngestProgress } from './ingest-progress.ts';
import { catchUpAll, findStoreId, type IngestStores } from './ingest-stores.ts';
import { type LogSource, listKnownOffsets, openSource } from './log-source.ts';
import { loadRecentVisitors } from './recent-visitors.ts';
import type { RowBatch } from './row-batch.ts';
import { loadRecentSteps, STEP_SLOTS_MAX } from './step-firsts.ts';
import { createVisitorTable } from './visitors.ts';

interface Options {
  stores: IngestStores;
  /** DATA_DIR/events. */
  folder: string;
  /** How long an ingested segment is kept. */
  keepDays: number;
  log: Logger;
}

export interface Ingest {
  readonly counters: Readonly<IngestCounters>;
  stop(): Promise<void>;
}

export interface IngestCounters {
  applied: number;
  /** Records that were inserted already. */
  known: number;
  /** Records that ClickHouse cannot read; they are kept in rejected.tsv. */
  rejected: number;
  /** Bytes of the log that are not valid records. */
  damaged: number;
}

const POLL_MS = 100;
/** ClickHouse prefers few large inserts. */
const INSERT_INTERVAL_MS = 500;
const LIST_INTERVAL_MS = 500;
const CHECKPOINT_INTERVAL_MS = 2_000;
const PROGRESS_INTERVAL_MS = 10_000;
const RETIRE_INTERVAL_MS = 60_000;
/** Segments that are read at the same time before they are caught up. */
const MAX_LAGGING_SEGMENTS = 4;
const BACKOFF_MAX_MS = 5_000;
/** How much earlier than the first unread click a later one may be, when the clock was corrected. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/**
 * Ingests the event log into ClickHouse: every record once, in log order, across crashes and outages. Until then the
 * log grows; clicks never wait for it.
 */
export function startIngest(options: Options): Ingest {
  const counters: IngestCounters = { applied: 0, known: 0, rejected: 0, damaged: 0 };
  const stopping = new AbortController();
  const done = run(options, counters, stopping.signal);
  return {
    counters,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function run(options: Options, counters: IngestCounters, signal: AbortSignal): Promise<void> {
  const { folder, log } = options;
  // Two processes would both insert the same rows. The second one stands by.
  const release = await waitForClaim(folder, { everyMs: INSERT_INTERVAL_MS, signal });
  for (let pause = POLL_MS; !signal.aborted; pause = Math.min(pause * 2, BACKOFF_MAX_MS)) {
    try {
      await new IngestRun(options, counters, signal).run();
    } catch (error) {
      if (signal.aborted) break;
      log.warn({ err: error }, 'ingest failed, retrying');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  release?.();
}

/** One run, from a start or failure to the next. */
class IngestRun {
  readonly #options: Options;
  readonly #counters: IngestCounters;
  readonly #signal: AbortSignal;
  readonly #path: string;
  readonly #seen = { visitors: createVisitorTable(), steps: createVisitorTable(STEP_SLOTS_MAX) };
  readonly #sources = new Map<string, LogSource>();
  #files: SegmentFile[] = [];
  /** Segments that existed when the run started. */
  #initialSegments: ReadonlySet<string> = new Set();
  #checkpoint: Checkpoint = { store: '', segments: {} };
  #isSaved = true;
  readonly #due = new Map<string, number>();

  constructor(options: Options, counters: IngestCounters, signal: AbortSignal) {
    this.#options = options;
    this.#counters = counters;
    this.#signal = signal;
    this.#path = join(options.folder, 'checkpoint.json');
  }

  async run(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true });
    await this.#start();
    let batch = createIngestBatch(this.#seen, this.#options.stores);
    let lastInsertAt = -INSERT_INTERVAL_MS;
    let applying: Promise<void> | undefined;
    try {
      while (!this.#signal.aborted) {
        await this.#list();
        const hasMore = await this.#readAll(batch);
        const isDue = batch.offsets.size > 0 && performance.now() - lastInsertAt >= INSERT_INTERVAL_MS;
        if (batch.isFull || isDue) {
          await applying;
          lastInsertAt = performance.now();
          applying = this.#apply(batch); // the next batch is read meanwhile
          applying.catch(() => undefined); // awaited later
          batch = createIngestBatch(this.#seen, this.#options.stores);
        }
        if (!hasMore) {
          await applying;
          await sleep(POLL_MS, undefined, { signal: this.#signal }).catch(() => undefined);
        }
        if (this.#isTime('checkpoint', CHECKPOINT_INTERVAL_MS)) await this.#save();
        if (this.#isTime('progress', PROGRESS_INTERVAL_MS)) {
          await this.#requireSameStore();
          await this.#saveProgress();
        }
      }
    } finally {
      await applying?.catch(() => undefined);
      await this.#save().catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'saving the checkpoint failed'),
      );
      for (const { reader } of this.#sources.values()) await reader.close();
    }
  }

  async #start(): Promise<void> {
    const { stores, log } = this.#options;
    await stores.prepare();
    const store = await this.#waitForTables();
    await catchUpAll(stores);
    this.#checkpoint = await loadCheckpoint(this.#path);
    if (this.#checkpoint.store !== store) this.#checkpoint = { ...this.#checkpoint, store, segments: {} };
    this.#files = await listSegments(this.#options.folder);
    this.#initialSegments = new Set(this.#files.map(({ segment }) => segment));
    await this.#retire();
    const from = (await findFirstUnreadTime(this.#files, this.#checkpoint)) - CLOCK_TOLERANCE_MS;
    for (const client of stores.clients) await loadRecentSteps(client, this.#seen.steps, Math.floor(Date.now() / 1000));
    for (const client of stores.clients)
      await loadRecentVisitors(client, this.#seen.visitors, Math.max(0, Math.floor(from / 1000)));
    log.info({ segments: this.#files.length, visitors: this.#seen.visitors.size }, 'ingest started');
  }

  async #waitForTables(): Promise<string> {
    for (;;) {
      const store = await findStoreId(this.#options.stores);
      if (store !== null) return store;
      await sleep(INSERT_INTERVAL_MS, undefined, { signal: this.#signal });
    }
  }

  /** A database that was replaced meanwhile is filled from the beginning, by the next run. */
  async #requireSameStore(): Promise<void> {
    const store = await findStoreId(this.#options.stores).catch(() => null);
    if (store !== null && store !== this.#checkpoint.store) throw new Error('the analytics database was replaced');
  }

  async #list(): Promise<void> {
    if (!this.#isTime('list', LIST_INTERVAL_MS)) return;
    this.#files = await listSegments(this.#options.folder);
    for (const source of this.#sources.values()) await this.#closeFinished(source);
    await this.#openNext();
    if (this.#isTime('retire', RETIRE_INTERVAL_MS)) await this.#retire();
  }

  /** Oldest first, a few at a time: reading back offsets takes memory. */
  async #openNext(): Promise<void> {
    const { segments } = this.#checkpoint;
    let behind = [...this.#sources.values()].filter(({ isCaughtUp }) => !isCaughtUp).length;
    for (const file of this.#files) {
      if (behind >= MAX_LAGGING_SEGMENTS) return;
      const progress = segments[file.segment];
      if (progress?.doneAt || this.#sources.has(file.segment)) continue;
      this.#sources.set(file.segment, await this.#open(file, progress?.offset ?? 0));
      behind += 1;
    }
  }

  /** A segment may come from another machine that has already inserted it here. */
  async #open(file: SegmentFile, from: number): Promise<LogSource> {
    const { stores, log } = this.#options;
    const { clients } = stores;
    if (this.#initialSegments.has(file.segment))
      for (const client of clients) await repairSegments(client, [file.segment], log);
    return openSource(file, from, await Promise.all(clients.map((client) => listKnownOffsets(client, file, from))));
  }

  async #closeFinished(source: LogSource): Promise<void> {
    const { offset, damaged, size } = source.reader;
    const isApplied = (this.#checkpoint.segments[source.segment]?.offset ?? 0) === offset;
    if (!source.isAtEnd || !isApplied || !(await isFinished(source, source.reader, this.#files))) return;
    if ((await stat(source.path)).size !== size) return; // written after the last read
    this.#sources.delete(source.segment);
    await source.reader.close();
    this.#checkpoint.segments[source.segment] = { offset, doneAt: Date.now(), size };
    this.#isSaved = false;
    this.#counters.damaged += damaged;
    if (damaged > 0) this.#options.log.error({ segment: source.segment, bytes: damaged }, 'event log damaged');
  }

  async #retire(): Promise<void> {
    const { folder, keepDays } = this.#options;
    await retireSegments(this.#checkpoint, { files: this.#files, keepDays, list: () => listSegments(folder) });
    this.#isSaved = false;
  }

  /** Reads on, the oldest segment first. Returns false when there is nothing more for now. */
  async #readAll(batch: IngestBatch): Promise<boolean> {
    for (const source of this.#sources.values()) {
      while (!batch.isFull && (await this.#readFrom(batch, source))) if (this.#signal.aborted) return false;
      if (batch.isFull) return true;
      if (source.isCaughtUp) continue;
      source.isCaughtUp = true;
      for (const known of source.known) known.clear();
      this.#due.delete('list'); // there is room for the next segment
    }
    return this.#due.get('list') === undefined;
  }

  /** An unreadable file blocks only itself. */
  async #readFrom(batch: IngestBatch, source: LogSource): Promise<boolean> {
    try {
      source.isAtEnd = !(await batch.readFrom(source));
      return !source.isAtEnd;
    } catch (error) {
      if (this.#isTime(source.path, RETIRE_INTERVAL_MS)) {
        this.#options.log.error({ err: error, path: source.path }, 'event log unreadable');
      }
      return false;
    }
  }

  async #apply(batch: IngestBatch): Promise<void> {
    const { stores, log } = this.#options;
    await applyIngestBatch(batch, stores, {
      ...{ log, signal: this.#signal },
      onRejected: (row, reason) => this.#reject(row, reason),
      onApplied: (rows) => {
        this.#counters.applied += rows;
      },
    });
    this.#counters.known += batch.known;
    for (const [{ segment }, offset] of batch.offsets) this.#checkpoint.segments[segment] = { offset };
    this.#isSaved = false;
  }

  async #reject(row: RowBatch, reason: string): Promise<void> {
    this.#counters.rejected += 1;
    this.#options.log.error({ range: row.ranges()[0], reason }, 'record rejected by the analytics database');
    await appendFile(join(this.#options.folder, 'rejected.tsv'), row.text(), { mode: 0o600, flush: true });
  }

  async #save(): Promise<void> {
    if (this.#isSaved) return;
    this.#isSaved = true;
    await saveCheckpoint(this.#path, this.#checkpoint);
  }

  /** Reports show up to when their data is complete. */
  async #saveProgress(): Promise<void> {
    this.#checkpoint.log ??= randomUUID();
    const until = await findFirstUnreadTime(this.#files, this.#checkpoint);
    const { stores, log } = this.#options;
    for (const client of stores.clients)
      await saveIngestProgress(client, this.#checkpoint.log, until).catch((error: unknown) =>
        log.debug({ err: error }, 'saving the ingest progress failed'),
      );
  }

  #isTime(what: string, everyMs: number): boolean {
    const now = performance.now();
    if (now < (this.#due.get(what) ?? 0)) return false;
    this.#due.set(what, now + everyMs);
    return true;
  }
}
