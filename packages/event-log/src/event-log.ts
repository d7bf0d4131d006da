import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Batch, createBatch, createDeferred } from './batch.ts';
import type { OwnFolder } from './own-folder.ts';
import { encodeRecord, HEADER_BYTES, PAYLOAD_MAX } from './record.ts';
import { abandonSegment, createSegment, finishSegment, type Segment, syncSegment, writeAll } from './segment-file.ts';

/** `write`: survives a killed process. `fsync`: survives a power cut. */
export type Durability = 'write' | 'fsync';

export interface EventLog {
  /**
   * Resolves to true when the record is as durable as configured, and to false if it could not be recorded. Never
   * rejects. `kind` is one ASCII character.
   */
  append(kind: string, payload: string, durability?: Durability): Promise<boolean>;
  /** Writes and syncs everything appended before; later appends are rejected. */
  close(): Promise<void>;
  /** False while appends are not recorded, and for some seconds after. */
  isWritable(): boolean;
  readonly counters: Readonly<EventLogCounters>;
}

export interface EventLogCounters {
  /** Records written. */
  recorded: number;
  /** Records rejected because the log was broken, full or closed. */
  refused: number;
  /** Bytes written. */
  bytes: number;
  segments: number;
  /** Failed writes, syncs and segment creations. */
  failures: number;
}

interface Options {
  /** Released when the log is closed; created if missing. */
  folder: OwnFolder;
  /** For appends with ack `write`. */
  ack: Durability;
  log: Logger;
  segmentBytes?: number;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;
const SYNC_INTERVAL_MS = 20;
/** Bytes that may wait for a slow disk before more is rejected. */
const PENDING_MAX_BYTES = 32 * 1024 * 1024;
const REOPEN_MIN_MS = 100;
const REOPEN_MAX_MS = 5_000;
/** A nearly full disk accepts the start of a segment and then fails, so the log counts as writable only later. */
const WRITABLE_AFTER_MS = 10_000;
const WRITE_FAILED = 'event log write failed: clicks and events are not recorded';

/**
 * The source of truth for clicks: appended before the response. Records of one tick, or during a write, are written
 * together. A failed write or sync ends the segment, because a later sync could succeed without the data; until a new
 * segment is written and synced nothing is acknowledged.
 */
export const openEventLog = (options: Options): EventLog => new SegmentedLog(options);

class SegmentedLog implements EventLog {
  readonly counters: EventLogCounters = { recorded: 0, refused: 0, bytes: 0, segments: 0, failures: 0 };
  readonly #folder: OwnFolder;
  readonly #ack: Durability;
  readonly #log: Logger;
  readonly #segmentBytes: number;
  readonly #stop = new AbortController();
  #buffer = Buffer.allocUnsafe(1024 * 1024);
  #segment: Segment | undefined;
  #isBroken = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #pause = REOPEN_MIN_MS;
  #waiting: Batch | undefined;
  #isScheduled = false;
  #unsynced: Batch[] = [];
  #isDirty = false;
  #syncTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  #opening: Promise<void>;

  constructor({ folder, ack, log, segmentBytes = SEGMENT_BYTES }: Options) {
    this.#folder = folder;
    this.#ack = ack;
    this.#log = log;
    this.#segmentBytes = segmentBytes;
    this.#opening = this.#openSegment();
  }

  append(kind: string, payload: string, durability: Durability = this.#ack): Promise<boolean> {
    const bytesMax = HEADER_BYTES + payload.length * 3;
    const isFull = (this.#waiting?.bytesMax ?? 0) > PENDING_MAX_BYTES;
    if (this.#isClosed || this.#isBroken || bytesMax > PAYLOAD_MAX || isFull) {
      this.counters.refused += 1;
      return Promise.resolve(false);
    }
    this.#waiting ??= createBatch();
    const batch = this.#waiting;
    batch.records.push({ kind, payload });
    batch.bytesMax += bytesMax;
    if (!this.#isScheduled && !this.#writing) {
      this.#isScheduled = true;
      setImmediate(() => this.#flush());
    }
    if (durability === 'write') return batch.written.promise;
    batch.synced ??= createDeferred();
    return batch.synced.promise;
  }

  isWritable(): boolean {
    return !this.#isClosed && !this.#isBroken && performance.now() - this.#failedAt > WRITABLE_AFTER_MS;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop.abort();
    await this.#opening;
    this.#flush();
    while (this.#writing) await this.#writing;
    await this.#syncAll();
    clearTimeout(this.#syncTimer);
    this.#rejectWaiting();
    if (this.#segment)
      await finishSegment(this.#segment).catch((error: unknown) =>
        this.#log.error({ err: error }, 'closing the event log failed'),
      );
    this.#segment = undefined;
    this.#folder.release();
  }

  #flush(): void {
    this.#isScheduled = false;
    if (this.#writing || !this.#segment || !this.#waiting) return;
    const batch = this.#waiting;
    this.#waiting = undefined;
    this.#writing = this.#writeBatch(this.#segment, batch).then(() => {
      this.#writing = undefined;
      this.#flush();
    });
  }

  async #writeBatch(current: Segment, batch: Batch): Promise<void> {
    let target = current;
    try {
      let length = this.#encode(batch, target);
      if (target.size + length > this.#segmentBytes) {
        target = await this.#rotate(target);
        length = this.#encode(batch, target);
      }
      await writeAll(target, this.#buffer, length);
      // A sync that failed meanwhile has ended the segment, and with it what was just written.
      if (this.#segment !== target) return this.#settle(batch, false);
      this.#isDirty = true;
      if (batch.synced) this.#unsynced.push(batch);
      this.counters.recorded += batch.records.length;
      this.counters.bytes += length;
      batch.written.settle(true);
      if (batch.synced) this.#sync();
      else this.#scheduleSync();
    } catch (error) {
      this.#settle(batch, false);
      if (this.#segment) this.#failSegment(error); // a failed sync has done it already
    }
  }

  #encode({ records, bytesMax }: Batch, { seed, size }: Segment): number {
    if (bytesMax > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(bytesMax);
    let at = 0;
    for (const record of records) at = encodeRecord(this.#buffer, at, record, { seed, offset: size + at });
    return at;
  }

  #scheduleSync(): void {
    this.#syncTimer ??= setTimeout(() => this.#sync(), SYNC_INTERVAL_MS);
  }

  #sync(): void {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = undefined;
    if (this.#syncing || !this.#segment || !this.#isDirty) return;
    const target = this.#segment;
    const batches = this.#unsynced;
    this.#unsynced = [];
    this.#isDirty = false;
    this.#syncing = syncSegment(target).then(
      () => {
        this.#syncing = undefined;
        this.#pause = REOPEN_MIN_MS;
        for (const batch of batches) batch.synced?.settle(this.#segment === target);
        if (this.#unsynced.length > 0) this.#sync();
        else if (this.#isDirty) this.#scheduleSync();
      },
      (error: unknown) => {
        this.#syncing = undefined;
        for (const batch of batches) batch.synced?.settle(false);
        if (this.#segment === target) this.#failSegment(error);
      },
    );
  }

  /** Called with no other write in progress. */
  async #rotate(full: Segment): Promise<Segment> {
    await this.#syncAll();
    if (this.#segment !== full) throw new Error('the segment ended while it was being synced');
    const next = await this.#addSegment();
    await finishSegment(full);
    return next;
  }

  async #addSegment(): Promise<Segment> {
    const next = await createSegment(this.#folder.dir);
    this.counters.segments += 1;
    this.#segment = next;
    return next;
  }

  /** Until everything written is synced, or the segment has failed. */
  async #syncAll(): Promise<void> {
    while (this.#segment && (this.#syncing || this.#isDirty)) {
      this.#sync();
      await this.#syncing;
    }
  }

  #settle(batch: Batch, ok: boolean): void {
    if (!ok) this.counters.refused += batch.records.length;
    batch.written.settle(ok);
    batch.synced?.settle(ok);
  }

  #rejectWaiting(): void {
    if (this.#waiting) this.#settle(this.#waiting, false);
    this.#waiting = undefined;
  }

  #failSegment(error: unknown): void {
    const failed = this.#segment;
    this.#countFailure();
    this.#log.error({ err: error, segment: failed?.name }, WRITE_FAILED);
    this.#segment = undefined;
    this.#isBroken = true;
    this.#isDirty = false;
    this.#rejectWaiting();
    for (const batch of this.#unsynced) batch.synced?.settle(false);
    this.#unsynced = [];
    this.#opening = this.#openSegment(failed);
  }

  #countFailure(): void {
    this.counters.failures += 1;
    this.#failedAt = performance.now();
  }

  async #openSegment(failed?: Segment): Promise<void> {
    if (failed) {
      // Not closed during a call that uses it: its descriptor could be reused for another file.
      await Promise.all([this.#writing, this.#syncing]);
      await abandonSegment(failed);
      await this.#waitToReopen();
    }
    while (!this.#isClosed) {
      try {
        const segment = await this.#addSegment();
        if (this.#isBroken) this.#log.info({ segment: segment.name }, 'event log recovered');
        this.#isBroken = false;
        return this.#flush();
      } catch (error) {
        this.#countFailure();
        if (!this.#isBroken) this.#log.error({ err: error }, WRITE_FAILED);
        this.#isBroken = true;
        this.#rejectWaiting();
        await this.#waitToReopen();
      }
    }
  }

  /** Backs off until a sync succeeds: a nearly full disk lets a segment start, and then fails. */
  async #waitToReopen(): Promise<void> {
    await sleep(this.#pause, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    this.#pause = Math.min(this.#pause * 2, REOPEN_MAX_MS);
  }
}
