import type { BackupTarget } from './backup-target.ts';
import { listBackups } from './list-backups.ts';
import { type Manifest, timeOfRows } from './manifest.ts';

const DAY_MS = 86_400_000;
/** Of backups that do not say how long logs were kept. */
const LOG_DAYS_UNKNOWN = 1;

export interface StateAt {
  /** The latest backup whose copy of PostgreSQL is not newer, with the logs of a later one. */
  manifest: Manifest;
  /** The backup that the logs come from. */
  logsFrom: string;
  /** Log records after it are left out. */
  until: Date;
}

/** Combines two backups to what was there at a time. */
export async function findStateAt(target: BackupTarget, until: Date): Promise<StateAt> {
  const backups = await listBackups(target);
  const [oldest] = backups;
  const latest = backups.at(-1);
  if (!oldest || !latest) throw new Error('There are no backups.');
  const snapshot = backups.findLast((backup) => timeOfSnapshot(backup) <= until.getTime());
  if (!snapshot)
    throw new Error(
      `No backup reaches back to ${until.toISOString()}. The oldest has PostgreSQL as of ${isoOf(timeOfSnapshot(oldest))}.`,
    );
  const logs = backups.find(({ startedAt }) => Date.parse(startedAt) >= until.getTime());
  if (!logs)
    throw new Error(
      `No backup reaches ${until.toISOString()}. The latest has all clicks and postbacks up to ${latest.startedAt}. Choose an earlier time, or run \`poklik backup\` if the installation still runs.`,
    );
  const { logDays = LOG_DAYS_UNKNOWN } = logs;
  if (Date.parse(logs.startedAt) - timeOfRows(snapshot) > logDays * DAY_MS)
    throw new Error(
      `No backup reaches ${until.toISOString()}. The log between ${snapshot.id} and ${logs.id} is incomplete: it was kept for ${logDays} days (EVENT_LOG_DAYS).`,
    );
  return { manifest: withLogsOf(snapshot, logs), logsFrom: logs.id, until };
}

/** It was taken before the backup was finished. */
export const timeOfSnapshot = ({ postgres, finishedAt }: Manifest): number =>
  Date.parse(postgres.takenAt ?? finishedAt);

const isoOf = (time: number): string => new Date(time).toISOString();

/** A later copy of a segment contains the earlier one. */
function withLogsOf(snapshot: Manifest, logs: Manifest): Manifest {
  const keyOf = ({ log, node, name }: Manifest['segments'][number]) => `${log}/${node}/${name}`;
  const later = new Set(logs.segments.map(keyOf));
  const segments = [...snapshot.segments.filter((segment) => !later.has(keyOf(segment))), ...logs.segments];
  const needed = new Set(logs.segments.flatMap(({ files }) => files));
  const files = new Map(snapshot.files.map((file) => [file.path, file]));
  for (const file of logs.files) if (needed.has(file.path)) files.set(file.path, file);
  return { ...snapshot, segments, files: [...files.values()] };
}
