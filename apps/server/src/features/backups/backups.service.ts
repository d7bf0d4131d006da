import { BackupRunning, type CreatedBackup, createBackup } from '../../backup/create-backup.ts';
import { findBase } from '../../backup/find-base.ts';
import { listBackupIds } from '../../backup/list-backups.ts';
import { openTarget } from '../../backup/open-target.ts';
import { removeUnused } from '../../backup/remove-unused.ts';
import type { Services } from '../../services.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { notifyOperators, wereOperatorsNotified } from '../notifications/notifications.service.ts';

const DAY_MS = 86_400_000;

interface BackupTools extends Pick<Services, 'config' | 'db' | 'log' | 'databaseUrl'> {
  /** Null to leave its rows out. */
  client: Clickhouse['client'] | null;
}

/**
 * Creates a backup and removes old ones. An hourly one shares the rows of ClickHouse with the latest, unless that is too
 * old. Operators are notified of a failure.
 */
export async function runBackup(tools: BackupTools, { isHourly }: { isHourly: boolean }): Promise<CreatedBackup> {
  const { config, db, log, databaseUrl, client: clickhouse } = tools;
  const { recipient, keep } = config.backups;
  const { dataDir } = config;
  const logDays = config.clicks.keepLogDays;
  const target = openTarget(config.backups);
  try {
    const base = isHourly ? await findBase(target, { recipient, logDays, hasRows: clickhouse !== null }) : undefined;
    const created = await createBackup({ target, recipient, dataDir, databaseUrl, clickhouse, logDays, base });
    const { removed } = await removeUnused(target, keep);
    log.info({ backup: created.manifest.id, bytes: created.bytesWritten, removed }, 'backup created');
    return created;
  } catch (error) {
    // The daily one may take longer than an hour, and a fault that lasts is told once a day.
    if (isHourly && (error instanceof BackupRunning || (await wereOperatorsNotified(db, 'backup_failed', DAY_MS))))
      throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await notifyOperators(db, 'backup_failed', { reason }, 'campaign').catch((failure: unknown) =>
      log.error({ err: failure }, 'operators could not be notified of a failed backup'),
    );
    throw error;
  }
}

/** Whether there is a backup. A target that does not answer has none that helps. */
export async function hasBackup({ config, log }: Pick<BackupTools, 'config' | 'log'>): Promise<boolean> {
  if (config.backups.to === undefined) return false;
  try {
    return listBackupIds(await openTarget(config.backups).list()).length > 0;
  } catch (error) {
    log.warn({ err: error }, 'backups could not be listed');
    return false;
  }
}
