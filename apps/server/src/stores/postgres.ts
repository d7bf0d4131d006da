import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { GuardedPool } from './guarded-pool.ts';
import { createListener, type Listen } from './listen.ts';
import { watchServer } from './server-watch.ts';

/** What every query is asked through: the open database, or a transaction on it. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

export type Pool = pg.Pool;

export interface Postgres {
  db: Database;
  pool: Pool;
  /** For the queue alone: it must note what it has done even while requests have taken every other connection. */
  queuePool: Pool;
  /** For exports, which hold a connection for as long as somebody reads. */
  exportPool: Pool;
  listen: Listen;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 30_000;
/** Each has a connection to itself. */
export const EXPORTS_MAX = 8;
/** An export waits between two statements until its reader has taken what it has. */
const READER_TIMEOUT_MS = 90_000;
/** `createdAt` in the code is `created_at` in the database. */
export const NAMES = { casing: 'snake_case' } as const;

/**
 * Opens the pool. It connects on first use and again after the server was away: a lost server makes questions
 * fail, never the program.
 */
export function openPostgres(url: string, log: Logger): Postgres {
  const server = watchServer(url, log);
  const pool = prepared(new GuardedPool(optionsFor(url, 20), server), log);
  const queuePool = prepared(new pg.Pool(optionsFor(url, 6)), log);
  const exportPool = prepared(new pg.Pool(optionsFor(url, EXPORTS_MAX, READER_TIMEOUT_MS)), log);
  const db = drizzle(pool, NAMES);
  db.transaction = createTransaction(pool);
  const listener = createListener(url, log);
  return {
    db,
    pool,
    queuePool,
    exportPool,
    listen: listener.listen,
    async close() {
      server.close();
      await listener.close();
      await Promise.all([pool.end(), queuePool.end(), exportPool.end()]);
    },
  };
}

const optionsFor = (url: string, max: number, idleMs = 30_000): pg.PoolConfig => ({
  connectionString: url,
  application_name: 'poklik',
  max,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  maxLifetimeSeconds: 3_600,
  keepAlive: true,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: idleMs,
  // The server ends a slow statement first; this one is for a server that no longer answers at all.
  query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
});

function prepared(pool: Pool, log: Logger): Pool {
  pool.on('error', (error) => {
    // The pool calls itself ended before its connections are, so a server stopped right after still cuts them.
    if (!pool.ending) log.warn({ err: error }, 'idle postgres connection lost');
  });
  // The pool listens only to idle clients; one lost between two statements of a transaction would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'PostgreSQL connection lost')),
  );
  return pool;
}

/**
 * Drizzle's own transaction never releases the pool's client when BEGIN fails, and returns a client whose ROLLBACK
 * failed as if it were sound; after enough restarts of the server the pool would be empty.
 */
function createTransaction(pool: pg.Pool): Database['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    let rolledBackFor: unknown;
    try {
      const result = await drizzle(client, NAMES).transaction(async (tx) => {
        try {
          return await work(tx);
        } catch (error) {
          rolledBackFor = error;
          throw error;
        }
      }, config);
      client.release();
      return result;
    } catch (error) {
      client.release(error !== rolledBackFor);
      throw error;
    }
  };
}
