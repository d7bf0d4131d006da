import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { outboxMailer } from '../mail/outbox-mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import type { Services } from '../services.ts';
import { openClickhouse } from '../stores/clickhouse.ts';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';
import { migratePostgres } from '../stores/migrations.ts';
import { openPostgres } from '../stores/postgres.ts';
import { migrateQueue } from '../stores/queue.ts';
import { openSecretBox } from '../stores/secret-box.ts';
import { prepareDataFolder } from './data-folder.ts';
import { keepMigrated } from './keep-migrated.ts';

/** Called in turn, the last one first, when the program ends. */
type Closers = (() => Promise<unknown>)[];

interface Surroundings {
  log: Logger;
  closers: Closers;
  /** For what the program cannot live on with. */
  onFatal: (error: Error) => void;
  /** Called when PostgreSQL runs and its tables are up to date. */
  onDatabase?: (url: string) => void;
}

/** Opens the stores and brings them up to date. What is open when this fails is in `closers` too. */
export async function openServices(
  config: Config,
  { log, closers, onFatal, onDatabase }: Surroundings,
): Promise<Services> {
  const hasOwnClickhouse = !config.clickhouseUrl && config.roles.includes('stats');
  if (!hasOwnClickhouse && !config.clickhouseUrl) {
    throw new Error('Some settings cannot be used:\n  CLICKHOUSE_URL: is needed where the stats role is not');
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
    logLevel: config.logLevel,
    logFormat: config.logFormat,
    keepLogDays: config.clicks.keepLogDays,
    priority: config.statsPriority,
    log,
  });
  closers.push(() => clickhouse.close());
  const closing = new AbortController();
  closers.push(async () => closing.abort());
  keepMigrated(clickhouse, databaseUrl, log, closing.signal).catch(onFatal);

  const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(postgres.db);
  closers.push(async () => mailer.close());
  const { db, pool, queuePool, exportPool, listen } = postgres;
  const secrets = await openSecretBox(config.secretKey, config.dataDir);
  return { config, log, db, pool, queuePool, exportPool, listen, clickhouse, mailer, secrets };
}
