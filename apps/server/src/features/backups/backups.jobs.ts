import type { Config } from '../../config.ts';
import type { Services } from '../../services.ts';
import { runBackup } from './backups.service.ts';

export const backupsJobs = (services: Services): Record<string, () => Promise<void>> => ({
  create_backup: async () => {
    const { config, databaseUrl, clickhouse, log } = services;
    // Not retried: operators are notified, and the next night may be better.
    await runBackup(services, databaseUrl, config.backups.withClickhouse ? clickhouse.client : null).catch(
      (error: unknown) => log.error({ err: error }, 'backup failed'),
    );
  },
});

/** A cron expression, in UTC; none without a place for backups. */
export function backupsSchedule({ to, at }: Config['backups']): string[] {
  const [hour, minute] = at.split(':').map(Number);
  return to ? [`${minute} ${hour} * * * create_backup`] : [];
}
