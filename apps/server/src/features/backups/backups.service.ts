import { ROLES } from '@poklik/contract/roles';
import { eq } from 'drizzle-orm';
import { type CreatedBackup, createBackup } from '../../backup/create-backup.ts';
import { openFolderTarget } from '../../backup/folder-target.ts';
import { removeUnused } from '../../backup/remove-unused.ts';
import type { Services } from '../../services.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { Database } from '../../stores/postgres.ts';
import { users } from '../../stores/tables/users.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';

type Tools = Pick<Services, 'config' | 'db' | 'log'>;

/** Creates a backup and removes old ones. Operators are notified of a failure. */
export async function runBackup(
  { config, db, log }: Tools,
  databaseUrl: string,
  clickhouse: Clickhouse['client'] | null,
): Promise<CreatedBackup> {
  const { to, recipient, keep } = config.backups;
  if (!to) throw new Error('Set BACKUP_TO to the folder of the backups.');
  const target = openFolderTarget(to);
  try {
    const created = await createBackup({ target, recipient, dataDir: config.dataDir, databaseUrl, clickhouse });
    const { removed } = await removeUnused(target, keep);
    log.info({ backup: created.manifest.id, bytes: created.bytesWritten, removed }, 'backup created');
    return created;
  } catch (error) {
    await notifyOperators(db, error instanceof Error ? error.message : String(error)).catch((failure: unknown) =>
      log.error({ err: failure }, 'operators could not be notified of a failed backup'),
    );
    throw error;
  }
}

async function notifyOperators(db: Database, reason: string): Promise<void> {
  const operators = await db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(eq(users.role, ROLES.SUPER_ADMIN));
  await db.transaction(async (tx) => {
    for (const operator of operators) await notifyWithEmail(tx, operator, 'backup_failed', { reason }, 'campaign');
  });
}
