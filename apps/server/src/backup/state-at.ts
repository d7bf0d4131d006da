import { listBackups } from './list-backups.ts';
import { joinLogs, readLogArchive } from './log-archive.ts';
import { type Manifest, timeOfRows } from './manifest.ts';
import type { BackupTarget } from './targets/backup-target.ts';

const DAY_MS = 86_400_000;
/** Of backups that do not say how long logs were kept. */
const LOG_DAYS_UNKNOWN = 1;

export interface State {
  /** The latest backup whose copy of PostgreSQL is not newer, with later logs. */
  manifest: Manifest;
  /** The backup that the logs come from; null if that is the log archive. */
  logsFrom: string | null;
  /** Everything that was acknowledged before is in the logs. */
  reaches: Date;
  /** Log records after it are left out. */
  until: Date | undefined;
}

/** Logs without the databases of that time. */
type Logs = Pick<Manifest, 'startedAt' | 'logDays' | 'segments' | 'files'> & { id: string | null };

/** The latest backup, and what was archived after it. */
export async function findNewestState(target: BackupTarget): Promise<State> {
  const snapshot = (await listBackups(target)).at(-1);
  if (!snapshot) throw new Error('There are no backups.');
  const logs = (await findArchive(target, snapshot)) ?? snapshot;
  requireComplete(snapshot, logs);
  return { ...combine(snapshot, logs), reaches: new Date(logs.startedAt), until: undefined };
}

/** Combines a backup and later logs to what was there at a time. */
export async function findStateAt(target: BackupTarget, until: Date): Promise<State> {
  const backups = await listBackups(target);
  const [oldest] = backups;
  const latest = backups.at(-1);
  if (!oldest || !latest) throw new Error('There are no backups.');
  const snapshot = backups.findLast((backup) => timeOfSnapshot(backup) <= until.getTime());
  if (!snapshot)
    throw new Error(
      `No backup reaches back to ${until.toISOString()}. The oldest has PostgreSQL as of ${isoOf(timeOfSnapshot(oldest))}.`,
    );
  const isLater = ({ startedAt }: Logs) => Date.parse(startedAt) >= until.getTime();
  const newest = backups.some(isLater) ? latest : ((await findArchive(target, latest)) ?? latest);
  const logs = [...backups, newest].find(isLater);
  if (!logs)
    throw new Error(
      `No backup reaches ${until.toISOString()}. The latest clicks and postbacks are those up to ${newest.startedAt}. Choose an earlier time, or run \`poklik backup --hourly\` if the installation still runs.`,
    );
  requireComplete(snapshot, logs);
  return { ...combine(snapshot, logs), reaches: until, until };
}

/** If it has more than a backup, and the same key opens it. */
async function findArchive(target: BackupTarget, backup: Manifest): Promise<Logs | undefined> {
  const archive = await readLogArchive(target);
  if (archive?.recipient !== backup.recipient || archive.startedAt < backup.startedAt) return undefined;
  return { ...archive, id: null };
}

/** A backup's own logs begin where its rows end; later ones may lack what was deleted in between. */
function requireComplete(snapshot: Manifest, { id, startedAt, logDays = LOG_DAYS_UNKNOWN }: Logs): void {
  if (Date.parse(startedAt) - timeOfRows(snapshot) > logDays * DAY_MS)
    throw new Error(
      `No backup reaches ${startedAt}. The log between ${snapshot.id} and ${id ?? 'the log archive'} is incomplete: it was kept for ${logDays} days (EVENT_LOG_DAYS).`,
    );
}

/** It was taken before the backup was finished. */
export const timeOfSnapshot = ({ postgres, finishedAt }: Manifest): number =>
  Date.parse(postgres.takenAt ?? finishedAt);

const isoOf = (time: number): string => new Date(time).toISOString();

const combine = (snapshot: Manifest, logs: Logs): Pick<State, 'manifest' | 'logsFrom'> => ({
  manifest: { ...snapshot, ...joinLogs(snapshot, logs) },
  logsFrom: logs.id,
});
