import { BackupRunning } from '../../backup/create-backup.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../services.ts';
import { runBackup } from './backups.service.ts';

export const backupsJobs = (services: Services): Record<string, () => Promise<void>> => ({
  create_backup: () => create(services, { isHourly: false }),
  create_hourly_backup: () => create(services, { isHourly: true }),
});

async function create(services: Services, kind: { isHourly: boolean }): Promise<void> {
  const { config, clickhouse, log } = services;
  const client = config.backups.withClickhouse ? clickhouse.client : null;
  // Not retried: operators are notified, and the next hour or night may be better.
  await runBackup({ ...services, client }, kind).catch((error: unknown) => {
    if (kind.isHourly && error instanceof BackupRunning) log.info('hourly backup skipped, another one is running');
    else log.error({ err: error }, 'backup failed');
  });
}

/** Cron expressions, in UTC; none without a place for backups. */
export function backupsSchedule({ to, at }: Config['backups']): string[] {
  if (!to) return [];
  const [hour = 0, minute] = at.split(':').map(Number);
  const otherHours = Array.from({ length: 24 }, (_, other) => other).filter((other) => other !== hour);
  return [`${minute} ${hour} * * * create_backup`, `${minute} ${otherHours.join(',')} * * * create_hourly_backup`];
}
