import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findAnalyticsId } from '../stats/find-analytics-id.ts';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { withMigrationLock } from '../stores/migrations.ts';
import { NewerData } from '../stores/newer-data.ts';

/** How soon an analytics database without tables is noticed. */
const CHECK_INTERVAL_MS = 10_000;

/**
 * Migrates ClickHouse when it becomes available, and again when it comes back empty. Throws only if its data is newer
 * than the program.
 */
export async function runClickhouseMigrations(
  { client, ping }: Clickhouse,
  databaseUrl: string,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  let isReady = false;
  for (let pause = 100; !closing.aborted; pause = isReady ? CHECK_INTERVAL_MS : Math.min(pause * 2, 10_000)) {
    try {
      if ((await ping()).ok && !(isReady && (await hasTables(client)))) {
        await withMigrationLock(databaseUrl, 'clickhouse', () => migrateClickhouse(client));
        isReady = true;
        log.info('analytics database ready');
      }
    } catch (error) {
      if (error instanceof NewerData) throw error;
      if (!closing.aborted) log.error({ err: error }, 'analytics database migration failed, retrying');
    }
    await sleep(pause, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}

const hasTables = async (client: Clickhouse['client']): Promise<boolean> =>
  (await findAnalyticsId(client, 'clicks')) !== null;
