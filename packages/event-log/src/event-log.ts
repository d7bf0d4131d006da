import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
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

interface Batch {
  records: { kind: string; payload: string }[];
  bytesMax: number;
  written: Deferred;
  synced: Deferred | undefined;
}

interface Deferred {
  promise: Promise<boolean>;
  settle(ok: boolean): void;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;
const SYNC_INTERVAL_MS = 20;
/** Bytes that may wait for a slow disk before more is rejected. */
const PENDING_MAX_BYTES = 32 * 1024 * 1024;
const REOPEN_MIN_MS = 100;
const REOPEN_MAX_MS = 5_000;
/** A nearly full disk accepts the start of a segment and then fails, so the log counts as writable only later. */
const WRITABLE_AFTER_MS = 10_000;

/**
 * The source of truth for clicks: appended before the response. Records of one tick, or during a write, are written
 * together. A failed write or sync ends the segment, because a later sync could succeed without the data; until a new
 * segment is written and synced nothing is acknowledged.
 */
export function openEventLog({ folder, ack, log, segmentBytes = SEGMENT_BYTES }: Options): EventLog {
  const counters: EventLogCounters = { recorded: 0, refused: 0, bytes: 0, segments: 0, failures: 0 };
  let buffer = Buffer.allocUnsafe(1024 * 1024);
  let segment: Segment | undefined;
  let broken = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let pause = REOPEN_MIN_MS;
  let waiting: Batch | undefined;
  let scheduled = false;
  let unsynced: Batch[] = [];
  let isDirty = false;
  let syncTimer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let syncing: Promise<void> | undefined;
  const stop = new AbortController();

  let opening = openSegment();

  function append(kind: string, payload: string, durability: Durability = ack): Promise<boolean> {
    const bytesMax = HEADER_BYTES + payload.length * 3;
    if (closed || broken || bytesMax > PAYLOAD_MAX || (waiting?.bytesMax ?? 0) > PENDING_MAX_BYTES) {
      counters.refused += 1;
      return Promise.resolve(false);
    }
    waiting ??= { records: [], bytesMax: 0, written: createDeferred(), synced: undefined };
    waiting.records.push({ kind, payload });
    waiting.bytesMax += bytesMax;
    if (!scheduled && !writing) {
      scheduled = true;
      setImmediate(flush);
    }
    if (durability === 'write') return waiting.written.promise;
    waiting.synced ??= createDeferred();
    return waiting.synced.promise;
  }

  function flush(): void {
    scheduled = false;
    if (writing || !segment || !waiting) return;
    const batch = waiting;
    waiting = undefined;
    writing = writeBatch(segment, batch).then(() => {
      writing = undefined;
      flush();
    });
  }

  async function writeBatch(current: Segment, batch: Batch): Promise<void> {
    let target = current;
    try {
      let length = encode(batch, target);
      if (target.size + length > segmentBytes) {
        target = await rotate(target);
        length = encode(batch, target);
      }
      await writeAll(target, buffer, length);
      // A sync that failed meanwhile has ended the segment, and with it what was just written.
      if (segment !== target) return settle(batch, false);
      isDirty = true;
      if (batch.synced) unsynced.push(batch);
      counters.recorded += batch.records.length;
      counters.bytes += length;
      batch.written.settle(true);
      if (batch.synced) sync();
      else syncTimer ??= setTimeout(sync, SYNC_INTERVAL_MS);
    } catch (error) {
      settle(batch, false);
      if (segment) failSegment(error); // a failed sync has done it already
    }
  }

  function encode({ records, bytesMax }: Batch, { seed, size }: Segment): number {
    if (bytesMax > buffer.length) buffer = Buffer.allocUnsafe(bytesMax);
    let at = 0;
    for (const record of records) at = encodeRecord(buffer, at, record, { seed, offset: size + at });
    return at;
  }

  function sync(): void {
    clearTimeout(syncTimer);
    syncTimer = undefined;
    if (syncing || !segment || !isDirty) return;
    const target = segment;
    const batches = unsynced;
    unsynced = [];
    isDirty = false;
    syncing = syncSegment(target).then(
      () => {
        syncing = undefined;
        pause = REOPEN_MIN_MS;
        for (const batch of batches) batch.synced?.settle(segment === target);
        if (unsynced.length > 0) sync();
        else if (isDirty) syncTimer ??= setTimeout(sync, SYNC_INTERVAL_MS);
      },
      (error: unknown) => {
        syncing = undefined;
        for (const batch of batches) batch.synced?.settle(false);
        if (segment === target) failSegment(error);
      },
    );
  }

  /** Called with no other write in progress. */
  async function rotate(full: Segment): Promise<Segment> {
    await syncAll();
    if (segment !== full) throw new Error('the segment ended while it was being synced');
    const next = await createSegment(folder.dir);
    counters.segments += 1;
    segment = next;
    await finishSegment(full);
    return next;
  }

  /** Until everything written is synced, or the segment has failed. */
  async function syncAll(): Promise<void> {
    while (segment && (syncing || isDirty)) {
      sync();
      await syncing;
    }
  }

  function settle(batch: Batch, ok: boolean): void {
    if (!ok) counters.refused += batch.records.length;
    batch.written.settle(ok);
    batch.synced?.settle(ok);
  }

  function failSegment(error: unknown): void {
    counters.failures += 1;
    failedAt = performance.now();
    log.error({ err: error, segment: segment?.name }, 'event log write failed: clicks and events are not recorded');
    const failed = segment;
    segment = undefined;
    broken = true;
    isDirty = false;
    if (waiting) settle(waiting, false);
    waiting = undefined;
    for (const batch of unsynced) batch.synced?.settle(false);
    unsynced = [];
    opening = openSegment(failed);
  }

  async function openSegment(failed?: Segment): Promise<void> {
    if (failed) {
      // Not closed during a call that uses it: its descriptor could be reused for another file.
      await Promise.all([writing, syncing]);
      await abandonSegment(failed);
      await waitToReopen();
    }
    while (!closed) {
      try {
        segment = await createSegment(folder.dir);
        counters.segments += 1;
        if (broken) log.info({ segment: segment.name }, 'event log recovered');
        broken = false;
        return flush();
      } catch (error) {
        counters.failures += 1;
        failedAt = performance.now();
        if (!broken) log.error({ err: error }, 'event log write failed: clicks and events are not recorded');
        broken = true;
        if (waiting) settle(waiting, false);
        waiting = undefined;
        await waitToReopen();
      }
    }
  }

  /** Backs off until a sync succeeds: a nearly full disk lets a segment start, and then fails. */
  async function waitToReopen(): Promise<void> {
    await sleep(pause, undefined, { signal: stop.signal }).catch(() => undefined);
    pause = Math.min(pause * 2, REOPEN_MAX_MS);
  }

  return {
    append,
    isWritable: () => !closed && !broken && performance.now() - failedAt > WRITABLE_AFTER_MS,
    counters,
    async close() {
      if (closed) return;
      closed = true;
      stop.abort();
      await opening;
      flush();
      while (writing) await writing;
      await syncAll();
      clearTimeout(syncTimer);
      if (waiting) settle(waiting, false);
      if (segment)
        await finishSegment(segment).catch((error: unknown) =>
          log.error({ err: error }, 'closing the event log failed'),
        );
      segment = undefined;
      folder.release();
    },
  };
}

function createDeferred(): Deferred {
  let settle: (ok: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
