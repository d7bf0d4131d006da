import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EngineMissing, findEngine } from './engine-build.ts';
import { createMergePause } from './merge-pause.ts';
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
export async function openEngine({ folder, database: ownDatabase, log }: EngineOptions): Promise<Engine> {
  const sessions = await openWithRetry(() => openSessions(folder), log);
  // Stays open because the engine frees its memory when the last session closes.
  const keeper = await openWithRetry(async () => sessions.open(), log);
  await keeper.query(`CREATE DATABASE IF NOT EXISTS ${ownDatabase}`);
  const questions = createSemaphore(MAX_CONCURRENT_QUERIES);
  const writes = createSemaphore(1);

  const open = async (limits: Record<string, string>): Promise<EngineSession> => {
    const session = sessions.open();
    try {
      await session.query(`USE ${ownDatabase}`);
      await session.query(toSet({ ...limits, ...SERVER_DEFAULTS, ...sessions.settings }));
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  };
  const spare = createSpareSession(() => open(QUERY_LIMITS));
  const mergePause = createMergePause((sql) => toWrite((session) => session.query(sql)));

  async function ask(statement: Statement): Promise<Outcome> {
    const session = await spare.take();
    try {
      return await runIn(session, statement);
    } finally {
      session.close();
      setImmediate(spare.renew); // after the response
    }
  }

  async function write(statement: Statement): Promise<Outcome> {
    const { rows, sql, database } = statement;
    if (rows) await mergePause.onRows(`${database}.${readInsert(sql).table}`, rows.length);
    return toWrite((session) => runIn(session, statement));
  }

  async function runIn(session: EngineSession, statement: Statement): Promise<Outcome> {
    if (statement.database !== ownDatabase) await session.query(`USE ${statement.database}`);
    return runStatement(session, statement);
  }

  async function toWrite<T>(work: (session: EngineSession) => Promise<T>): Promise<T> {
    const session = await open(WRITE_LIMITS);
    try {
      return await work(session);
    } finally {
      session.close();
    }
  }

  return {
    run: (statement) =>
      statement.readonly ? questions.pass(() => ask(statement)) : writes.pass(() => write(statement)),
    async close() {
      const atRest = Promise.all([questions.close(), writes.close()]).then(spare.close);
      await Promise.race([atRest, sleep(CLOSE_TIMEOUT_MS)]);
      mergePause.close();
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

/** Opening a session takes milliseconds in the WebAssembly build, so the next one is opened in advance. */
function createSpareSession(open: () => Promise<EngineSession>) {
  let spare: EngineSession | undefined;
  let renewal: Promise<void> | undefined;
  let isClosed = false;
  return {
    take(): Promise<EngineSession> {
      const taken = spare;
      spare = undefined;
      return taken ? Promise.resolve(taken) : open();
    },
    renew(): void {
      if (spare || renewal || isClosed) return;
      renewal = open()
        .then(
          (session) => {
            spare = session;
          },
          () => undefined, // the next query opens one and gets the error
        )
        .finally(() => {
          renewal = undefined;
        });
    },
    async close(): Promise<void> {
      isClosed = true;
      await renewal;
      spare?.close();
    },
  };
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
