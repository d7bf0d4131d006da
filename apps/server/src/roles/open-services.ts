import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { listReleases } from '../features/legal/legal.repo.ts';
import { readStoredValues } from '../features/settings/settings.repo.ts';
import { liveMailer } from '../mail/live-mailer.ts';
import { loggingMailer } from '../mail/logging-mailer.ts';
import { createAppMetrics } from '../metrics/app-metrics.ts';
import { startIngestProcess } from '../processes/ingest-process.ts';
import { PRIORITIES } from '../processes/priorities.ts';
import type { Services } from '../services.ts';
import { openLiveConfig, SETTINGS_CHANNEL } from '../settings/live-config.ts';
import { type Clickhouse, openClickhouse } from '../stores/clickhouse.ts';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';
import { migratePostgres } from '../stores/migrations.ts';
import { openPostgres } from '../stores/postgres.ts';
import { migrateQueue } from '../stores/queue.ts';
import { openSecretBox } from '../stores/secret-box.ts';
import { openShards } from '../stores/shards/open-shards.ts';
import { runClickhouseMigrations } from './clickhouse-migrations-loop.ts';
import { prepareDataFolder } from './data-folder.ts';

/** Called in reverse order when the program ends. */
type Closers = (() => Promise<unknown>)[];

interface ServicesContext {
  log: Logger;
  metrics: Registry;
  closers: Closers;
  /** For errors that end the program. */
  onFatal: (error: Error) => void;
  /** Called when PostgreSQL is running and migrated. */
  onDatabase?: (url: string) => void;
}

/** Opens and migrates the databases. If it fails, `closers` has what is open. */
export async function openServices(
  start: Config,
  { log, metrics, closers, onFatal, onDatabase }: ServicesContext,
): Promise<Services> {
  const hasServers = start.clickhouseUrl !== undefined || start.shards.length > 0;
  const hasOwnClickhouse = !hasServers && start.roles.includes('stats');
  if (!hasOwnClickhouse && !hasServers) {
    throw new Error('Invalid settings:\n  CLICKHOUSE_URL: is required without the stats role');
  }
  if (!start.databaseUrl || hasOwnClickhouse) await prepareDataFolder(start.dataDir);

  const databaseUrl = start.databaseUrl ?? (await startDatabase());
  async function startDatabase(): Promise<string> {
    const postgres = await startEmbeddedPostgres({ dataDir: start.dataDir, log, onLost: onFatal });
    closers.push(() => postgres.stop());
    return postgres.url;
  }

  await migratePostgres(databaseUrl);
  await migrateQueue(databaseUrl);
  onDatabase?.(databaseUrl);
  const postgres = openPostgres(databaseUrl, log);
  closers.push(() => postgres.close());

  const clickhouse = await openStatistics(start, databaseUrl, { pool: postgres.pool, log, closers });
  const closing = new AbortController();
  closers.push(async () => closing.abort());
  for (const store of clickhouse.shards?.all ?? [clickhouse])
    runClickhouseMigrations(store, databaseUrl, log, closing.signal).catch(onFatal);

  const { db, pool, queuePool, exportPool, listen } = postgres;
  const secrets = await openSecretBox(start.secretKey, start.dataDir);
  const liveConfig = openLiveConfig({
    start,
    read: () => readStoredValues(db, secrets),
    readLegal: () => listReleases(db),
    watch: (refresh) => listen(SETTINGS_CHANNEL, refresh, refresh),
    log,
  });
  closers.push(() => liveConfig.close());
  await liveConfig.ready;
  const { config } = liveConfig;
  const mailer = loggingMailer(liveMailer(config, db), { db, config, log });
  closers.push(async () => mailer.close());
  const appMetrics = createAppMetrics(metrics);
  return {
    ...{ config, liveConfig, log, databaseUrl, db, pool, queuePool, exportPool, listen, clickhouse, mailer, secrets },
    metrics: appMetrics,
  };
}

/** The databases of statistics, with a process that copies the click log of this machine if no other does. */
async function openStatistics(
  config: Config,
  databaseUrl: string,
  { pool, log, closers }: Pick<ServicesContext, 'log' | 'closers'> & Pick<Services, 'pool'>,
): Promise<Clickhouse> {
  const { shards, clickhouseUrl, clickhouseCluster: cluster, dataDir } = config;
  if (shards.length > 0) {
    const open = await openShards(shards, databaseUrl, cluster);
    closers.push(() => open.close());
    // The click log is written by trackers.
    if (config.roles.includes('tracker')) {
      const ingest = startIngestProcess({ store: { databaseUrl, shards }, config, log });
      closers.push(() => ingest.stop());
    }
    return open;
  }
  await requireOnePlace(pool);
  const priority = config.statsPriority ?? PRIORITIES.statistics;
  const open = await openClickhouse({ url: clickhouseUrl, cluster, dataDir, priority, log });
  closers.push(() => open.close());
  if (!clickhouseUrl) {
    const ingest = startIngestProcess({ store: { clickhouseUrl: open.url }, config, log });
    closers.push(() => ingest.stop());
  }
  return open;
}

/** One database would show no figures of accounts that are elsewhere. */
async function requireOnePlace(pool: Services['pool']): Promise<void> {
  const { rows } = await pool.query<{ shard: string }>('select distinct shard from account_shards order by 1');
  if (rows.length < 2) return;
  const names = rows.map(({ shard }) => shard).join(', ');
  throw new Error(
    `Invalid settings:\n  CLICKHOUSE_SHARDS: accounts are on ${names}; set it, or move them to one of these first`,
  );
}
