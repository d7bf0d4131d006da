import { spawn } from 'node:child_process';
import { lowerPriority } from '@poklik/child-processes/lower-priority';
import { type SupervisedProcess, supervise } from '@poklik/child-processes/supervise';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { PRIORITIES } from './priorities.ts';
import { type Command, programCommand } from './program-command.ts';

interface Options {
  clickhouseUrl: string;
  config: Pick<Config, 'dataDir' | 'logLevel' | 'logFormat' | 'clicks' | 'statsPriority'>;
  log: Logger;
  command?: Command;
}

const STOP_TIMEOUT_MS = 10_000;

/** Copies the event log of this machine to ClickHouse in a process of its own, so that it cannot delay redirects. */
export function startIngestProcess({ clickhouseUrl, config, log, command }: Options): SupervisedProcess {
  const { program, args } = command ?? programCommand();
  return supervise({
    name: 'ingest',
    log,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    spawn() {
      const child = spawn(program, args, {
        // Leaves out secrets that it does not need.
        env: {
          ROLES: 'stats',
          CLICKHOUSE_URL: clickhouseUrl,
          DATA_DIR: config.dataDir,
          LOG_LEVEL: config.logLevel,
          LOG_FORMAT: config.logFormat,
          EVENT_LOG_DAYS: String(config.clicks.keepLogDays),
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      if (child.pid !== undefined) lowerPriority(child.pid, config.statsPriority ?? PRIORITIES.statistics);
      return child;
    },
  });
}
