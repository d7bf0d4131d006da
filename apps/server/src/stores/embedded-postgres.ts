import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@poklik/child-processes/free-port';
import pg from 'pg';
import type { Logger } from 'pino';
import { findBinaries } from './embedded-postgres/binaries.ts';
import { prepareCluster, SUPERUSER } from './embedded-postgres/cluster.ts';
import { isAlive } from './embedded-postgres/leftovers.ts';
import { findPostmaster, runsRemovedProgram, spawnPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts';
import { findServerUser } from './embedded-postgres/server-user.ts';

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

/** Starts PostgreSQL on DATA_DIR/postgres, or takes over the one that a killed program left running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options;
  const user = await findServerUser(join(dataDir, 'postgres'), log);
  const binaries = await findBinaries(user, log);
  const { folder, password } = await prepareCluster({ dataDir, binaries, user, durable, log });
  const owner = new PostgresOwner(options, { binaries, folder, user, durable, password });
  const port = await owner.start();
  const address = `127.0.0.1:${port}`;
  return {
    url: `postgres://${DATABASE}:${rolePassword(password)}@${address}/${DATABASE}`,
    adminUrl: `postgres://${SUPERUSER}:${password}@${address}/postgres`,
    stop: () => owner.stop(),
  };
}

const rolePassword = (password: string): string =>
  createHash('sha256').update(`${DATABASE} ${password}`).digest('base64url');

type Cluster = Omit<Parameters<typeof spawnPostmaster>[0], 'port' | 'logFile'> & { password: string };

/**
 * The server outlives a killed program, so ownership is an advisory lock: it ends with the owner's connection and is
 * never stale. A program first finds or starts the server, then takes the lock. Only the lock holder stops the server,
 * unless it has not responded for a long time. A second program cannot get the lock and leaves everything unchanged.
 */
class PostgresOwner {
  readonly #options: EmbeddedPostgresOptions;
  readonly #cluster: Cluster;
  readonly #log: Logger;
  readonly #logFile: string;
  #isStopping = false;
  #connection: pg.Client | undefined;

  constructor(options: EmbeddedPostgresOptions, cluster: Cluster) {
    this.#options = options;
    this.#cluster = cluster;
    this.#log = options.log;
    this.#logFile = join(options.dataDir, 'postgres.log');
  }

  /** Resolves to the port. */
  async start(): Promise<number> {
    const client = await this.#own();
    await prepareDatabase(client, rolePassword(this.#cluster.password));
    this.#keep(client);
    return client.port;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await stopPostmaster(this.#cluster.folder);
    await this.#connection?.end().catch(() => undefined);
  }

  async #own(wantedPort?: number): Promise<pg.Client> {
    const { folder } = this.#cluster;
    const client = await this.#reach(wantedPort);
    try {
      await takeOwnership(client, this.#options.dataDir);
      const running = await findPostmaster(folder);
      if (!running || !(await runsRemovedProgram(running.pid))) return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#log.info('postgres updated while running, restarting it');
    await stopPostmaster(folder);
    await client.end().catch(() => undefined);
    return this.#own(client.port);
  }

  /** Connects to the server and starts it if necessary. */
  async #reach(wantedPort?: number): Promise<pg.Client> {
    const { silencePatienceMs = SILENCE_TIMEOUT_MS } = this.#options;
    const { folder, password } = this.#cluster;
    const deadline = performance.now() + START_TIMEOUT_MS;
    let silentSince = performance.now();
    let saidWaiting = false;
    while (performance.now() < deadline) {
      const running = await findPostmaster(folder);
      if (!running) {
        await this.#startOn(wantedPort ?? (await freePort()));
        silentSince = performance.now();
        continue;
      }
      const answer = await connect(running.port, password);
      if (answer instanceof pg.Client) return answer;
      if (answer === 'recovering') silentSince = performance.now();
      if (performance.now() - silentSince > silencePatienceMs) {
        this.#log.warn('PostgreSQL is running but not responding, restarting it');
        await stopPostmaster(folder, 'forced');
      }
      if (!saidWaiting && performance.now() > deadline - START_TIMEOUT_MS + 2_000) {
        this.#log.info('waiting for PostgreSQL to recover');
        saidWaiting = true;
      }
      await sleep(20);
    }
    throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s; see ${this.#logFile}`);
  }

  /** Returns when the server has written its PID file or exited; `#reach` continues from there. */
  async #startOn(port: number): Promise<void> {
    const { password: _, ...cluster } = this.#cluster;
    const started = await spawnPostmaster({ ...cluster, port, logFile: this.#logFile });
    while (!started.hasExited()) {
      if (await findPostmaster(cluster.folder)) return;
      await sleep(5);
    }
    const output = await started.output();
    // The port is taken, another program started the server first, or workers of a killed server are still exiting.
    if (!/could not bind|already exists|still in use|could not create any TCP/i.test(output)) {
      throw new Error(`PostgreSQL failed to start:\n${output || '(no output)'}`);
    }
    await sleep(100);
  }

  /** Restarts the server at the same address if it exits, for example when it runs out of memory. */
  #keep(client: pg.Client): void {
    this.#connection = client;
    client.once('end', () => {
      if (!this.#isStopping) void this.#ownAgain(client.port);
    });
  }

  async #ownAgain(port: number): Promise<void> {
    this.#log.warn('PostgreSQL connection lost');
    for (let pause = 50; !this.#isStopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        const client = await this.#own(port);
        if (this.#isStopping) return await client.end();
        this.#keep(client);
        return this.#log.info('PostgreSQL reconnected');
      } catch (error) {
        if (error instanceof DataFolderInUse) return this.#options.onLost?.(error);
        this.#log.error({ err: error }, 'PostgreSQL unavailable, retrying');
        await sleep(pause);
      }
    }
  }
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
