import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const ROOT = join(import.meta.dirname, '..');

/** The script that `npm start` runs, and the server that it builds. */
export const START = 'scripts/start.mjs';
export const BUILT = 'apps/server/dist/main.js';

const START_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 20_000;

export interface ProductOptions {
  dataDir: string;
  port: number;
  program?: typeof START | typeof BUILT;
  settings?: Record<string, string>;
}

export interface Product {
  url: string;
  /** Startup time until the API answers, including the database. */
  servingAfterMs: number;
  /** Waits until the health check passes, including statistics. */
  healthy(): Promise<void>;
  /** Everything printed so far. */
  output(): string;
  /** Sends SIGTERM, as an operator would. */
  stop(): Promise<void>;
  /** Sends SIGKILL to the whole process group, like a power failure. */
  kill(): Promise<void>;
}

/** Only the variables of a fresh shell, so that the test environment does not reach the server. */
const shell = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'USER'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/** Starts the built server as a user would and returns once it answers requests. */
export async function startProduct({
  dataDir,
  port,
  program = BUILT,
  settings = {},
}: ProductOptions): Promise<Product> {
  const started = performance.now();
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { ...shell(), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const endWithUs = () => void child.kill('SIGTERM');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const url = `http://127.0.0.1:${port}`;
  const until200 = async (path: string) => {
    const deadline = Date.now() + START_PATIENCE_MS;
    while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
      const answer = await fetch(url + path, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
      if (answer?.status === 200) return;
      await wait(50);
    }
    throw new Error(`${path} does not answer (exit code ${child.exitCode}):\n${output}`);
  };
  try {
    await until200('/v1/register');
  } catch (error) {
    // SIGTERM lets the server stop its database too.
    await end(child, 'SIGTERM').catch(() => undefined);
    throw error;
  }
  return {
    url,
    servingAfterMs: performance.now() - started,
    healthy: () => until200('/v1/health'),
    output: () => output,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // On SIGTERM the server stops its own child processes; SIGKILL must reach the whole group.
  process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal);
  const patience = new AbortController();
  const timer = wait(STOP_PATIENCE_MS, 'late', { signal: patience.signal }).catch(() => 'in time');
  if ((await Promise.race([ended, timer])) === 'late') {
    process.kill(-child.pid, 'SIGKILL');
    throw new Error(`The product did not end within ${STOP_PATIENCE_MS / 1000} s of ${signal}`);
  }
  patience.abort();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
