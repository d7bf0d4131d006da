import { listBackupIds, readManifest } from './list-backups.ts';
import { type Manifest, timeOfRows } from './manifest.ts';
import type { BackupTarget } from './targets/backup-target.ts';

const HOUR_MS = 3_600_000;
/** After a day without a full backup, the next one is full. */
const ROWS_AGE_MAX_MS = 24.5 * HOUR_MS;
/** What was applied since the rows were copied must still be in the log, with a day to spare. */
const LOG_DAYS_MIN = 2;

interface Wanted {
  recipient: string | undefined;
  hasRows: boolean;
  logDays: number;
}

/** The backup whose rows of ClickHouse an hourly one can use; undefined if the next one must be full. */
export async function findBase(target: BackupTarget, wanted: Wanted): Promise<Manifest | undefined> {
  if (wanted.logDays < LOG_DAYS_MIN) return undefined;
  const paths = await target.list();
  const latest = listBackupIds(paths).at(-1);
  // A damaged backup must not prevent the next one.
  const manifest = latest && (await readManifest(target, latest).catch(() => undefined));
  if (!manifest || manifest.recipient !== (wanted.recipient ?? null)) return undefined;
  if ((manifest.clickhouse !== null) !== wanted.hasRows) return undefined;
  if (Date.now() - timeOfRows(manifest) > ROWS_AGE_MAX_MS) return undefined;
  const present = new Set(paths);
  return listRowFiles(manifest).every((path) => present.has(path)) ? manifest : undefined;
}

export const listRowFiles = ({ clickhouse }: Manifest): string[] => clickhouse?.flatMap(({ files }) => files) ?? [];
