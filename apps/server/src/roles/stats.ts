import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { startIngestThread } from '../stats/start-ingest-thread.ts';
import { warmUp } from '../stats/warm-up.ts';
import { connect } from '../stores/clickhouse.ts';
import { findDamage, hasFreeSpace, isDamage, moveAside } from '../stores/embedded-clickhouse/damaged-folder.ts';
import { type Engine, EngineMissing, openEngine } from '../stores/embedded-clickhouse/engine.ts';
import { serveHttpInterface } from '../stores/embedded-clickhouse/http-interface.ts';
import { hasNative } from '../stores/embedded-clickhouse/sessions.ts';
import { ENGINE_MISSING_EXIT, lowerOwnPriority, nodeForEngine } from '../stores/embedded-clickhouse/stats-process.ts';
import { prepareDataFolder } from './data-folder.ts';

const STOP_TIMEOUT_MS = 6_000;
const DISK_CHECK_INTERVAL_MS = 5_000;
const DAMAGE_CHECK_INTERVAL_MS = 5_000;

/**
 * The process that owns DATA_DIR/clickhouse, serves it on STATS_LISTEN, and ingests the event log of this machine. With
 * CLICKHOUSE_URL it only ingests.
 */
export async function runStats(config: Config, log: Logger): Promise<void> {
  const url = config.clickhouseUrl ?? config.statsListen;
  if (!url) throw new Error('The stats role alone needs STATS_LISTEN=http://name:password@host:port.');
  // Otherwise the parent process has done this.
  if (!process.send) {
    await prepareDataFolder(config.dataDir);
    lowerOwnPriority(config.statsPriority);
  }
  if (!config.clickhouseUrl && !process.send && nodeForEngine() !== process.execPath)
    return runUnderNode(nodeForEngine());
  let engine: Engine | undefined;
  let ingest: ReturnType<typeof startIngestThread> | undefined;
  const stopping = new AbortController();
  const address = new URL(url);
  const server = config.clickhouseUrl ? undefined : await serveHttpInterface({ address, engine: () => engine, log });

  async function stop(): Promise<void> {
    // Acknowledged data is on disk, so a forced exit loses only the current work.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_TIMEOUT_MS).unref();
    stopping.abort();
    await ingest?.stop();
    server?.close();
    server?.closeIdleConnections();
    await engine?.close();
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

  if (server) {
    engine = await openOwnEngine(config, log);
    log.info({ address: address.host }, 'embedded ClickHouse ready');
  }
  const folder = join(config.dataDir, 'events');
  ingest = startIngestThread({
    url,
    folder,
    keepDays: config.clicks.keepLogDays,
    logLevel: config.logLevel,
    logFormat: config.logFormat,
  });
  // The native engine has nothing to compile.
  if (server && !hasNative()) {
    warmUp(connect(url), stopping.signal).catch((error: unknown) => log.debug({ err: error }, 'warm-up failed'));
  }
}

/** Runs the same command under a Node version that can run the engine, and forwards signals. */
async function runUnderNode(node: string): Promise<void> {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

async function openOwnEngine(config: Config, log: Logger): Promise<Engine> {
  const folder = join(config.dataDir, 'clickhouse');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await waitForDiskSpace(folder, log);
  const damage = await findDamage(folder);
  if (damage) await moveDamagedAway(folder, { damage }, log);
  try {
    const engine = await openEngine(folder, log);
    watchForDamage(folder, log);
    return engine;
  } catch (error) {
    if (error instanceof EngineMissing && process.send) process.exit(ENGINE_MISSING_EXIT);
    if (!isDamage(error)) throw error;
    await moveDamagedAway(folder, { err: error }, log);
    throw error; // this process has opened the damaged database; the next one opens the new one
  }
}

/** Tables created on a full disk stay incomplete. */
async function waitForDiskSpace(folder: string, log: Logger): Promise<void> {
  for (let turn = 0; !(await hasFreeSpace(folder)); turn += 1) {
    if (turn % 12 === 0) log.error({ folder }, 'disk almost full, statistics paused');
    await sleep(DISK_CHECK_INTERVAL_MS);
  }
}

async function moveDamagedAway(folder: string, why: object, log: Logger): Promise<void> {
  const aside = await moveAside(folder);
  log.error({ ...why, aside }, 'analytics database damaged: moved away, rebuilding from the event log');
}

/** A table that could not be created on a full disk stays damaged until the engine restarts. */
function watchForDamage(folder: string, log: Logger): void {
  let before: string | undefined;
  const check = async () => {
    const damage = await findDamage(folder);
    if (damage !== undefined && damage === before) {
      log.fatal({ damage }, 'analytics database damaged, restarting');
      process.exit(1);
    }
    before = damage;
  };
  setInterval(
    () => check().catch((error: unknown) => log.debug({ err: error }, 'damage check failed')),
    DAMAGE_CHECK_INTERVAL_MS,
  ).unref();
}
