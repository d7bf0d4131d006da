import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findStore } from '../stats/find-store.ts';
import type { Clickhouse } from '../stores/clickhouse.ts';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { withMigrationLock } from '../stores/migrations.ts';
import { NewerData } from '../stores/newer-data.ts';

/** So soon an analytics database without tables is noticed. */
const LOOK_EVERY_MS = 10_000;

/** Statistics may come later than everything else, and an analytics database that was lost comes back empty. Throws only where the data is newer than the program. */
export async function keepMigrated(
  { client, ping }: Clickhouse,
  databaseUrl: string,
  log: Logger,
  closing: AbortSignal,
): Promise<void> {
  let isReady = false;
  for (let pause = 100; !closing.aborted; pause = isReady ? LOOK_EVERY_MS : Math.min(pause * 2, 10_000)) {
    try {
      if ((await ping()).ok && !(isReady && (await hasTables(client)))) {
        await withMigrationLock(databaseUrl, 'clickhouse', () => migrateClickhouse(client));
        isReady = true;
        log.info('the statistics store is ready');
      }
    } catch (error) {
      if (error instanceof NewerData) throw error;
      if (!closing.aborted)
        log.error({ err: error }, 'the statistics store cannot be brought up to date, trying again');
    }
    await sleep(pause, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}

const hasTables = async (client: Clickhouse['client']): Promise<boolean> =>
  (await findStore(client, 'clicks')) !== null;
