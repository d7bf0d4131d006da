import { setTimeout as sleep } from 'node:timers/promises';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import { BackupRunning, type CreatedBackup, claimBackups, createBackup } from '../../backup/create-backup.ts';
import { findBase } from '../../backup/find-base.ts';
import { listBackupIds } from '../../backup/list-backups.ts';
import { archiveLogs, holdArchive } from '../../backup/log-archive.ts';
import { removeUnused } from '../../backup/remove-unused.ts';
import { openTarget } from '../../backup/targets/open-target.ts';
import type { Services } from '../../services.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import { notifyOperators, wereOperatorsNotified } from '../notifications/notifications.service.ts';

const DAY_MS = 86_400_000;
const ARCHIVE_INTERVAL_MS = 60_000;
const STOP_TIMEOUT_MS = 2_000;

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
  let release: (() => void) | undefined;
  try {
    release = await claimBackups(dataDir);
    const base = isHourly ? await findBase(target, { recipient, logDays, hasRows: clickhouse !== null }) : undefined;
    const created = await createBackup({ target, recipient, dataDir, databaseUrl, clickhouse, logDays, base });
    const { removed } = await holdArchive(dataDir, undefined, () => removeUnused(target, keep));
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
  } finally {
    release?.();
  }
}

/** Archives the logs every minute, until it is stopped. */
export function startLogArchive({ config, log }: Pick<BackupTools, 'config' | 'log'>): Pick<BackgroundLoop, 'stop'> {
  const { dataDir, backups, clicks } = config;
  if (backups.to === undefined) return { stop: async () => undefined };
  const target = openTarget(backups);
  let dueAt = 0;
  const loop = runLoop({
    failure: 'archiving the click and postback logs failed',
    log,
    iterate: async (signal) => {
      if (performance.now() < dueAt) return false;
      const startedAt = performance.now();
      await archiveLogs({ target, recipient: backups.recipient, dataDir, logDays: clicks.keepLogDays, signal });
      dueAt = startedAt + ARCHIVE_INTERVAL_MS;
      return false;
    },
  });
  return {
    // A file that is being written may take long, and nothing is lost without it.
    stop: () => Promise.race([loop.stop(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]),
  };
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
