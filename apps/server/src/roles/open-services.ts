import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { listReleases } from '../features/legal/legal.repo.ts';
import { readStoredValues } from '../features/settings/settings.repo.ts';
import { liveMailer } from '../mail/live-mailer.ts';
import { createAppMetrics } from '../metrics/app-metrics.ts';
import { startIngestProcess } from '../processes/ingest-process.ts';
import { PRIORITIES } from '../processes/priorities.ts';
import type { Services } from '../services.ts';
import { openLiveConfig, SETTINGS_CHANNEL } from '../settings/live-config.ts';
import { openClickhouse } from '../stores/clickhouse.ts';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';
import { migratePostgres } from '../stores/migrations.ts';
import { openPostgres } from '../stores/postgres.ts';
import { migrateQueue } from '../stores/queue.ts';
import { openSecretBox } from '../stores/secret-box.ts';
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
  const hasOwnClickhouse = !start.clickhouseUrl && start.roles.includes('stats');
  if (!hasOwnClickhouse && !start.clickhouseUrl) {
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

  const clickhouse = await openClickhouse({
    url: start.clickhouseUrl,
    dataDir: start.dataDir,
    priority: start.statsPriority ?? PRIORITIES.statistics,
    log,
  });
  closers.push(() => clickhouse.close());
  if (hasOwnClickhouse) {
    const ingest = startIngestProcess({ clickhouseUrl: clickhouse.url, config: start, log });
    closers.push(() => ingest.stop());
  }
  const closing = new AbortController();
  closers.push(async () => closing.abort());
  runClickhouseMigrations(clickhouse, databaseUrl, log, closing.signal).catch(onFatal);

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
  const mailer = liveMailer(config, db);
  closers.push(async () => mailer.close());
  const appMetrics = createAppMetrics(metrics);
  return {
    ...{ config, liveConfig, log, databaseUrl, db, pool, queuePool, exportPool, listen, clickhouse, mailer, secrets },
    metrics: appMetrics,
  };
}
