import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type EmbeddedClickhouse, startEmbeddedClickhouse } from '@poklik/embedded-clickhouse/embedded-clickhouse';
import { pino } from 'pino';
import { inject } from 'vitest';
import { loadConfig } from '../config.ts';
import { startIngestProcess } from '../processes/ingest-process.ts';
import { DATABASE, embeddedFolder } from '../stores/clickhouse.ts';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { ENGINE_PROGRAM, programArgs } from './processes/program.ts';

/** A separate engine with an ingest of its event log, for tests that kill or damage them. */
export interface TestClickhouse {
  dataDir: string;
  address: URL;
  /** Kills the engine and the ingest, which are then started again. */
  kill(): void;
  /** A client for the database that the program uses. */
  client: ClickHouseClient;
  stop(): Promise<void>;
}

/** A database in the engine that all test files share. */
export interface TestAnalytics {
  url: URL;
  client: ClickHouseClient;
  drop(): Promise<void>;
}

const OPEN_PATIENCE_MS = 300_000;

const log = pino({ level: 'silent' });
/** The one of the tests, because they wait for it. */
const priority = 0;

/** Starts the embedded engine in its own process, like the program does. */
export const launchEngine = (dataDir: string, nodeArgs: readonly string[] = []): Promise<EmbeddedClickhouse> =>
  startEmbeddedClickhouse({
    folder: embeddedFolder(dataDir),
    database: DATABASE,
    priority,
    log,
    engineArgs: [...nodeArgs, ENGINE_PROGRAM],
  });

/** The engine and the ingest of the log in the same folder. */
export async function launchClickhouse(dataDir: string, nodeArgs: readonly string[] = []) {
  const engine = await launchEngine(dataDir, nodeArgs);
  const ingest = startIngestProcess({
    store: { clickhouseUrl: engine.url },
    config: { ...loadConfig({}), dataDir, logLevel: 'silent', statsPriority: priority },
    log,
    command: { program: process.execPath, args: programArgs(nodeArgs) },
  });
  return {
    address: new URL(engine.url),
    pids: () => [engine.pid(), ingest.child()?.pid].filter((pid) => pid !== undefined),
    async stop() {
      await ingest.stop();
      await engine.stop();
    },
  };
}

export async function startTestClickhouse(
  nodeArgs: readonly string[] = [],
  onFolder?: string,
): Promise<TestClickhouse> {
  const dataDir = onFolder ?? (await mkdtemp(join(tmpdir(), 'poklik-stats-')));
  const { address, pids, stop } = await launchClickhouse(dataDir, nodeArgs);
  const client = quietClient(address);
  await untilItAnswers(client);
  return {
    dataDir,
    address,
    kill() {
      for (const pid of pids()) process.kill(pid, 'SIGKILL');
    },
    client,
    async stop() {
      await client.close();
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A separate empty database, migrated by default. */
export async function createTestAnalytics({ isMigrated = true } = {}): Promise<TestAnalytics> {
  const address = new URL(inject('clickhouseUrl'));
  const admin = quietClient(address);
  await untilItAnswers(admin);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { url, client } = await createDatabase({ address, client: admin }, name, false);
  if (isMigrated) await createTables(admin, name);
  return {
    url,
    client,
    async drop() {
      await client.close();
      await admin.command({ query: `DROP DATABASE ${name}` });
      await admin.close();
    },
  };
}

/** A migrated database and the statements that create its tables. */
interface Template {
  name: string;
  statements: string[];
}

let template: Promise<Template> | undefined;

/** Running every migration takes many times longer, so each worker runs them once. */
async function createTables(admin: ClickHouseClient, name: string): Promise<void> {
  template ??= createTemplate();
  const { name: from, statements } = await template;
  for (const statement of statements) {
    const query = statement.replaceAll(`${from}.`, `${name}.`).replaceAll(/fsync_(\w+) = 1/g, 'fsync_$1 = 0');
    await admin.command({ query, clickhouse_settings: { fsync_metadata: 0 } });
  }
  await admin.command({ query: `INSERT INTO ${name}.schema_migrations SELECT * FROM ${from}.schema_migrations` });
}

async function createTemplate(): Promise<Template> {
  const address = new URL(inject('clickhouseUrl'));
  const admin = quietClient(address);
  const name = `template_${randomBytes(6).toString('hex')}`;
  const { client } = await createDatabase({ address, client: admin }, name);
  const answer = await client.query({
    query: `
      SELECT create_table_query AS statement FROM system.tables
      WHERE database = currentDatabase() ORDER BY engine = 'MaterializedView'`,
    format: 'JSONEachRow',
  });
  const statements = (await answer.json<{ statement: string }>()).map(({ statement }) => statement);
  await Promise.all([client.close(), admin.close()]);
  return { name, statements };
}

export async function createDatabase(
  { address, client: admin }: Pick<TestClickhouse, 'address' | 'client'>,
  name: string,
  isMigrated = true,
): Promise<Pick<TestAnalytics, 'url' | 'client'>> {
  await admin.command({ query: `CREATE DATABASE ${name}` });
  const url = new URL(address);
  url.pathname = `/${name}`;
  const client = quietClient(url);
  if (isMigrated) await migrateClickhouse(client);
  return { url, client };
}

async function untilItAnswers(client: ClickHouseClient): Promise<void> {
  const deadline = Date.now() + OPEN_PATIENCE_MS;
  while (!(await client.ping()).success) {
    if (Date.now() > deadline) throw new Error('the engine does not answer');
    await sleep(100);
  }
}

export function quietClient(url: URL): ClickHouseClient {
  return createClient({ url, request_timeout: 120_000, log: { level: ClickHouseLogLevel.OFF } });
}
