import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OwnFolder } from './own-folder.ts';
import { encodeRecord, HEADER_BYTES, PAYLOAD_MAX } from './record.ts';
import { abandonSegment, createSegment, finishSegment, type Segment, syncSegment, writeAll } from './segment-file.ts';

/** `write`: the operating system has it, a killed process loses nothing. `fsync`: the disk has it, a power cut neither. */
export type Durability = 'write' | 'fsync';

export interface EventLog {
  /**
   * Resolves to true once the record is as safe as asked, and to false if it could not be recorded. Never rejects.
   * `kind` is one ASCII character.
   */
  append(kind: string, payload: string, durability?: Durability): Promise<boolean>;
  /** Everything appended before is written and synced; what is appended after is refused. */
  close(): Promise<void>;
  /** False while what is appended is not recorded, and for some seconds after. */
  isWritable(): boolean;
  readonly counters: Readonly<EventLogCounters>;
}

export interface EventLogCounters {
  /** Records written. */
  recorded: number;
  /** Records refused, because the log was broken, overfull or closed. */
  refused: number;
  /** Bytes written. */
  bytes: number;
  segments: number;
  /** Failed writes, syncs and creations of a segment. */
  failures: number;
}

interface Options {
  /** Let go of when the log is closed; made if it is not there. */
  folder: OwnFolder;
  /** For appends that do not ask for one of their own. */
  ack: Durability;
  log: Logger;
  segmentBytes?: number;
}

interface Batch {
  records: { kind: string; payload: string }[];
  bytesMax: number;
  written: Outcome;
  synced: Outcome | undefined;
}

interface Outcome {
  promise: Promise<boolean>;
  settle(ok: boolean): void;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;
const SYNC_EVERY_MS = 20;
/** What may wait for a slow disk before more is refused. */
const WAITING_MAX = 32 * 1024 * 1024;
const REOPEN_FIRST_MS = 100;
const REOPEN_LONGEST_MS = 5_000;
/** A disk that is nearly full takes the start of a segment and then nothing more: it counts as writable only later. */
const TRUSTED_AFTER_MS = 10_000;

/**
 * The truth about clicks: appended before they are answered. Whatever arrives in one turn of the event loop, or while
 * a write is under way, is one write. A write or sync that fails ends the segment, since a later sync could claim what
 * it did not do; until a fresh segment has been written and synced nothing is acknowledged.
 */
export function openEventLog({ folder, ack, log, segmentBytes = SEGMENT_BYTES }: Options): EventLog {
  const counters: EventLogCounters = { recorded: 0, refused: 0, bytes: 0, segments: 0, failures: 0 };
  let buffer = Buffer.allocUnsafe(1024 * 1024);
  let segment: Segment | undefined;
  let broken = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let pause = REOPEN_FIRST_MS;
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
    if (closed || broken || bytesMax > PAYLOAD_MAX || (waiting?.bytesMax ?? 0) > WAITING_MAX) {
      counters.refused += 1;
      return Promise.resolve(false);
    }
    waiting ??= { records: [], bytesMax: 0, written: createOutcome(), synced: undefined };
    waiting.records.push({ kind, payload });
    waiting.bytesMax += bytesMax;
    if (!scheduled && !writing) {
      scheduled = true;
      setImmediate(flush);
    }
    if (durability === 'write') return waiting.written.promise;
    waiting.synced ??= createOutcome();
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
      else syncTimer ??= setTimeout(sync, SYNC_EVERY_MS);
    } catch (error) {
      settle(batch, false);
      if (segment) breakDown(error); // a sync that failed first has done it already
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
        pause = REOPEN_FIRST_MS;
        for (const batch of batches) batch.synced?.settle(segment === target);
        if (unsynced.length > 0) sync();
        else if (isDirty) syncTimer ??= setTimeout(sync, SYNC_EVERY_MS);
      },
      (error: unknown) => {
        syncing = undefined;
        for (const batch of batches) batch.synced?.settle(false);
        if (segment === target) breakDown(error);
      },
    );
  }

  /** Called with no other write under way. */
  async function rotate(full: Segment): Promise<Segment> {
    await quiesce();
    if (segment !== full) throw new Error('the segment ended while it was being synced');
    const next = await createSegment(folder.dir);
    counters.segments += 1;
    segment = next;
    await finishSegment(full);
    return next;
  }

  /** Until everything that is written is synced as well, or the segment has failed. */
  async function quiesce(): Promise<void> {
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

  function breakDown(error: unknown): void {
    counters.failures += 1;
    failedAt = performance.now();
    log.error({ err: error, segment: segment?.name }, 'the event log cannot be written: what comes is not recorded');
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
      // Not closed under a call that still uses it: its number could be another file's by then.
      await Promise.all([writing, syncing]);
      await abandonSegment(failed);
      await rest();
    }
    while (!closed) {
      try {
        segment = await createSegment(folder.dir);
        counters.segments += 1;
        if (broken) log.info({ segment: segment.name }, 'the event log is written again');
        broken = false;
        return flush();
      } catch (error) {
        counters.failures += 1;
        failedAt = performance.now();
        if (!broken) log.error({ err: error }, 'the event log cannot be written: what comes is not recorded');
        broken = true;
        if (waiting) settle(waiting, false);
        waiting = undefined;
        await rest();
      }
    }
  }

  /** Longer each time until a sync succeeds: a disk that is nearly full lets a segment begin, and then no more. */
  async function rest(): Promise<void> {
    await sleep(pause, undefined, { signal: stop.signal }).catch(() => undefined);
    pause = Math.min(pause * 2, REOPEN_LONGEST_MS);
  }

  return {
    append,
    isWritable: () => !closed && !broken && performance.now() - failedAt > TRUSTED_AFTER_MS,
    counters,
    async close() {
      if (closed) return;
      closed = true;
      stop.abort();
      await opening;
      flush();
      while (writing) await writing;
      await quiesce();
      clearTimeout(syncTimer);
      if (waiting) settle(waiting, false);
      if (segment) await finishSegment(segment).catch((error: unknown) => log.error({ err: error }, 'the event log'));
      segment = undefined;
      folder.release();
    },
  };
}

function createOutcome(): Outcome {
  let settle: (ok: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
