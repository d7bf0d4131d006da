import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Mailer } from './mail/mailer.ts';
import type { AppMetrics } from './metrics/app-metrics.ts';
import type { LiveConfig } from './settings/live-config.ts';
import type { Clickhouse } from './stores/clickhouse.ts';
import type { Listen } from './stores/listen.ts';
import type { Database, Pool } from './stores/postgres.ts';
import type { SecretBox } from './stores/secret-box.ts';

export interface Services {
  /** Always in force; see `live-config.ts`. */
  config: Config;
  liveConfig: Pick<LiveConfig, 'keep' | 'refresh'>;
  log: Logger;
  databaseUrl: string;
  db: Database;
  pool: Pool;
  queuePool: Pool;
  exportPool: Pool;
  listen: Listen;
  clickhouse: Clickhouse;
  mailer: Mailer;
  secrets: SecretBox;
  metrics: AppMetrics;
}
