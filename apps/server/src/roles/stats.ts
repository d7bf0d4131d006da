import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lowerPriority } from '@poklik/child-processes/lower-priority';
import { startEmbeddedClickhouse } from '@poklik/embedded-clickhouse/embedded-clickhouse';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { PRIORITIES } from '../processes/priorities.ts';
import { type Ingest, startIngest } from '../stats/ingest/ingest.ts';
import { type IngestStores, onlyStore, shardStores } from '../stats/ingest/ingest-stores.ts';
import { connect, DATABASE, embeddedFolder } from '../stores/clickhouse.ts';
import { openShards } from '../stores/shards/open-shards.ts';
import { prepareDataFolder } from './data-folder.ts';

const STOP_TIMEOUT_MS = 12_000;
const PING_INTERVAL_MS = 200;

/**
 * Copies the event log of this machine to the ClickHouse at CLICKHOUSE_URL. Without that, an operator started this role
 * alone: it also runs the embedded ClickHouse and serves it on STATS_LISTEN.
 */
export async function runStats(config: Config, log: Logger): Promise<void> {
  const stopping = new AbortController();
  let stop = async () => stopping.abort();
  onStop(async () => {
    // Acknowledged data is on disk, so a forced exit loses only the current work.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT_MS).unref();
    await stop();
    process.exit(0);
  });
  const priority = config.statsPriority ?? PRIORITIES.statistics;
  // Otherwise the parent process has done this.
  if (!process.send) {
    await prepareDataFolder(config.dataDir);
    lowerPriority(process.pid, priority);
  }
  const { stores, close } = await openStores(config, priority, log);
  let ingest: Ingest | undefined;
  stop = async () => {
    stopping.abort();
    await ingest?.stop();
    await close();
  };
  for (const client of stores.clients)
    while (!stopping.signal.aborted && !(await client.ping()).success) await sleep(PING_INTERVAL_MS);
  if (stopping.signal.aborted) return;
  ingest = startIngest({ stores, folder: join(config.dataDir, 'events'), keepDays: config.clicks.keepLogDays, log });
}

async function openStores(
  config: Config,
  priority: number,
  log: Logger,
): Promise<{ stores: IngestStores; close(): Promise<void> }> {
  const { shards, databaseUrl, clickhouseUrl, clickhouseCluster: cluster } = config;
  if (shards.length > 0) {
    if (!databaseUrl) throw new Error('The stats role alone needs DATABASE_URL with CLICKHOUSE_SHARDS.');
    const open = await openShards(shards, databaseUrl, cluster);
    return { stores: shardStores(open.shards.all, open.shards.placement), close: () => open.close() };
  }
  const embedded = clickhouseUrl ? undefined : await serveEmbedded(config, priority, log);
  const client = clickhouseUrl ? connect(clickhouseUrl, cluster) : connect(embedded?.url ?? '');
  return {
    stores: onlyStore(client),
    async close() {
      await client.close();
      await embedded?.stop();
    },
  };
}

async function serveEmbedded({ statsListen, dataDir }: Config, priority: number, log: Logger) {
  if (!statsListen) throw new Error('The stats role alone needs STATS_LISTEN=http://name:password@host:port.');
  const address = new URL(statsListen);
  return startEmbeddedClickhouse({ folder: embeddedFolder(dataDir), database: DATABASE, address, priority, log });
}

/** A child process ends with its parent, however that ends, and not when the terminal sends it a signal. */
function onStop(stop: () => Promise<void>): void {
  if (!process.send) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  else if (process.connected) process.once('disconnect', () => void stop());
  else void stop(); // disconnected while this process was loading
}
