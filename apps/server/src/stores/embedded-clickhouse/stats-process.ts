import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { hasNative } from './sessions.ts';
import { nodeForWasm } from './wasm-sessions.ts';

/** How the process tells that its engine does not exist for this machine. */
export const ENGINE_MISSING_EXIT = 69;

export interface StatsProcess {
  pid(): number | undefined;
  /** Why it will not be started again, if it will not. */
  missing(): string | undefined;
  stop(): Promise<void>;
}

export interface Command {
  program: string;
  args: readonly string[];
}

interface Options {
  /** Where the embedded engine shall answer, or with `isServer` where a ClickHouse server does. */
  address: URL;
  isServer?: boolean;
  keepLogDays?: number;
  dataDir: string;
  logLevel: string;
  log: Logger;
  command?: Command;
}

const LOW_PRIORITY = 19;
/**
 * Otherwise four more threads would look for garbage at the same time, and visitors wait for whoever is on the
 * processor until the next tick of its clock, whatever the priorities.
 */
const ONE_THREAD_FOR_GARBAGE = '--single-threaded-gc';
const LONGEST_PAUSE_MS = 5_000;
const STEADY_AFTER_MS = 30_000;
const STOP_PATIENCE_MS = 10_000;

/** Keeps the process that owns the embedded ClickHouse, and fills either kind, running: it may crash, or be killed, without harm to this one. */
export function startStatsProcess(options: Options): StatsProcess {
  const { log, command = ownProgram() } = options;
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let pause = 100;
  let missing: string | undefined;
  let stopping = false;

  function start(): void {
    const startedAt = Date.now();
    child = spawn(command.program, command.args, {
      // Only what it needs: the secrets of the other parts are not its business.
      env: {
        ROLES: 'stats',
        DATA_DIR: options.dataDir,
        LOG_LEVEL: options.logLevel,
        [options.isServer ? 'CLICKHOUSE_URL' : 'STATS_LISTEN']: options.address.href,
        ...(options.keepLogDays === undefined ? {} : { EVENT_LOG_DAYS: String(options.keepLogDays) }),
        // Questions occupy threads of this pool, and files are read with it too.
        UV_THREADPOOL_SIZE: '16',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    if (child.pid !== undefined) yieldToOthers(child.pid);
    child.once('error', (error) => {
      log.error({ err: error }, 'the statistics process cannot be started');
      if (child?.pid === undefined) ended(startedAt, null, null); // then there is no exit
    });
    child.once('exit', (code, signal) => ended(startedAt, code, signal));
  }

  function ended(startedAt: number, code: number | null, signal: string | null): void {
    child = undefined;
    if (stopping) return;
    if (code === ENGINE_MISSING_EXIT) {
      missing = `no embedded ClickHouse for ${process.platform}-${process.arch}`;
      log.warn(`There is ${missing}: statistics are off until CLICKHOUSE_URL names a ClickHouse server.`);
      return;
    }
    if (Date.now() - startedAt > STEADY_AFTER_MS) pause = 100;
    log.error({ code, signal }, `the statistics process ended; it starts again in ${pause} ms`);
    restart = setTimeout(start, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  start();
  return {
    pid: () => child?.pid,
    missing: () => missing,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (!child) return;
      const leaving = child;
      const forced = setTimeout(() => leaving.kill('SIGKILL'), STOP_PATIENCE_MS);
      if (leaving.connected) leaving.disconnect();
      else leaving.kill('SIGKILL');
      await once(leaving, 'exit');
      clearTimeout(forced);
    },
  };
}

/** The Node that can run the engine of this machine: as WebAssembly it may need a newer one. */
export const nodeForEngine = (): string => (hasNative() ? process.execPath : (nodeForWasm() ?? process.execPath));

/** This very program: the bundle it runs from, or the sources. */
function ownProgram(): Command {
  const program = nodeForEngine();
  const here = fileURLToPath(import.meta.url);
  // The bundle is several files beside each other.
  if (!here.endsWith('.ts')) return { program, args: [ONE_THREAD_FOR_GARBAGE, join(dirname(here), 'main.js')] };
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const sources = fileURLToPath(new URL('../../main.ts', import.meta.url));
  return { program, args: [ONE_THREAD_FOR_GARBAGE, '--import', tsx, sources] };
}

/** Redirects and sign-ins come first: where there is work for everybody, the process with this id waits. */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already, or this system knows no priorities.
  }
}

/**
 * The same for this process when it was started alone. Linux may weigh sessions against each other, and priorities only
 * within each: then the session has to wait, if it is this process's own.
 */
export function yieldAlone(): void {
  yieldToOthers(process.pid);
  try {
    if (sessionOf(readFileSync('/proc/self/stat', 'latin1')) !== process.pid) return;
    writeFileSync('/proc/self/autogroup', String(LOW_PRIORITY));
  } catch {
    // Not Linux, or one that does not group by session.
  }
}

/** From the words of /proc/<id>/stat: the name is in brackets, and after it come state, parent, group and session. */
const sessionOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
