import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { outboxMailer } from '../mail/outbox-mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import { createAppMetrics } from '../metrics/app-metrics.ts';
import { startIngestProcess } from '../processes/ingest-process.ts';
import { PRIORITIES } from '../processes/priorities.ts';
import type { Services } from '../services.ts';
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
  config: Config,
  { log, metrics, closers, onFatal, onDatabase }: ServicesContext,
): Promise<Services> {
  const hasOwnClickhouse = !config.clickhouseUrl && config.roles.includes('stats');
  if (!hasOwnClickhouse && !config.clickhouseUrl) {
    throw new Error('Invalid settings:\n  CLICKHOUSE_URL: is required without the stats role');
  }
  if (!config.databaseUrl || hasOwnClickhouse) await prepareDataFolder(config.dataDir);

  const databaseUrl = config.databaseUrl ?? (await startDatabase());
  async function startDatabase(): Promise<string> {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log, onLost: onFatal });
    closers.push(() => postgres.stop());
    return postgres.url;
  }

  await migratePostgres(databaseUrl);
  await migrateQueue(databaseUrl);
  onDatabase?.(databaseUrl);
  const postgres = openPostgres(databaseUrl, log);
  closers.push(() => postgres.close());

  const clickhouse = await openClickhouse({
    url: config.clickhouseUrl,
    dataDir: config.dataDir,
    priority: config.statsPriority ?? PRIORITIES.statistics,
    log,
  });
  closers.push(() => clickhouse.close());
  if (hasOwnClickhouse) {
    const ingest = startIngestProcess({ clickhouseUrl: clickhouse.url, config, log });
    closers.push(() => ingest.stop());
  }
  const closing = new AbortController();
  closers.push(async () => closing.abort());
  runClickhouseMigrations(clickhouse, databaseUrl, log, closing.signal).catch(onFatal);

  const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(postgres.db);
  closers.push(async () => mailer.close());
  const { db, pool, queuePool, exportPool, listen } = postgres;
  const secrets = await openSecretBox(config.secretKey, config.dataDir);
  const appMetrics = createAppMetrics(metrics);
  return {
    ...{ config, log, databaseUrl, db, pool, queuePool, exportPool, listen, clickhouse, mailer, secrets },
    metrics: appMetrics,
  };
}
