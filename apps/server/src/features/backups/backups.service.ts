import { type CreatedBackup, createBackup } from '../../backup/create-backup.ts';
import { listBackupIds } from '../../backup/list-backups.ts';
import { openTarget } from '../../backup/open-target.ts';
import { removeUnused } from '../../backup/remove-unused.ts';
import type { Services } from '../../services.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { notifyOperators } from '../notifications/notifications.service.ts';

type Tools = Pick<Services, 'config' | 'db' | 'log'>;

/** Creates a backup and removes old ones. Operators are notified of a failure. */
export async function runBackup(
  { config, db, log }: Tools,
  databaseUrl: string,
  clickhouse: Clickhouse['client'] | null,
): Promise<CreatedBackup> {
  const { recipient, keep } = config.backups;
  const target = openTarget(config.backups);
  try {
    const created = await createBackup({ target, recipient, dataDir: config.dataDir, databaseUrl, clickhouse });
    const { removed } = await removeUnused(target, keep);
    log.info({ backup: created.manifest.id, bytes: created.bytesWritten, removed }, 'backup created');
    return created;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await notifyOperators(db, 'backup_failed', { reason }, 'campaign').catch((failure: unknown) =>
      log.error({ err: failure }, 'operators could not be notified of a failed backup'),
    );
    throw error;
  }
}

/** Whether there is a backup. A target that does not answer has none that helps. */
export async function hasBackup({ config, log }: Pick<Tools, 'config' | 'log'>): Promise<boolean> {
  if (config.backups.to === undefined) return false;
  try {
    return listBackupIds(await openTarget(config.backups).list()).length > 0;
  } catch (error) {
    log.warn({ err: error }, 'backups could not be listed');
    return false;
  }
}
