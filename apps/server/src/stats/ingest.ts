import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { claimPatiently } from '../stores/claim-folder.ts';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { listSegments, type SegmentFile } from '../tracking/event-log/list-segments.ts';
import { applyBatch } from './apply-batch.ts';
import { type Checkpoint, loadCheckpoint, saveCheckpoint, stateOfDone } from './checkpoint.ts';
import { findStore } from './find-store.ts';
import { firstUnreadAt } from './first-unread.ts';
import { saveProgress } from './ingest-progress.ts';
import { createLoad, type Load, type TableColumns } from './load.ts';
import { isOver, type LogSource, listKnown, openSource } from './log-source.ts';
import { recallVisitors } from './recent-visitors.ts';
import { firstQuarterOf, recount } from './recount.ts';
import type { RowBatch } from './row-batch.ts';
import { tableColumns } from './table-columns.ts';
import { createVisitors } from './visitors.ts';

interface Options {
  client: Clickhouse['client'];
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
  /** Inserted rows. */
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
const INSERT_EVERY_MS = 500;
const LIST_EVERY_MS = 500;
const CHECKPOINT_EVERY_MS = 2_000;
const PROGRESS_EVERY_MS = 10_000;
const RETIRE_EVERY_MS = 60_000;
/** Segments that are read at the same time before they are caught up. */
const BEHIND_MAX = 4;
const PAUSE_LONGEST_MS = 5_000;
/** How much earlier than the first unread click a later one may be, when the clock was corrected. */
const CLOCK_PLAY_MS = 3_600_000;

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
  const release = await claimPatiently(folder, { everyMs: INSERT_EVERY_MS, signal });
  for (let pause = POLL_MS; !signal.aborted; pause = Math.min(pause * 2, PAUSE_LONGEST_MS)) {
    try {
      await new Work(options, counters, signal).run();
    } catch (error) {
      if (signal.aborted) break;
      // A restart reads the progress back from ClickHouse.
      log.warn({ err: error }, 'ingest failed, retrying');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  release?.();
}

/** One run, from a start or failure to the next. */
class Work {
  readonly #options: Options;
  readonly #counters: IngestCounters;
  readonly #signal: AbortSignal;
  readonly #path: string;
  readonly #visitors = createVisitors();
  readonly #sources = new Map<string, LogSource>();
  #files: SegmentFile[] = [];
  /** Segments that existed when the run started. */
  #inherited: ReadonlySet<string> = new Set();
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
    const columns = await this.#begin();
    let load = createLoad(this.#visitors, columns);
    let lastInsertAt = -INSERT_EVERY_MS;
    let applying: Promise<void> | undefined;
    try {
      while (!this.#signal.aborted) {
        await this.#list();
        const hasMore = await this.#fill(load);
        const isDue = load.reached.size > 0 && performance.now() - lastInsertAt >= INSERT_EVERY_MS;
        if (load.isFull || isDue) {
          await applying;
          lastInsertAt = performance.now();
          applying = this.#apply(load, load.finish()); // the next batch is read meanwhile
          applying.catch(() => undefined); // awaited later
          load = createLoad(this.#visitors, columns);
        }
        if (!hasMore) {
          await applying;
          await sleep(POLL_MS, undefined, { signal: this.#signal }).catch(() => undefined);
        }
        if (this.#isTime('checkpoint', CHECKPOINT_EVERY_MS)) await this.#save();
        if (this.#isTime('progress', PROGRESS_EVERY_MS)) await this.#report();
      }
    } finally {
      await applying?.catch(() => undefined);
      await this.#save().catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'saving the checkpoint failed'),
      );
      for (const { reader } of this.#sources.values()) await reader.close();
    }
  }

  async #begin(): Promise<TableColumns> {
    const { client, log } = this.#options;
    const store = await this.#waitForTables();
    this.#checkpoint = await loadCheckpoint(this.#path);
    if (this.#checkpoint.store !== store) this.#checkpoint = { ...this.#checkpoint, store, segments: {} };
    this.#files = await listSegments(this.#options.folder);
    this.#inherited = new Set(this.#files.map(({ segment }) => segment));
    await this.#retire();
    const from = (await firstUnreadAt(this.#files, this.#checkpoint)) - CLOCK_PLAY_MS;
    await recallVisitors(client, this.#visitors, Math.max(0, Math.floor(from / 1000)));
    log.info({ segments: this.#files.length, visitors: this.#visitors.size }, 'ingest started');
    return tableColumns(client);
  }

  async #waitForTables(): Promise<string> {
    for (;;) {
      const store = await findStore(this.#options.client, 'page_events');
      if (store !== null) return store;
      await sleep(INSERT_EVERY_MS, undefined, { signal: this.#signal });
    }
  }

  /** Closes finished segments and opens the next ones. */
  async #list(): Promise<void> {
    if (!this.#isTime('list', LIST_EVERY_MS)) return;
    this.#files = await listSegments(this.#options.folder);
    for (const source of this.#sources.values()) await this.#letGo(source);
    await this.#openNext();
    if (this.#isTime('retire', RETIRE_EVERY_MS)) await this.#retire();
  }

  /** Oldest first, a few at a time: reading back offsets takes memory. */
  async #openNext(): Promise<void> {
    const { segments } = this.#checkpoint;
    let behind = [...this.#sources.values()].filter(({ isCaughtUp }) => !isCaughtUp).length;
    for (const file of this.#files) {
      if (behind >= BEHIND_MAX) return;
      const progress = segments[file.segment];
      if (progress?.doneAt || this.#sources.has(file.segment)) continue;
      this.#sources.set(file.segment, await this.#open(file, progress?.offset ?? 0));
      behind += 1;
    }
  }

  /** A segment may come from another machine that has already inserted it here. */
  async #open(file: SegmentFile, from: number): Promise<LogSource> {
    if (this.#inherited.has(file.segment)) await this.#recount([file.segment]);
    return openSource(file, from, await listKnown(this.#options.client, file, from));
  }

  async #letGo(source: LogSource): Promise<void> {
    const { offset, damaged, size } = source.reader;
    const isApplied = (this.#checkpoint.segments[source.segment]?.offset ?? 0) === offset;
    if (!source.isCaughtUp || !isApplied || !(await isOver(source, this.#files))) return;
    this.#sources.delete(source.segment);
    await source.reader.close();
    this.#checkpoint.segments[source.segment] = { offset, doneAt: Date.now(), size };
    this.#isSaved = false;
    this.#counters.damaged += damaged;
    if (damaged > 0) this.#options.log.error({ segment: source.segment, bytes: damaged }, 'event log damaged');
  }

  /** Checks ingested segments again: reads on those that have grown and deletes those whose retention is over. */
  async #retire(): Promise<void> {
    const { segments } = this.#checkpoint;
    for (const { segment, path } of this.#files) {
      const progress = segments[segment];
      if (!progress?.doneAt) continue;
      const { size } = await stat(path);
      const state = stateOfDone(progress, size, this.#options.keepDays);
      if (state === 'more') segments[segment] = { offset: progress.offset };
      else if (state === 'old') await rm(path, { force: true });
    }
    const present = new Set((await listSegments(this.#options.folder)).map(({ segment }) => segment));
    for (const segment of Object.keys(segments)) if (!present.has(segment)) delete segments[segment];
    this.#isSaved = false;
  }

  /** Reads on, the oldest segment first. Returns false when there is nothing more for now. */
  async #fill(load: Load): Promise<boolean> {
    for (const source of this.#sources.values()) {
      while (!load.isFull && (await this.#take(load, source))) if (this.#signal.aborted) return false;
      if (load.isFull) return true;
      if (source.isCaughtUp) continue;
      source.isCaughtUp = true;
      source.known.clear();
      this.#due.delete('list'); // there is room for the next segment
    }
    return this.#due.get('list') === undefined;
  }

  /** An unreadable file blocks only itself. */
  async #take(load: Load, source: LogSource): Promise<boolean> {
    try {
      return await load.take(source);
    } catch (error) {
      if (this.#isTime(source.path, RETIRE_EVERY_MS)) {
        this.#options.log.error({ err: error, path: source.path }, 'event log unreadable');
      }
      return false;
    }
  }

  async #apply(load: Load, batches: readonly RowBatch[]): Promise<void> {
    const { client, log } = this.#options;
    const onRejected = (row: RowBatch, reason: string) => this.#putAside(row, reason);
    const surroundings = { client, log, signal: this.#signal, onRejected };
    for (const batch of batches) {
      const isCertain = await applyBatch(batch, surroundings);
      if (!isCertain) await this.#recount(batch.ranges().map(({ segment }) => segment));
      this.#counters.applied += batch.rows;
    }
    this.#counters.known += load.known;
    for (const [{ segment }, offset] of load.reached) this.#checkpoint.segments[segment] = { offset };
    this.#isSaved = false;
  }

  async #putAside(row: RowBatch, reason: string): Promise<void> {
    this.#counters.rejected += 1;
    this.#options.log.error({ place: row.ranges()[0], reason }, 'record rejected by the analytics database');
    await appendFile(join(this.#options.folder, 'rejected.tsv'), row.text(), { mode: 0o600, flush: true });
  }

  async #recount(segments: readonly string[]): Promise<void> {
    const { client, log } = this.#options;
    const since = await firstQuarterOf(client, segments);
    if (since === undefined) return;
    const anew = await recount(client, 'log', { origins: segments, since });
    if (anew.length > 0) log.warn({ segments: anew }, 'rollups rebuilt after a crash');
  }

  async #save(): Promise<void> {
    if (this.#isSaved) return;
    this.#isSaved = true;
    await saveCheckpoint(this.#path, this.#checkpoint);
  }

  /** Reports show up to when their data is complete. */
  async #report(): Promise<void> {
    this.#checkpoint.log ??= randomUUID();
    const until = await firstUnreadAt(this.#files, this.#checkpoint);
    await saveProgress(this.#options.client, this.#checkpoint.log, until).catch((error: unknown) =>
      this.#options.log.debug({ err: error }, 'saving the ingest progress failed'),
    );
  }

  #isTime(what: string, everyMs: number): boolean {
    const now = performance.now();
    if (now < (this.#due.get(what) ?? 0)) return false;
    this.#due.set(what, now + everyMs);
    return true;
  }
}
