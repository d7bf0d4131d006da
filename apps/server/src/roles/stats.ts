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
import { findDamage, hasRoom, isDamage, setAside } from '../stores/embedded-clickhouse/damaged-folder.ts';
import { type Engine, EngineMissing, openEngine } from '../stores/embedded-clickhouse/engine.ts';
import { serveHttpInterface } from '../stores/embedded-clickhouse/http-interface.ts';
import { hasNative } from '../stores/embedded-clickhouse/sessions.ts';
import { ENGINE_MISSING_EXIT, nodeForEngine, yieldAlone } from '../stores/embedded-clickhouse/stats-process.ts';
import { prepareDataFolder } from './data-folder.ts';

const LEAVE_PATIENCE_MS = 6_000;
const ROOM_EVERY_MS = 5_000;
const DAMAGE_EVERY_MS = 5_000;

/**
 * The process that owns DATA_DIR/clickhouse, serves it on STATS_LISTEN, and fills it from the event log of this machine.
 * The program starts it by itself; started alone, its address is what the other machines have as CLICKHOUSE_URL. Where
 * CLICKHOUSE_URL is set it only fills.
 */
export async function runStats(config: Config, log: Logger): Promise<void> {
  const url = config.clickhouseUrl ?? config.statsListen;
  if (!url) throw new Error('The stats role alone needs STATS_LISTEN=http://name:password@host:port.');
  // Otherwise the program has seen to it.
  if (!process.send) {
    await prepareDataFolder(config.dataDir);
    yieldAlone(config.statsPriority);
  }
  if (!config.clickhouseUrl && !process.send && nodeForEngine() !== process.execPath) return handOver(nodeForEngine());
  let engine: Engine | undefined;
  let ingest: ReturnType<typeof startIngestThread> | undefined;
  const leaving = new AbortController();
  const address = new URL(url);
  const server = config.clickhouseUrl ? undefined : await serveHttpInterface({ address, engine: () => engine, log });

  async function leave(): Promise<void> {
    // What the engine has acknowledged is on disk, so being cut short costs nothing but the work under way.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LEAVE_PATIENCE_MS).unref();
    leaving.abort();
    await ingest?.stop();
    server?.close();
    server?.closeIdleConnections();
    await engine?.close();
    process.exit(0);
  }

  if (process.send) {
    // Started by the program: it lives as long as the program does, whatever the way that one ends.
    process.once('disconnect', () => void leave());
    // Gone while this one was still loading.
    if (!process.connected) return leave();
    // Ctrl-C reaches every process of the terminal; the program decides when this one goes.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  } else {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave());
  }

  if (server) {
    engine = await openOwnEngine(config, log);
    log.info({ address: address.host }, 'the embedded ClickHouse is open');
  }
  const folder = join(config.dataDir, 'events');
  ingest = startIngestThread({
    url,
    folder,
    keepDays: config.clicks.keepLogDays,
    logLevel: config.logLevel,
    logFormat: config.logFormat,
  });
  // A native engine has nothing to compile.
  if (server && !hasNative()) {
    warmUp(connect(url), leaving.signal).catch((error: unknown) => log.debug({ err: error }, 'warming up'));
  }
}

/** The same once more under the Node that can run the engine; this process only passes on what it is told. */
async function handOver(node: string): Promise<void> {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

async function openOwnEngine(config: Config, log: Logger): Promise<Engine> {
  const folder = join(config.dataDir, 'clickhouse');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await waitForRoom(folder, log);
  const damage = await findDamage(folder);
  if (damage) await replace(folder, { damage }, log);
  try {
    const engine = await openEngine(folder, log);
    watchForDamage(folder, log);
    return engine;
  } catch (error) {
    if (error instanceof EngineMissing && process.send) process.exit(ENGINE_MISSING_EXIT);
    if (!isDamage(error)) throw error;
    await replace(folder, { err: error }, log);
    throw error; // this process has seen the old one; the next opens the new one
  }
}

/** Tables that are made on a disk without room stay half made. */
async function waitForRoom(folder: string, log: Logger): Promise<void> {
  for (let turn = 0; !(await hasRoom(folder)); turn += 1) {
    if (turn % 12 === 0) log.error({ folder }, 'disk almost full, statistics wait for room');
    await sleep(ROOM_EVERY_MS);
  }
}

async function replace(folder: string, why: object, log: Logger): Promise<void> {
  const aside = await setAside(folder);
  log.error({ ...why, aside }, 'analytics database damaged: set aside, rebuilding from the event log');
}

/** A table that could not be made while the disk was full would stay like that until somebody starts the engine anew. */
function watchForDamage(folder: string, log: Logger): void {
  let before: string | undefined;
  const look = async () => {
    const damage = await findDamage(folder);
    if (damage !== undefined && damage === before) {
      log.fatal({ damage }, 'analytics database damaged, starting again');
      process.exit(1);
    }
    before = damage;
  };
  setInterval(() => look().catch((error: unknown) => log.debug({ err: error }, 'tables')), DAMAGE_EVERY_MS).unref();
}
