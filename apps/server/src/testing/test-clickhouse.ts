import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { startStatsProcess } from '../stores/embedded-clickhouse/stats-process.ts';
import { freePort } from '../stores/free-port.ts';
import { statsCommand } from './stats-command.ts';

export interface TestClickhouse {
  dataDir: string;
  address: URL;
  /** Of the process that owns the engine; undefined while it is being started again. */
  pid(): number | undefined;
  /** A client of the database that the program itself uses. */
  client: ClickHouseClient;
  /** A migrated, empty database of its own. */
  createDatabase(name: string): Promise<{ url: URL; client: ClickHouseClient }>;
  stop(): Promise<void>;
}

const OPEN_PATIENCE_MS = 300_000;

/** The embedded engine in its process, as the program starts it. */
export async function startTestClickhouse(
  nodeArgs: readonly string[] = [],
  onFolder?: string,
): Promise<TestClickhouse> {
  const dataDir = onFolder ?? (await mkdtemp(join(tmpdir(), 'poklik-stats-')));
  const address = new URL(`http://poklik:secret@127.0.0.1:${await freePort()}/poklik`);
  const process = startStatsProcess({
    address,
    dataDir,
    logLevel: 'silent',
    log: pino({ level: 'silent' }),
    ...statsCommand(nodeArgs),
  });
  const clients: ClickHouseClient[] = [];
  const connect = (url: URL) => {
    const client = quietClient(url);
    clients.push(client);
    return client;
  };
  const client = connect(address);
  const deadline = Date.now() + OPEN_PATIENCE_MS;
  while (!(await client.ping()).success) {
    if (Date.now() > deadline) throw new Error('the engine does not answer');
    await sleep(100);
  }
  return {
    dataDir,
    address,
    pid: () => process.pid(),
    client,
    async createDatabase(name) {
      await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${name}` });
      const url = new URL(address);
      url.pathname = `/${name}`;
      const own = connect(url);
      await migrateClickhouse(own);
      return { url, client: own };
    },
    async stop() {
      await Promise.all(clients.map((one) => one.close()));
      await process.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function quietClient(url: URL): ClickHouseClient {
  return createClient({ url, request_timeout: 120_000, log: { level: ClickHouseLogLevel.OFF } });
}
