import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:process';
import type { Logger } from 'pino';
import type { LogFormat } from '../../config.ts';
import { lowerPriority, PRIORITIES } from '../../processes/priority.ts';
import { type Command, programCommand } from '../../processes/program-command.ts';
import { supervise } from '../../processes/supervised-process.ts';
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

interface Options {
  /** Where the embedded engine shall answer, or with `isServer` where a ClickHouse server does. */
  address: URL;
  isServer?: boolean;
  keepLogDays?: number;
  /** How far it stands back for others; 0 is like everybody else. */
  priority?: number | undefined;
  dataDir: string;
  logLevel: string;
  logFormat?: LogFormat;
  log: Logger;
  command?: Command;
}

/**
 * Otherwise four more threads would look for garbage at the same time, and visitors wait for whoever is on the
 * processor until the next tick of its clock, whatever the priorities.
 */
const ONE_THREAD_FOR_GARBAGE = '--single-threaded-gc';
const STOP_PATIENCE_MS = 10_000;

/** Keeps the process that owns the embedded ClickHouse, and fills either kind, running: it may crash, or be killed, without harm to this one. */
export function startStatsProcess(options: Options): StatsProcess {
  const {
    log,
    priority = PRIORITIES.statistics,
    command = programCommand(nodeForEngine(), [ONE_THREAD_FOR_GARBAGE]),
  } = options;
  let missing: string | undefined;
  const process = supervise({
    name: 'statistics process',
    log,
    stopTimeoutMs: STOP_PATIENCE_MS,
    spawn() {
      const child = spawn(command.program, command.args, {
        // Only what it needs: the secrets of the other parts are not its business.
        env: {
          ROLES: 'stats',
          DATA_DIR: options.dataDir,
          LOG_LEVEL: options.logLevel,
          ...(options.logFormat === undefined ? {} : { LOG_FORMAT: options.logFormat }),
          [options.isServer ? 'CLICKHOUSE_URL' : 'STATS_LISTEN']: options.address.href,
          ...(options.keepLogDays === undefined ? {} : { EVENT_LOG_DAYS: String(options.keepLogDays) }),
          // Questions occupy threads of this pool, and files are read with it too.
          UV_THREADPOOL_SIZE: '16',
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      if (child.pid !== undefined) lowerPriority(child.pid, priority);
      return child;
    },
    isFinal(code) {
      if (code !== ENGINE_MISSING_EXIT) return false;
      missing = `no embedded ClickHouse for ${platform}-${arch}`;
      log.warn(`There is ${missing}: statistics are off until CLICKHOUSE_URL names a ClickHouse server.`);
      return true;
    },
  });
  return { pid: () => process.child()?.pid, missing: () => missing, stop: () => process.stop() };
}

/** The Node that can run the engine of this machine: as WebAssembly it may need a newer one. */
export const nodeForEngine = (): string => (hasNative() ? process.execPath : (nodeForWasm() ?? process.execPath));

/**
 * For a statistics process that was started alone. Linux may weigh sessions against each other, and priorities only
 * within each: then the session has to wait, if it is this process's own.
 */
export function yieldAlone(priority: number = PRIORITIES.statistics): void {
  lowerPriority(process.pid, priority);
  try {
    if (sessionOf(readFileSync('/proc/self/stat', 'latin1')) !== process.pid) return;
    writeFileSync('/proc/self/autogroup', String(priority));
  } catch {
    // Not Linux, or one that does not group by session.
  }
}

/** From the words of /proc/<id>/stat: the name is in brackets, and after it come state, parent, group and session. */
const sessionOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
