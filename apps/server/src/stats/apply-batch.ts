import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { insertBatch, insertText } from './insert-batch.ts';
import { listPositions } from './positions.ts';
import type { RowBatch } from './row-batch.ts';

interface Surroundings {
  client: Clickhouse['client'];
  log: Logger;
  signal: AbortSignal;
  /** A row that the store cannot read, whatever one does. */
  onRejected: (row: RowBatch, reason: string) => Promise<void>;
}

/** ClickHouse says with these that the text of a row makes no sense to it. */
const UNREADABLE = new Set(['6', '26', '27', '33', '38', '41', '72', '117', '130', '131', '321', '441']);
const PAUSE_FIRST_MS = 100;
const PAUSE_LONGEST_MS = 5_000;

/**
 * Gets every row of the batch into the store once, however long it takes; throws only when it is told to stop.
 *
 * An insert without an answer may have happened, or may still happen. So after a failure only the store's own word
 * counts: what it holds is read back and the rest is sent, until nothing is missing. The token stays the same, which
 * makes the store drop the second of two equal inserts, unless it has dropped one whose rows are not there (tokens and
 * rows do not survive a power cut together); then the rows are sent under a new one.
 *
 * True if the store took it at once; otherwise it is not certain that all of it was counted.
 */
export async function applyBatch(batch: RowBatch, surroundings: Surroundings): Promise<boolean> {
  const { client, log, signal } = surroundings;
  let token: string = randomUUID();
  const first = await attempt(() => insertBatch(client, batch, token), signal);
  if (first === 'done') return true;
  let failure = first;
  for (let pause = PAUSE_FIRST_MS; ; pause = Math.min(pause * 2, PAUSE_LONGEST_MS)) {
    if (isUnreadable(failure)) {
      await applyInParts(batch, failure, surroundings);
      return false;
    }
    log.warn({ err: failure, rows: batch.rows }, 'the statistics store did not take a batch, trying again');
    await sleep(pause, undefined, { signal });
    const missing = await findMissing(client, batch).catch((error: unknown) => {
      failure = error;
    });
    if (!missing) continue;
    if (missing.rows === 0) return false;
    if (missing.rows < batch.rows) token = randomUUID();
    // The columns may be what it did not like; of a text it says what it does not.
    const outcome = await attempt(() => insertText(client, missing, token), signal);
    if (outcome === 'done') {
      const left = await findMissing(client, missing).catch(() => undefined);
      if (left?.rows === 0) return false;
      if (left) token = randomUUID();
      failure = new Error('rows that were acknowledged are not there');
    } else failure = outcome;
  }
}

async function attempt(insertion: () => Promise<void>, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  try {
    await insertion();
    return 'done';
  } catch (error) {
    return error;
  }
}

/** The rows that the store does not have. */
async function findMissing(client: Clickhouse['client'], batch: RowBatch): Promise<RowBatch> {
  const present = new Map<string, Set<number>>();
  for (const range of batch.ranges()) {
    const known = present.get(range.segment) ?? new Set();
    present.set(range.segment, known);
    for (const offset of await listPositions(client, batch.target, range)) known.add(offset);
  }
  return batch.filter((segment, offset) => !present.get(segment)?.has(offset));
}

const isUnreadable = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code));

/** One row that cannot be read keeps the others of its batch out: halves find it. */
async function applyInParts(batch: RowBatch, failure: Error, surroundings: Surroundings): Promise<void> {
  if (batch.rows === 1) return surroundings.onRejected(batch, failure.message);
  const half = batch.rows >> 1;
  for (const isFirst of [true, false]) {
    const part = batch.filter((_, __, row) => row < half === isFirst);
    await applyBatch(part, surroundings);
  }
}
