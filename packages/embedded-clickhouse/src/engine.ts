import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EngineMissing, findEngine } from './engine-build.ts';
import { type EngineSession, type EngineSessions, openNativeSessions } from './sessions.ts';
import { readInsert, type Statement } from './statement.ts';
import { openWasmSessions } from './wasm-sessions.ts';

export interface Outcome {
  bytes: Uint8Array;
  readRows: number;
  writtenRows: number;
}

export interface Engine {
  run(statement: Statement): Promise<Outcome>;
  close(): Promise<void>;
}

interface EngineOptions {
  folder: string;
  /** Created if missing. */
  database: string;
  log: Logger;
}

const MAX_CONCURRENT_QUERIES = 4;
const OPEN_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 5_000;

/** Default query limits. Queries are read-only, so their SQL cannot change them. */
const QUERY_LIMITS = {
  max_execution_time: '30',
  max_memory_usage: '2000000000',
  max_bytes_before_external_group_by: '1000000000',
  max_bytes_before_external_sort: '1000000000',
  max_result_bytes: '134217728',
  max_threads: '2',
};
/** The embedded engine accepts `1 + 1` as a query by default. */
const SERVER_DEFAULTS = { implicit_select: '0' };
const WRITE_LIMITS = { max_execution_time: '300', max_memory_usage: '2000000000', max_threads: '2' };

/**
 * ClickHouse inside this process. Every statement gets its own session: a shared one would leak output, parameters and
 * settings of a failed query into the next.
 */
export async function openEngine({ folder, database, log }: EngineOptions): Promise<Engine> {
  const sessions = await openWithRetry(() => openSessions(folder), log);
  // Stays open because the engine frees its memory when the last session closes.
  const keeper = await openWithRetry(async () => sessions.open(), log);
  await keeper.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
  const questions = createSemaphore(MAX_CONCURRENT_QUERIES);
  const writes = createSemaphore(1);

  const open = async ({ database, readonly }: Statement): Promise<EngineSession> => {
    const session = sessions.open();
    const limits = readonly ? QUERY_LIMITS : WRITE_LIMITS;
    try {
      await session.query(`USE ${database}`);
      await session.query(toSet({ ...limits, ...SERVER_DEFAULTS, ...sessions.settings }));
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  };

  async function run(statement: Statement): Promise<Outcome> {
    const session = await open(statement);
    try {
      return await runStatement(session, statement);
    } finally {
      session.close();
    }
  }

  return {
    run: (statement) => (statement.readonly ? questions : writes).pass(() => run(statement)),
    async close() {
      await Promise.race([Promise.all([questions.close(), writes.close()]), sleep(CLOSE_TIMEOUT_MS)]);
      keeper.close();
    },
  };
}

async function runStatement(session: EngineSession, statement: Statement): Promise<Outcome> {
  const { settings, parameters, readonly, rows, sql, format } = statement;
  const own = { ...settings, ...parameters, ...(readonly ? { readonly: '1' } : {}) };
  if (Object.keys(own).length > 0) await session.query(toSet(own));
  if (!rows) return { ...(await session.query(sql, format)), writtenRows: 0 };
  const writtenRows = await session.insert({ ...readInsert(sql), rows });
  return { bytes: new Uint8Array(), readRows: 0, writtenRows };
}

function openSessions(folder: string): Promise<EngineSessions> {
  const build = findEngine();
  if (build === 'native') return openNativeSessions(folder);
  if (build === 'portable') return openWasmSessions(folder);
  throw new EngineMissing(`There is no embedded ClickHouse for ${process.platform}-${process.arch}.`);
}

/** The previous process may still be stopping; the folder has one owner at a time. */
async function openWithRetry<T>(open: () => Promise<T>, log: Logger): Promise<T> {
  const deadline = performance.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (error instanceof EngineMissing || performance.now() > deadline) throw error;
      log.debug({ err: error }, 'waiting for the ClickHouse data folder');
      await sleep(100);
    }
  }
}

const toSet = (values: Record<string, string>): string =>
  `SET ${Object.entries(values)
    .map(([name, value]) => `${name} = ${quote(value)}`)
    .join(', ')}`;

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Limits concurrency; further calls queue. */
function createSemaphore(width: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  let onEmpty: (() => void) | undefined;
  return {
    async pass<T>(work: () => Promise<T>): Promise<T> {
      if (inside >= width) await new Promise<void>((resolve) => waiting.push(resolve));
      else inside += 1;
      try {
        return await work();
      } finally {
        // Passes the slot directly to the next in the queue.
        const next = waiting.shift();
        if (next) next();
        else inside -= 1;
        if (inside === 0) onEmpty?.();
      }
    },
    close: () => (inside === 0 ? Promise.resolve() : new Promise<void>((resolve) => (onEmpty = resolve))),
  };
}
