import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { catchUp } from '../../stores/shards/cluster.ts';
import { insertBatch } from './insert-batch.ts';
import { listInsertedOffsets } from './inserted-offsets.ts';
import type { RowBatch } from './row-batch.ts';

interface ApplyContext {
  client: Clickhouse['client'];
  log: Logger;
  signal: AbortSignal;
  /** Called for a row that ClickHouse cannot read. */
  onRejected: (row: RowBatch, reason: string) => Promise<void>;
}

/** ClickHouse error codes for a row that cannot be parsed. */
const PARSE_ERROR_CODES = new Set(['6', '26', '27', '33', '38', '41', '72', '117', '130', '131', '321', '441']);
const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 5_000;

/**
 * Inserts every row of the batch exactly once, however long it takes; throws only when stopped. An insert without a
 * response may or may not have happened, so after a failure the stored rows are read back and only the missing ones are
 * sent. The deduplication token stays the same unless rows are missing that it was used for (tokens and rows do not
 * survive a power cut together). Returns true if the first insert succeeded; otherwise the rollups may be incomplete.
 */
export async function applyBatch(batch: RowBatch, context: ApplyContext): Promise<boolean> {
  const { client, log, signal } = context;
  let token: string = randomUUID();
  const first = await attempt(() => insertBatch(client, batch, token), signal);
  if (first === 'done') return true;
  let failure = first;
  for (let pause = BACKOFF_MIN_MS; ; pause = Math.min(pause * 2, BACKOFF_MAX_MS)) {
    if (isParseError(failure)) {
      await bisectBatch(batch, failure, context);
      return false;
    }
    log.warn({ err: failure, rows: batch.rows }, 'analytics insert failed, retrying');
    await sleep(pause, undefined, { signal });
    const missing = await findMissing(client, batch).catch((error: unknown) => {
      failure = error;
    });
    if (!missing) continue;
    if (missing.rows === 0) return false;
    if (missing.rows < batch.rows) token = randomUUID();
    const outcome = await attempt(() => insertBatch(client, missing, token), signal);
    if (outcome === 'done') {
      const left = await findMissing(client, missing).catch(() => undefined);
      if (left?.rows === 0) return false;
      if (left) token = randomUUID();
      failure = new Error('acknowledged rows are missing');
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

/** Rows that ClickHouse does not have. */
async function findMissing(client: Clickhouse['client'], batch: RowBatch): Promise<RowBatch> {
  await catchUp(client, [batch.target.table]);
  const present = new Map<string, Set<number>>();
  for (const range of batch.ranges()) {
    const known = present.get(range.segment) ?? new Set();
    present.set(range.segment, known);
    for (const offset of await listInsertedOffsets(client, batch.target, range)) known.add(offset);
  }
  return batch.filter((segment, offset) => !present.get(segment)?.has(offset));
}

const isParseError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && PARSE_ERROR_CODES.has(String(error.code));

/** One unreadable row rejects its whole batch; bisecting finds it. */
async function bisectBatch(batch: RowBatch, failure: Error, context: ApplyContext): Promise<void> {
  if (batch.rows === 1) return context.onRejected(batch, failure.message);
  const half = batch.rows >> 1;
  for (const isFirst of [true, false]) {
    const part = batch.filter((_, __, row) => row < half === isFirst);
    await applyBatch(part, context);
  }
}
