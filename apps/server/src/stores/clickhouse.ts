import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { startEmbeddedClickhouse } from '@poklik/embedded-clickhouse/embedded-clickhouse';
import type { Logger } from 'pino';
import { CLUSTER_SETTINGS, setCluster } from './shards/cluster.ts';
import type { SharedPlacement } from './shards/shared-placement.ts';

/** In the embedded engine. */
export const DATABASE = 'poklik';

interface Options {
  /** A ClickHouse server. Without one the embedded engine is started. */
  url: string | undefined;
  /** Of that server, if it has replicas. */
  cluster?: string | undefined;
  dataDir: string;
  /** Nice value of the embedded engine. */
  priority: number;
  log: Logger;
}

export interface Clickhouse {
  /** The only database. With shards this throws: see `shards/ask-shards.ts`. */
  client: ClickHouseClient;
  /** Never throws; `reason` says why ClickHouse is unavailable. */
  ping(): Promise<{ ok: true } | { ok: false; reason: string }>;
  /** If accounts are on several servers. */
  shards?: { all: readonly Shard[]; placement: SharedPlacement };
}

/** One of several servers. */
export interface Shard extends Pick<Clickhouse, 'client' | 'ping'> {
  name: string;
}

export interface OpenClickhouse extends Clickhouse {
  url: string;
  close(): Promise<void>;
}

/** A ClickHouse server or the embedded engine. It may be unavailable at any time: nothing here waits for it. */
export async function openClickhouse({ url, cluster, dataDir, priority, log }: Options): Promise<OpenClickhouse> {
  if (url) {
    const client = connect(url, cluster);
    return { url, client, ping: () => pingClient(client), close: () => client.close() };
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
      return missing ? { ok: false, reason: missing } : pingClient(client);
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

/**
 * Settings of an insert of rows that may equal ones inserted before. A token of its own makes it a new insert in every
 * version; `insert_deduplicate = 0` is overruled by a newer setting of ClickHouse.
 */
export const asNewInsert = () => ({ insert_deduplication_token: randomUUID() });

/** `cluster` is that of a replicated database. */
export function connect(url: string, cluster?: string): ClickHouseClient {
  const client = createClient({
    url,
    application: 'poklik',
    request_timeout: 60_000,
    max_open_connections: 16,
    // Callers log their own errors.
    log: { level: ClickHouseLogLevel.OFF },
    ...(cluster === undefined ? {} : { clickhouse_settings: CLUSTER_SETTINGS }),
  });
  if (cluster !== undefined) setCluster(client, cluster);
  return client;
}

export async function pingClient(client: ClickHouseClient): ReturnType<Clickhouse['ping']> {
  const answer = await client.ping();
  return answer.success ? { ok: true } : { ok: false, reason: answer.error.message };
}
