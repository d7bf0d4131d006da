import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackupIds, readManifest } from '../backup/list-backups.ts';
import { readLogArchive } from '../backup/log-archive.ts';
import { type LogArchive, timeOfBackup } from '../backup/manifest.ts';
import { openTarget } from '../backup/targets/open-target.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { findCompleteUntil } from '../stats/ingest/ingest-progress.ts';
import { connect, findClickhouseUrl } from '../stores/clickhouse.ts';
import { openPostgres } from '../stores/postgres.ts';
import { findDatabaseUrl } from '../stores/running-database.ts';
import { findSecretBox } from '../stores/secret-box.ts';
import { sharedSecrets } from '../stores/tables/trackers.ts';
import { type CheckResult, messageOf, note, ok, problem } from './check.ts';

const HOUR_MS = 3_600_000;
/** A daily backup may take a while. */
const BACKUP_AGE_MAX_HOURS = 26;
/** They are archived every minute. */
const ARCHIVE_AGE_MAX_SECONDS = 300;
const LAG_MAX_SECONDS = 300;
/** Group and others. */
const FOREIGN_ACCESS = 0o077;

export async function checkSecrets({
  secretKey,
  dataDir,
  roles,
  databaseUrl,
  clickhouseUrl,
  shards,
}: Config): Promise<CheckResult[]> {
  const file = join(dataDir, 'secret.key');
  const box = await findSecretBox(secretKey, dataDir);
  const hasData = (await readdir(dataDir).catch(() => [])).length > 0;
  if (!box) {
    if (!hasData && !databaseUrl) return [note('secret.key will be created at the first start.')];
    return [
      problem(`SECRET_KEY is not set and ${file} is missing. Restore it: without it, stored secrets can't be read.`),
    ];
  }
  const results: CheckResult[] = [];
  if (!secretKey) {
    const { mode } = await stat(file);
    if ((mode & FOREIGN_ACCESS) !== 0)
      results.push(problem(`${file} can be read by other users. Run chmod 600 ${file}`));
    if ((clickhouseUrl || shards.length > 0) && roles.length < 4)
      results.push(problem('SECRET_KEY is not set. Several machines must share it.'));
  }
  const unreadable = await findUnreadable({ databaseUrl, dataDir }, box);
  if (unreadable.length > 0)
    results.push(
      problem(`the key does not open what is stored (${unreadable.join(', ')}). Use the key of this installation.`),
    );
  return results.length > 0
    ? results
    : [ok(secretKey ? 'SECRET_KEY is set' : `${file} is there; keep a copy elsewhere`)];
}

/** Names of stored secrets that the key does not open; empty if PostgreSQL does not run. */
async function findUnreadable(
  place: Pick<Config, 'databaseUrl' | 'dataDir'>,
  box: { open(sealed: string): string },
): Promise<string[]> {
  const url = await findDatabaseUrl(place).catch(() => undefined);
  if (url === undefined) return [];
  const postgres = openPostgres(url, createLog('silent'));
  try {
    const rows = await postgres.db.select().from(sharedSecrets);
    return rows.flatMap(({ name, sealed }) => {
      try {
        box.open(sealed);
        return [];
      } catch {
        return [name];
      }
    });
  } catch {
    return []; // reported with the click log
  } finally {
    await postgres.close();
  }
}

export async function checkBackups({ backups }: Config): Promise<CheckResult[]> {
  if (backups.to === undefined) return [problem('there are none. Set BACKUP_TO to a folder on another disk.')];
  const target = openTarget(backups);
  const latest = listBackupIds(await target.list()).at(-1);
  if (latest === undefined) return [problem(`there are none in ${backups.to} yet. Run \`poklik backup\`.`)];
  const { recipient } = await readManifest(target, latest);
  const hours = (Date.now() - timeOfBackup(latest).getTime()) / HOUR_MS;
  const results = [
    hours > BACKUP_AGE_MAX_HOURS
      ? problem(`the latest is ${Math.floor(hours)} hours old (${latest}). The log says why; run \`poklik backup\`.`)
      : ok(`the latest is ${Math.floor(hours)} hours old (${latest})`),
  ];
  results.push(describeArchive(await readLogArchive(target)));
  if (recipient === null)
    results.push(note('not encrypted, so secret.key is not in it. Keep a copy, or set BACKUP_RECIPIENT.'));
  return results;
}

function describeArchive(archive: LogArchive | undefined): CheckResult {
  if (!archive) return problem('clicks and postbacks are not archived yet. Start Poklik with these settings.');
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(archive.startedAt)) / 1000));
  if (seconds <= ARCHIVE_AGE_MAX_SECONDS) return ok(`clicks and postbacks are archived up to ${seconds} s ago`);
  return problem(
    `clicks and postbacks are archived only up to ${archive.startedAt}. If Poklik runs, its log says why.`,
  );
}

export async function checkClickLog(config: Config): Promise<CheckResult[]> {
  const { databaseUrl, dataDir, clickhouseUrl, shards } = config;
  // Each log reports to every shard.
  const url = shards[0]?.url ?? clickhouseUrl ?? (await findClickhouseUrl(dataDir).catch(() => undefined));
  const isRunning = await findDatabaseUrl({ databaseUrl, dataDir }).then(
    () => true,
    () => false,
  );
  if (!isRunning || url === undefined) return [note('Poklik does not run here, so nothing is ingested.')];
  const client = connect(url);
  try {
    const until = await findCompleteUntil(client);
    if (until === null) return [note('no clicks have been ingested today.')];
    const seconds = Math.max(0, Math.round((Date.now() - until) / 1000));
    if (seconds > LAG_MAX_SECONDS)
      return [problem(`statistics are ${seconds} s behind. Clicks are safe; the log says what keeps the ingest.`)];
    return [ok(`statistics are complete until ${seconds} s ago`)];
  } catch (error) {
    return [problem(`ClickHouse does not answer: ${messageOf(error)}. Clicks are safe in the log.`)];
  } finally {
    await client.close();
  }
}
