import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { lowerPriority } from '@poklik/child-processes/lower-priority';
import { supervise } from '@poklik/child-processes/supervise';
import type { Logger } from 'pino';
import { nodeForEngine } from './engine-build.ts';
import { ENGINE_MISSING_EXIT, type EngineMessage } from './engine-message.ts';
import { relayLog } from './relay-log.ts';

export interface EmbeddedClickhouseOptions {
  /** Created if missing. A folder belongs to one engine at a time. */
  folder: string;
  /** Created if missing. */
  database: string;
  /** Where to listen, with user name and password; by default a free port of this machine and a new password. */
  address?: URL;
  /** Nice value of the process. */
  priority: number;
  log: Logger;
  /** Node arguments that start the engine process, if it is not the one next to this file. */
  engineArgs?: readonly string[];
}

export interface EmbeddedClickhouse {
  /** For any ClickHouse client. It stays the same when the engine restarts. */
  url: string;
  /** Of the engine; undefined while it restarts. */
  pid(): number | undefined;
  /** Why the engine cannot run on this platform; undefined if it can. */
  missing(): string | undefined;
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 10_000;

/** Runs ClickHouse in a process of its own, which is restarted when it ends. Until it is open, requests fail. */
export async function startEmbeddedClickhouse(options: EmbeddedClickhouseOptions): Promise<EmbeddedClickhouse> {
  const { database, priority, log, engineArgs = findEngineArgs() } = options;
  const folder = resolve(options.folder);
  const address = options.address ?? (await localAddress(database));
  let missing: string | undefined;
  const engine = supervise({
    name: 'embedded ClickHouse',
    log,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    spawn() {
      const child = spawn(nodeForEngine(), [...engineArgs, folder], {
        // It needs no secret. Queries share the thread pool.
        env: { UV_THREADPOOL_SIZE: '16' },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      if (child.pid !== undefined) lowerPriority(child.pid, priority);
      if (child.stdout) relayLog(child.stdout, log);
      const message: EngineMessage = { address: address.href, database, logLevel: log.level };
      child.send(message, undefined, undefined, () => undefined); // it may have ended already
      return child;
    },
    isFinal(code) {
      if (code !== ENGINE_MISSING_EXIT) return false;
      missing = `no embedded ClickHouse for ${process.platform}-${process.arch}`;
      log.warn(`There is ${missing}: statistics are off until CLICKHOUSE_URL names a ClickHouse server.`);
      return true;
    },
  });
  return { url: address.href, pid: () => engine.child()?.pid, missing: () => missing, stop: () => engine.stop() };
}

async function localAddress(database: string): Promise<URL> {
  const password = randomBytes(24).toString('base64url');
  return new URL(`http://${database}:${password}@127.0.0.1:${await freePort()}/${database}`);
}

/** The engine process is next to this file, in the sources and in the bundle. */
function findEngineArgs(): string[] {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    const sourceMaps = process.sourceMapsEnabled ? ['--enable-source-maps'] : [];
    return [...sourceMaps, fileURLToPath(new URL('./engine-process.js', here))];
  }
  const tsx = pathToFileURL(createRequire(here).resolve('tsx')).href;
  return ['--import', tsx, fileURLToPath(new URL('./engine-process.ts', here))];
}
