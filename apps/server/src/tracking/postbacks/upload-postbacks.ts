import { join } from 'node:path';
import { claimFolder } from '@poklik/event-log/claim-folder';
import { listNodes } from '@poklik/event-log/list-segments';
import { createFolderUpload, type FolderUpload } from '@poklik/event-log/upload-folder';
import type { Logger } from 'pino';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Database } from '../../stores/postgres.ts';
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
const CHECK_INTERVAL_MS = 60_000;

/**
 * Uploads the postback log to PostgreSQL: every postback once, in log order. IDs make repeated uploads harmless, so
 * after a crash it starts a little earlier. PostgreSQL may be unavailable for as long as the disk has room. Each
 * process uploads what it writes, and what ended processes have left.
 */
export function startPostbackUpload(options: Options): BackgroundLoop {
  const { folder, node, log } = options;
  const own = createUpload(options, node, true);
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

/** Uploads what ended processes have left, once. */
export async function uploadLeftPostbacks(options: Omit<Options, 'node'>): Promise<void> {
  const { signal } = new AbortController();
  for (const node of await listNodes(options.folder)) await uploadAbandoned({ ...options, node }, node, signal);
}

/** The claim keeps other processes from writing there meanwhile. */
async function uploadAbandoned(options: Options, node: string, signal: AbortSignal): Promise<void> {
  const release = await claimFolder(join(options.folder, node)).catch(() => undefined);
  if (!release) return;
  const upload = createUpload(options, node, false);
  try {
    await upload.pass(signal);
  } finally {
    await upload.close().finally(release);
  }
}

function createUpload(options: Options, node: string, isWritten: boolean): FolderUpload {
  const { folder, keepDays } = options;
  return createFolderUpload({
    folder,
    node,
    isWritten,
    kind: POSTBACK_KIND,
    keepDays,
    async upload(payloads) {
      const records = payloads.map(readPostbackRecord);
      for (let at = 0; at < records.length; at += BATCH_SIZE)
        await insertSound(options, records.slice(at, at + BATCH_SIZE));
    },
  });
}

/** A postback that PostgreSQL rejects does not block the others. */
async function insertSound(
  { db, log }: Pick<Options, 'db' | 'log'>,
  records: readonly PostbackRecord[],
): Promise<void> {
  const [first] = records;
  if (!first) return;
  try {
    await insertPostbacks(db, records);
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (records.length === 1) {
      log.error({ err: error, postback: first.id }, 'postback rejected by PostgreSQL');
      return;
    }
    const half = records.length >> 1;
    await insertSound({ db, log }, records.slice(0, half));
    await insertSound({ db, log }, records.slice(half));
  }
}

/** SQLSTATE class 22: invalid data. */
const isDataError = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22');
};
