import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { LogFormat } from '../config.ts';
import type { Command } from '../processes/program-command.ts';
import { startStatsProcess } from '../processes/stats-process.ts';
import { freePort } from './free-port.ts';

/** In the embedded engine. */
export const DATABASE = 'poklik';

export interface ClickhouseOptions {
  /** A ClickHouse server. Without one the embedded engine is started in its own process. */
  url: string | undefined;
  dataDir: string;
  logLevel: string;
  logFormat?: LogFormat;
  keepLogDays?: number;
  priority?: number | undefined;
  log: Logger;
  /** The command that starts the embedded engine, if not this program. */
  command?: Command;
}

export interface Clickhouse {
  client: ClickHouseClient;
  /** Never throws; `reason` says why ClickHouse is unavailable. */
  ping(): Promise<{ ok: true } | { ok: false; reason: string }>;
}

export interface OpenClickhouse extends Clickhouse {
  close(): Promise<void>;
}

/** A ClickHouse server or the embedded engine. It may be unavailable at any time: nothing here waits for it. */
export async function openClickhouse(options: ClickhouseOptions): Promise<OpenClickhouse> {
  if (options.url) {
    const client = connect(options.url);
    return { client, ping: () => ping(client), close: () => client.close() };
  }
  const password = randomBytes(24).toString('base64url');
  const address = new URL(`http://${DATABASE}:${password}@127.0.0.1:${await freePort()}/${DATABASE}`);
  await saveAddress(options.dataDir, address);
  const process = startStatsProcess({ ...options, address });
  const client = connect(address.href);
  return {
    client,
    async ping() {
      const missing = process.missing();
      return missing ? { ok: false, reason: missing } : ping(client);
    },
    async close() {
      await client.close();
      await process.stop();
    },
  };
}

const addressFile = (dataDir: string): string => join(dataDir, 'clickhouse-url');

/** For commands that work on a running installation. */
export const findClickhouseUrl = (dataDir: string): Promise<string> => readFile(addressFile(dataDir), 'utf8');

/** Statistics work without it, also on a full disk. */
async function saveAddress(dataDir: string, address: URL): Promise<void> {
  await writeFile(addressFile(dataDir), address.href, { mode: 0o600 }).catch(() => undefined);
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
