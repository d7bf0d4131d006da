import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { GuardedPool } from './guarded-pool.ts';
import { createListener, type Listen } from './listen.ts';
import { watchServer } from './server-watch.ts';

/** The database, or a transaction on it. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

export type Pool = pg.Pool;

export interface Postgres {
  db: Database;
  pool: Pool;
  /** For the queue only: it must record finished jobs even while requests use every other connection. */
  queuePool: Pool;
  /** For exports, which hold a connection until the download ends. */
  exportPool: Pool;
  listen: Listen;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 30_000;
/** Each export has its own connection. */
export const EXPORTS_MAX = 8;
/** Between two statements an export waits for a slow client. */
const READER_TIMEOUT_MS = 90_000;
/** `createdAt` in the code is `created_at` in the database. */
export const NAMES = { casing: 'snake_case' } as const;

/**
 * Opens the pool. It connects on first use and again after an outage: if the server is lost, queries fail and the
 * program continues.
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
  // The server aborts a slow statement first; this one is for a server that no longer responds.
  query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
});

function prepared(pool: Pool, log: Logger): Pool {
  pool.on('error', (error) => {
    // The pool counts as ended before its connections are closed, so a server stopped then still breaks them.
    if (!pool.ending) log.warn({ err: error }, 'idle postgres connection lost');
  });
  // The pool handles errors only of idle clients; losing one inside a transaction would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'PostgreSQL connection lost')),
  );
  return pool;
}

/**
 * Drizzle's own transaction never releases the client when BEGIN fails, and returns a client whose ROLLBACK failed to
 * the pool; after enough server restarts the pool would be exhausted.
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
