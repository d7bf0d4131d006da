import { spawn } from 'node:child_process';
import { arch, platform } from 'node:process';
import { nodeForEngine } from '@poklik/embedded-clickhouse/engine-build';
import type { Logger } from 'pino';
import type { LogFormat } from '../config.ts';
import { lowerPriority, PRIORITIES } from './priority.ts';
import { type Command, programCommand } from './program-command.ts';
import { supervise } from './supervised-process.ts';

/** Exit code if there is no engine build for this platform. */
export const ENGINE_MISSING_EXIT = 69;

export interface StatsProcess {
  pid(): number | undefined;
  /** Why the engine cannot run on this platform; undefined if it can. */
  missing(): string | undefined;
  stop(): Promise<void>;
}

interface Options {
  /** Where the embedded engine listens; with `isServer`, the URL of a ClickHouse server. */
  address: URL;
  isServer?: boolean;
  keepLogDays?: number;
  /** Nice value of the process. */
  priority?: number | undefined;
  dataDir: string;
  logLevel: string;
  logFormat?: LogFormat;
  log: Logger;
  command?: Command;
}

const STOP_TIMEOUT_MS = 10_000;

/** Supervises the process of the embedded ClickHouse and the ingest, which can crash without affecting this one. */
export function startStatsProcess(options: Options): StatsProcess {
  const { log, priority = PRIORITIES.statistics, command = programCommand(nodeForEngine()) } = options;
  let missing: string | undefined;
  const process = supervise({
    name: 'statistics process',
    log,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    spawn() {
      const child = spawn(command.program, command.args, {
        // Leaves out secrets that it does not need.
        env: {
          ROLES: 'stats',
          DATA_DIR: options.dataDir,
          LOG_LEVEL: options.logLevel,
          ...(options.logFormat === undefined ? {} : { LOG_FORMAT: options.logFormat }),
          [options.isServer ? 'CLICKHOUSE_URL' : 'STATS_LISTEN']: options.address.href,
          ...(options.keepLogDays === undefined ? {} : { EVENT_LOG_DAYS: String(options.keepLogDays) }),
          // Queries and file reads share this thread pool.
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
