import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { findBinaries } from './embedded-postgres/binaries.ts';
import { prepareCluster, SUPERUSER } from './embedded-postgres/cluster.ts';
import { isAlive } from './embedded-postgres/leftovers.ts';
import { findPostmaster, runsRemovedProgram, spawnPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts';
import { findServerUser } from './embedded-postgres/server-user.ts';
import { freePort } from './free-port.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Logger;
  /** Off only when the data is discarded afterwards. */
  durable?: boolean;
  /** Called when another program took over the data folder while the server was down. */
  onLost?: (error: Error) => void;
  /** How long a running server may not respond before it is restarted. */
  silencePatienceMs?: number;
}

export interface EmbeddedPostgres {
  /** Poklik's database, accessed as an ordinary role that cannot read files or run programs. */
  url: string;
  adminUrl: string;
  stop(): Promise<void>;
}

export class DataFolderInUse extends Error {}

const DATABASE = 'poklik';
const OWNER_LOCK = 7_203_114;
const START_TIMEOUT_MS = 60_000;
const SILENCE_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Starts PostgreSQL on DATA_DIR/postgres, or takes over the one that a killed program left running.
 *
 * The server outlives a killed program, so ownership is an advisory lock: it ends with the owner's connection and is
 * never stale. A program first finds or starts the server, then takes the lock. Only the lock holder stops the server,
 * unless it has not responded for a long time. A second program cannot get the lock and leaves everything unchanged.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, onLost, silencePatienceMs = SILENCE_TIMEOUT_MS } = options;
  const user = await findServerUser(join(dataDir, 'postgres'), log);
  const binaries = await findBinaries(user, log);
  const { folder, password } = await prepareCluster({ dataDir, binaries, user, durable, log });
  const logFile = join(dataDir, 'postgres.log');
  let stopping = false;
  let owner: pg.Client;

  /** Connects to the server and starts it if necessary. */
  async function reach(wantedPort?: number): Promise<pg.Client> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    let silentSince = performance.now();
    let saidWaiting = false;
    while (performance.now() < deadline) {
      const running = await findPostmaster(folder);
      if (!running) {
        await startOn(wantedPort ?? (await freePort()));
        silentSince = performance.now();
        continue;
      }
      const answer = await connect(running.port, password);
      if (answer instanceof pg.Client) return answer;
      if (answer === 'recovering') silentSince = performance.now();
      if (performance.now() - silentSince > silencePatienceMs) {
        log.warn('PostgreSQL is running but not responding, restarting it');
        await stopPostmaster(folder, 'forced');
      }
      if (!saidWaiting && performance.now() > deadline - START_TIMEOUT_MS + 2_000) {
        log.info('waiting for PostgreSQL to recover');
        saidWaiting = true;
      }
      await sleep(20);
    }
    throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s; see ${logFile}`);
  }

  /** Returns when the server has written its PID file or exited; `reach` continues from there. */
  async function startOn(port: number): Promise<void> {
    const started = await spawnPostmaster({ binaries, folder, user, port, durable, logFile });
    while (!started.hasExited()) {
      if (await findPostmaster(folder)) return;
      await sleep(5);
    }
    const output = await started.output();
    // The port is taken, another program started the server first, or workers of a killed server are still exiting.
    if (!/could not bind|already exists|still in use|could not create any TCP/i.test(output)) {
      throw new Error(`PostgreSQL failed to start:\n${output || '(no output)'}`);
    }
    await sleep(100);
  }

  async function own(wantedPort?: number): Promise<pg.Client> {
    const client = await reach(wantedPort);
    try {
      await takeOwnership(client, dataDir);
      const running = await findPostmaster(folder);
      if (!running || !(await runsRemovedProgram(running.pid))) return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    log.info('postgres updated while running, restarting it');
    await stopPostmaster(folder);
    await client.end().catch(() => undefined);
    return own(client.port);
  }

  /** Restarts the server at the same address if it exits, for example when it runs out of memory. */
  function keepOwning(client: pg.Client): void {
    owner = client;
    client.once('end', () => {
      if (!stopping) void ownAgain(client.port);
    });
  }

  async function ownAgain(port: number): Promise<void> {
    log.warn('PostgreSQL connection lost');
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        const client = await own(port);
        if (stopping) return await client.end();
        keepOwning(client);
        return log.info('PostgreSQL reconnected');
      } catch (error) {
        if (error instanceof DataFolderInUse) return onLost?.(error);
        log.error({ err: error }, 'PostgreSQL unavailable, retrying');
        await sleep(pause);
      }
    }
  }

  const client = await own();
  const rolePassword = createHash('sha256').update(`${DATABASE} ${password}`).digest('base64url');
  await prepareDatabase(client, rolePassword);
  keepOwning(client);
  const address = `127.0.0.1:${client.port}`;
  return {
    url: `postgres://${DATABASE}:${rolePassword}@${address}/${DATABASE}`,
    adminUrl: `postgres://${SUPERUSER}:${password}@${address}/postgres`,
    async stop() {
      stopping = true;
      await stopPostmaster(folder);
      await owner.end().catch(() => undefined);
    },
  };
}

async function connect(port: number, password: string): Promise<pg.Client | 'recovering' | 'silent'> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    application_name: `poklik owner ${process.pid}`,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  });
  client.on('error', () => undefined); // `end` follows
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const code = (error as { code?: string }).code;
    if (code === '28P01') throw new Error('PostgreSQL rejects the password in DATA_DIR/postgres-password.');
    return code === '57P03' ? 'recovering' : 'silent';
  }
}

async function takeOwnership(client: pg.Client, dataDir: string): Promise<void> {
  const started = performance.now();
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [OWNER_LOCK]);
    if (rows[0]?.taken) return;
    const waited = performance.now() - started;
    if (waited > LOCK_TIMEOUT_MS) {
      const pid = await findOwner(client);
      // A killed program holds the lock until the server finishes its last statement.
      if (isAlive(pid) || waited > START_TIMEOUT_MS) {
        throw new DataFolderInUse(
          `Another Poklik (process ${pid || 'unknown'}) already uses the data folder ${dataDir}.`,
        );
      }
    }
    await sleep(50);
  }
}

/** PID of the program that holds the lock, or 0. */
async function findOwner(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE locktype = 'advisory' AND granted AND objid = $1`,
    [OWNER_LOCK],
  );
  return Number(rows[0]?.application_name.split(' ').at(-1)) || 0;
}

async function prepareDatabase(client: pg.Client, password: string): Promise<void> {
  const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [DATABASE]);
  if (role.rowCount === 0) await client.query(`CREATE ROLE ${DATABASE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`);
}
