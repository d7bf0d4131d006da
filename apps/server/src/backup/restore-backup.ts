import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCheckpoint, saveCheckpoint } from '@poklik/event-log/checkpoint';
import { listSegments } from '@poklik/event-log/list-segments';
import type { Logger } from 'pino';
import { findAnalyticsId } from '../stats/find-analytics-id.ts';
import { startIngest } from '../stats/ingest/ingest.ts';
import { onlyStore } from '../stats/ingest/ingest-stores.ts';
import { type OpenClickhouse, openClickhouse } from '../stores/clickhouse.ts';
import { migrateClickhouse } from '../stores/clickhouse-migrations.ts';
import { hasTables, loadTables } from '../stores/copy-tables.ts';
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts';
import { migratePostgres, migratePostgresTo } from '../stores/migrations.ts';
import { type Database, openPostgres } from '../stores/postgres.ts';
import { accountShards } from '../stores/tables/statistics.ts';
import { alignDatabases } from './align-databases.ts';
import { loadClickhouseRows } from './clickhouse-rows.ts';
import { cutLogs } from './cut-logs.ts';
import { type Manifest, sha256 } from './manifest.ts';
import { openFile } from './sealed-file.ts';
import type { BackupTarget } from './targets/backup-target.ts';

export interface RestoreOptions {
  target: BackupTarget;
  manifest: Manifest;
  /** Without clicks and postbacks after it. */
  until: Date | undefined;
  /** The private key of an encrypted backup. */
  identity: string | undefined;
  /** Empty, or not there. */
  dataDir: string;
  /** Empty servers instead of the embedded ones. */
  databaseUrl: string | undefined;
  clickhouseUrl: string | undefined;
  log: Logger;
}

export interface Restored {
  db: Database;
  clickhouse: OpenClickhouse;
  /** What differs from the backup; empty if nothing does. */
  differences: string[];
}

/** How long the engine may take to open, and the ingest to advance. */
const PATIENCE_MS = 120_000;
const POLL_MS = 100;

/** Names every file that is missing or not as it was written. */
export async function findDamagedFiles(target: BackupTarget, { files }: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of files) {
    const bytes = await target.read(file.path).catch(() => undefined);
    if (!bytes || sha256(bytes) !== file.sha256) damaged.push(file.path);
  }
  return damaged;
}

/**
 * Restores a backup into empty databases and an empty folder and ingests the log to its end. `work` runs on the
 * result.
 */
export async function restoreBackup<T>(options: RestoreOptions, work: (restored: Restored) => Promise<T>): Promise<T> {
  const { target, manifest, until, identity, dataDir, log } = options;
  if (manifest.recipient !== null && identity === undefined)
    throw new Error('The backup is encrypted. Set BACKUP_IDENTITY to the file with the private key.');
  await requireEmptyFolder(dataDir);
  const damaged = await findDamagedFiles(target, manifest);
  if (damaged.length > 0) throw new Error(damaged.map((path) => `${path} is damaged or missing.`).join('\n'));
  const read = async (path: string) => openFile(await target.read(path), identity);
  const closers: (() => Promise<unknown>)[] = [];
  try {
    await writeKeys(manifest, dataDir, read);
    const databaseUrl = options.databaseUrl ?? (await startPostgres(dataDir, log, closers));
    const differences = await restorePostgres(databaseUrl, manifest, read);
    const clickhouse = await open(options);
    closers.push(() => clickhouse.close());
    const rows = await restoreClickhouse(clickhouse, manifest, read);
    differences.push(...rows.differences);
    await writeSegments(manifest, dataDir, read);
    if (until) await cutLogs(dataDir, until, manifest.checkpoint);
    // Records before the checkpoint are in ClickHouse, or were erased.
    if (manifest.clickhouse)
      await saveCheckpoint(join(dataDir, 'events', 'checkpoint.json'), {
        store: rows.store,
        segments: manifest.checkpoint,
      });
    await ingestToEnd(options, clickhouse);
    const postgres = openPostgres(databaseUrl, log);
    closers.push(() => postgres.close());
    // All rows are in one database now, also if they came from shards.
    await postgres.db.delete(accountShards);
    await alignDatabases(postgres.db, clickhouse.client);
    return await work({ db: postgres.db, clickhouse, differences });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

type ReadFile = (path: string) => Promise<Buffer>;

async function requireEmptyFolder(dataDir: string): Promise<void> {
  const present = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (present.length > 0) throw new Error(`${dataDir} is not empty. A backup is restored into an empty folder only.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
}

async function writeKeys({ keys }: Manifest, dataDir: string, read: ReadFile): Promise<void> {
  for (const { path, file } of keys) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, path), await read(file), { mode: 0o600 });
  }
}

async function startPostgres(dataDir: string, log: Logger, closers: (() => Promise<unknown>)[]): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  closers.push(() => postgres.stop());
  return postgres.url;
}

/** With the schema of the backup, which is then migrated like any older data. */
export async function restorePostgres(url: string, { postgres }: Manifest, read: ReadFile): Promise<string[]> {
  if (await hasTables(url)) throw new Error('The PostgreSQL database is not empty.');
  await migratePostgresTo(url, postgres.migrations);
  const filesOf = new Map(postgres.tables.map(({ name, files }) => [name, files]));
  const differing = await loadTables(url, postgres, async function* (table) {
    for (const path of filesOf.get(table) ?? []) yield await read(path);
  });
  await migratePostgres(url);
  return differing.map((table) => `PostgreSQL: ${table} differs from the backup`);
}

async function open({ clickhouseUrl, dataDir, log }: RestoreOptions): Promise<OpenClickhouse> {
  const clickhouse = await openClickhouse({ url: clickhouseUrl, dataDir, priority: 0, log });
  try {
    await waitFor(async () => (await clickhouse.ping()).ok, 'ClickHouse does not answer.');
    return clickhouse;
  } catch (error) {
    await clickhouse.close();
    throw error;
  }
}

async function restoreClickhouse({ client }: OpenClickhouse, manifest: Manifest, read: ReadFile) {
  if ((await findAnalyticsId(client, 'clicks')) !== null) throw new Error('The ClickHouse database is not empty.');
  await migrateClickhouse(client);
  const differing = await loadClickhouseRows(client, manifest.clickhouse ?? [], read);
  const store = (await findAnalyticsId(client, 'page_events')) ?? '';
  return { store, differences: differing.map((table) => `ClickHouse: ${table} differs from the backup`) };
}

async function writeSegments({ segments }: Manifest, dataDir: string, read: ReadFile): Promise<void> {
  await mkdir(join(dataDir, 'events'), { recursive: true, mode: 0o700 });
  for (const { log, node, name, files } of segments) {
    await mkdir(join(dataDir, log, node), { recursive: true, mode: 0o700 });
    for (const path of files)
      await writeFile(join(dataDir, log, node, `${name}.log`), await read(path), { flag: 'a', mode: 0o600 });
  }
}

async function ingestToEnd({ dataDir, log }: RestoreOptions, { client }: OpenClickhouse) {
  const folder = join(dataDir, 'events');
  const keepDays = 3_650; // nothing is deleted while it is restored
  const ingest = startIngest({ stores: onlyStore(client), folder, keepDays, log });
  try {
    await waitFor(async () => {
      const { segments } = await loadCheckpoint(join(folder, 'checkpoint.json'));
      return (await listSegments(folder)).every(({ segment }) => segments[segment]?.doneAt !== undefined);
    }, 'The click log could not be ingested.');
  } finally {
    await ingest.stop();
  }
}

async function waitFor(isDone: () => Promise<boolean>, problem: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isDone().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(problem);
    await sleep(POLL_MS);
  }
}
