import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { startEmbeddedClickhouse } from '@poklik/embedded-clickhouse/embedded-clickhouse';
import type { Logger } from 'pino';

/** In the embedded engine. */
export const DATABASE = 'poklik';

interface Options {
  /** A ClickHouse server. Without one the embedded engine is started. */
  url: string | undefined;
  dataDir: string;
  /** Nice value of the embedded engine. */
  priority: number;
  log: Logger;
}

export interface Clickhouse {
  client: ClickHouseClient;
  /** Never throws; `reason` says why ClickHouse is unavailable. */
  ping(): Promise<{ ok: true } | { ok: false; reason: string }>;
}

export interface OpenClickhouse extends Clickhouse {
  url: string;
  close(): Promise<void>;
}

/** A ClickHouse server or the embedded engine. It may be unavailable at any time: nothing here waits for it. */
export async function openClickhouse({ url, dataDir, priority, log }: Options): Promise<OpenClickhouse> {
  if (url) {
    const client = connect(url);
    return { url, client, ping: () => ping(client), close: () => client.close() };
  }
  const embedded = await startEmbeddedClickhouse({
    folder: embeddedFolder(dataDir),
    database: DATABASE,
    priority,
    log,
  });
  await saveUrl(dataDir, embedded.url);
  const client = connect(embedded.url);
  return {
    url: embedded.url,
    client,
    async ping() {
      const missing = embedded.missing();
      return missing ? { ok: false, reason: missing } : ping(client);
    },
    async close() {
      await client.close();
      await embedded.stop();
    },
  };
}

/** Of the embedded engine. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'clickhouse');

const urlFile = (dataDir: string): string => join(dataDir, 'clickhouse-url');

/** For commands that work on a running installation. */
export const findClickhouseUrl = (dataDir: string): Promise<string> => readFile(urlFile(dataDir), 'utf8');

/** Statistics work without it, also on a full disk. */
async function saveUrl(dataDir: string, url: string): Promise<void> {
  await writeFile(urlFile(dataDir), url, { mode: 0o600 }).catch(() => undefined);
}

export function connect(url: string) {
  return createClient({
    url,
    application: 'poklik',
    request_timeout: 60_000,
    max_open_connections: 16,
    // Callers log their own errors.
    log: { level: ClickHouseLogLevel.OFF },
  });
}

async function ping(client: ReturnType<typeof connect>): ReturnType<Clickhouse['ping']> {
  const answer = await client.ping();
  return answer.success ? { ok: true } : { ok: false, reason: answer.error.message };
}
