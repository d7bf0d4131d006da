import { spawn } from 'node:child_process';
import { lowerPriority } from '@poklik/child-processes/lower-priority';
import { type SupervisedProcess, supervise } from '@poklik/child-processes/supervise';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ShardAddress } from '../shards/shard-settings.ts';
import { PRIORITIES } from './priorities.ts';
import { type Command, programCommand } from './program-command.ts';

interface Options {
  /** The only database, or where to find the shards and accounts. */
  store: { clickhouseUrl: string } | { databaseUrl: string; shards: readonly ShardAddress[] };
  config: Pick<Config, 'dataDir' | 'logLevel' | 'logFormat' | 'clicks' | 'statsPriority' | 'clickhouseCluster'>;
  log: Logger;
  command?: Command;
}

const storeEnvironment = (store: Options['store']) =>
  'clickhouseUrl' in store
    ? { CLICKHOUSE_URL: store.clickhouseUrl }
    : {
        DATABASE_URL: store.databaseUrl,
        CLICKHOUSE_SHARDS: store.shards.map(({ name, url }) => `${name}=${url}`).join(),
      };

const STOP_TIMEOUT_MS = 10_000;

/** Copies the event log of this machine to ClickHouse in a process of its own, so that it cannot delay redirects. */
export function startIngestProcess({ store, config, log, command }: Options): SupervisedProcess {
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
          ...storeEnvironment(store),
          ...(config.clickhouseCluster ? { CLICKHOUSE_CLUSTER: config.clickhouseCluster } : {}),
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
