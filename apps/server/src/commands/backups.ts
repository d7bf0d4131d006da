import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lowerPriority } from '@poklik/child-processes/lower-priority';
import * as z from 'zod/mini';
import { listBackups, readManifest } from '../backup/list-backups.ts';
import { type Restored, restoreBackup } from '../backup/restore-backup.ts';
import { findNewestState, findStateAt, type State, timeOfSnapshot } from '../backup/state-at.ts';
import type { BackupTarget } from '../backup/targets/backup-target.ts';
import { openTarget } from '../backup/targets/open-target.ts';
import { type Config, environment } from '../config.ts';
import { runBackup } from '../features/backups/backups.service.ts';
import { reconcile } from '../features/billing/ledger/reconcile.service.ts';
import { INITIAL_SYNC_STATE, syncConversions } from '../features/conversions/sync/conversion-sync.service.ts';
import { listCurrentSettings } from '../features/settings/settings.repo.ts';
import { forgetVisitors } from '../features/statistics/forget-visitors.service.ts';
import { compareStatistics } from '../features/statistics/statistics-check.service.ts';
import { createLog } from '../log.ts';
import { PRIORITIES } from '../processes/priorities.ts';
import { lockOf } from '../settings/stored-settings.ts';
import { connect, findClickhouseUrl } from '../stores/clickhouse.ts';
import { openPostgres } from '../stores/postgres.ts';
import { findDatabaseUrl } from '../stores/running-database.ts';
import { uploadLeftPostbacks } from '../tracking/postbacks/upload-postbacks.ts';
import { type CommandContext, EXIT, type RunCommand, UsageError } from './command.ts';

export const runBackupCommand: RunCommand = async ({ config, flags, print }) => {
  // Visitors come first, as with backups that the worker makes.
  lowerPriority(process.pid, PRIORITIES.api);
  const databaseUrl = await findDatabaseUrl(config);
  const log = createLog('error');
  const postgres = openPostgres(databaseUrl, log);
  const client = config.backups.withClickhouse
    ? connect(config.clickhouseUrl ?? (await findClickhouseUrl(config.dataDir)))
    : null;
  try {
    const tools = { config, db: postgres.db, log, databaseUrl, client };
    const { manifest, bytesWritten } = await runBackup(tools, { isHourly: flags.has('hourly') });
    print(`Backup ${manifest.id} created: ${formatBytes(bytesWritten)} written to ${config.backups.to}.`);
    if (manifest.recipient === null)
      print('It is not encrypted and does not contain secret.key: keep a copy of that file, or set BACKUP_RECIPIENT.');
    return EXIT.ok;
  } finally {
    await client?.close();
    await postgres.close();
  }
};

export const runListBackups: RunCommand = async ({ config, print }) => {
  const backups = await listBackups(openTarget(config.backups));
  for (const { id, version, files, recipient, base } of backups) {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const kind = base === undefined ? 'full  ' : 'hourly';
    print(
      `${id}  ${formatBytes(bytes).padStart(9)}  ${kind}  version ${version}${recipient === null ? '' : '  encrypted'}`,
    );
  }
  if (backups.length === 0) print('There are no backups.');
  return EXIT.ok;
};

export const runRestore: RunCommand = async (context) => {
  const { config, options } = context;
  const { databaseUrl, clickhouseUrl, backups } = config;
  const place = { dataDir: resolve(options.into ?? config.dataDir), databaseUrl, clickhouseUrl };
  const until = options.at === undefined ? undefined : parseTime(options.at);
  const target = openTarget(backups);
  const state = until === undefined ? await findState(target, context) : await findStateAt(target, until);
  return restore(context, place, state, forgetAgain);
};

/** The backup that the arguments name, or the newest state. */
async function findState(target: BackupTarget, { positionals: [id] }: CommandContext): Promise<State> {
  if (id === undefined) return findNewestState(target);
  const manifest = await readManifest(target, id);
  return { manifest, logsFrom: id, reaches: new Date(manifest.startedAt), until: undefined };
}

function parseTime(text: string): Date {
  if (!IsoTime.safeParse(text).success)
    throw new UsageError('restore: --at must be a time with its zone, such as 2026-11-19T14:05:00Z');
  return new Date(text);
}

/** What is exact and what is not. */
function describeState({ manifest, logsFrom, reaches }: State): string[] {
  if (logsFrom === manifest.id) return [];
  const snapshot = new Date(timeOfSnapshot(manifest)).toISOString();
  const logs = logsFrom === null ? 'the log archive' : `the logs of ${logsFrom}`;
  return [
    `State at ${reaches.toISOString()}: clicks and postbacks up to then from ${logs}, PostgreSQL as of ${snapshot}.`,
    'Not in it: campaigns, conversions, payments and everything else that was changed in PostgreSQL between these times.',
    'After the start, postbacks of the time in between are processed again and may be sent to traffic sources a second time.',
  ];
}

/** Restores into embedded databases in a temporary folder. */
export const runVerifyBackup: RunCommand = async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'poklik-verify-'));
  try {
    const state = await findState(openTarget(context.config.backups), context);
    return await restore(context, { dataDir, databaseUrl: undefined, clickhouseUrl: undefined }, state);
  } finally {
    // PostgreSQL's data may be linked from there.
    const postgres = await realpath(join(dataDir, 'postgres')).catch(() => dataDir);
    for (const folder of [postgres, dataDir]) await rm(folder, { recursive: true, force: true });
  }
};

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>;

async function restore(
  { config, print }: CommandContext,
  { dataDir, databaseUrl, clickhouseUrl }: Place,
  state: State,
  finish: (restored: Restored, config: Config) => Promise<void> = async () => undefined,
): Promise<number> {
  const { identityFile } = config.backups;
  const { manifest, until } = state;
  const log = createLog('error');
  const differences = await restoreBackup(
    {
      ...{ target: openTarget(config.backups), manifest, until },
      identity: identityFile && readIdentity(await readFile(identityFile, 'utf8')),
      ...{ dataDir, databaseUrl, clickhouseUrl, log },
    },
    async (restored) => {
      const found = [...restored.differences, ...(await findDifferences(restored, dataDir))];
      const clicks = await countClicks(restored.clickhouse);
      print(
        `${manifest.id}: ${manifest.postgres.tables.length} tables, ${clicks} clicks, ${manifest.segments.length} log segments.`,
      );
      for (const line of describeState(state)) print(line);
      if (manifest.keys.length === 0)
        print('It does not contain secret.key: copy that file, or set SECRET_KEY, before you start.');
      await finish(restored, config);
      return found;
    },
  );
  for (const difference of differences) print(difference);
  print(`${differences.length} differences.`);
  return differences.length === 0 ? EXIT.ok : EXIT.findings;
}

/** What was to be forgotten since the backup, and is in it. */
async function forgetAgain({ db, clickhouse }: Restored, { clicks }: Config): Promise<void> {
  const stored = (await listCurrentSettings(db)).find(({ key }) => key === 'click_ip_days')?.value;
  const isSet = lockOf('click_ip_days', environment) !== undefined;
  const fullIpDays = isSet || typeof stored !== 'number' ? clicks.fullIpDays : stored;
  await forgetVisitors({ db, clickhouse }, { now: Math.floor(Date.now() / 1000), fullIpDays });
}

async function countClicks({ client }: Restored['clickhouse']): Promise<string> {
  const answer = await client.query({ query: 'SELECT toString(count()) AS count FROM clicks', format: 'JSONEachRow' });
  const [found] = await answer.json<{ count: string }>();
  return found?.count ?? '0';
}

/** Brings the copies of the same data in step, without sending anything, and compares them. */
async function findDifferences({ db, clickhouse }: Restored, dataDir: string): Promise<string[]> {
  const log = createLog('error');
  await uploadLeftPostbacks({ db, folder: join(dataDir, 'postbacks'), keepDays: KEEP_DAYS, log });
  const state = { ...INITIAL_SYNC_STATE };
  while (await syncConversions({ db, clickhouse }, state));
  const ledger = await reconcile(db);
  const { differences } = await compareStatistics({ db, clickhouse }, 0);
  return [
    ...ledger.map(({ rule, what }) => `${what}: violates "${rule}"`),
    ...differences.map(({ accountId, day, what, expected, found }) => {
      return `account:${accountId}: ${what} of ${day} are ${found} instead of ${expected}`;
    }),
  ];
}

/** ISO 8601 with a zone, so that it means the same on every machine. */
const IsoTime = z.iso.datetime({ offset: true });

/** Nothing is deleted while it is restored. */
const KEEP_DAYS = 3_650;

/** An age key file has comments. */
function readIdentity(text: string): string {
  const key = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (!key) throw new Error('The file in BACKUP_IDENTITY contains no age private key.');
  return key.trim();
}

const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
