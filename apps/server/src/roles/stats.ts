import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startEmbeddedClickhouse } from '@poklik/embedded-clickhouse/embedded-clickhouse';
import { EngineMissing, nodeForEngine } from '@poklik/embedded-clickhouse/engine-build';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { lowerPriority, PRIORITIES } from '../processes/priority.ts';
import { ENGINE_MISSING_EXIT } from '../processes/stats-process.ts';
import { startIngestThread } from '../stats/ingest/start-ingest-thread.ts';
import { DATABASE } from '../stores/clickhouse.ts';
import { prepareDataFolder } from './data-folder.ts';

const STOP_TIMEOUT_MS = 6_000;

/**
 * The process that owns DATA_DIR/clickhouse, serves it on STATS_LISTEN, and ingests the event log of this machine. With
 * CLICKHOUSE_URL it only ingests.
 */
export async function runStats(config: Config, log: Logger): Promise<void> {
  const address = config.clickhouseUrl ?? config.statsListen;
  if (!address) throw new Error('The stats role alone needs STATS_LISTEN=http://name:password@host:port.');
  // Otherwise the parent process has done this.
  if (!process.send) {
    await prepareDataFolder(config.dataDir);
    lowerPriority(process.pid, config.statsPriority ?? PRIORITIES.statistics);
  }
  if (!config.clickhouseUrl && !process.send && nodeForEngine() !== process.execPath)
    return runUnderNode(nodeForEngine());
  let ingest: ReturnType<typeof startIngestThread> | undefined;
  const clickhouse = config.clickhouseUrl
    ? undefined
    : await startEmbeddedClickhouse({
        folder: join(config.dataDir, 'clickhouse'),
        address: new URL(address),
        database: DATABASE,
        log,
        onDamage: () => process.exit(1),
      });
  const url = clickhouse?.url ?? address;

  async function stop(): Promise<void> {
    // Acknowledged data is on disk, so a forced exit loses only the current work.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT_MS).unref();
    await ingest?.stop();
    await clickhouse?.stop();
    process.exit(0);
  }

  if (process.send) {
    // A child process ends with its parent, however that ends.
    process.once('disconnect', () => void stop());
    // Disconnected while this process was loading.
    if (!process.connected) return stop();
    // Ctrl-C reaches every process of the terminal; the parent decides when this one stops.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  } else {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  }

  if (clickhouse) {
    await clickhouse.ready.catch((error: unknown) => {
      if (error instanceof EngineMissing && process.send) process.exit(ENGINE_MISSING_EXIT);
      throw error;
    });
    log.info({ address: new URL(url).host }, 'embedded ClickHouse ready');
  }
  const folder = join(config.dataDir, 'events');
  ingest = startIngestThread({
    url,
    folder,
    keepDays: config.clicks.keepLogDays,
    logLevel: config.logLevel,
    logFormat: config.logFormat,
  });
}

/** Runs the same command under a Node version that can run the engine, and forwards signals. */
async function runUnderNode(node: string): Promise<void> {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}
