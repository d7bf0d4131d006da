import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCheckpoint } from '@poklik/event-log/checkpoint';
import { claimFolder } from '@poklik/event-log/claim-folder';
import manifestOfProgram from '../../package.json' with { type: 'json' };
import type { Clickhouse } from '../stores/clickhouse.ts';
import { copyTables } from '../stores/copy-tables.ts';
import { copyClickhouseRows } from './clickhouse-rows.ts';
import { createSplitter, FileWriter } from './file-writer.ts';
import { listRowFiles } from './find-base.ts';
import { findReusable } from './find-reusable.ts';
import { type ArchivedLogs, archiveLogs, joinLogs } from './log-archive.ts';
import { backupId, encodeManifest, MANIFEST, type Manifest, type StoredFile } from './manifest.ts';
import type { BackupTarget } from './targets/backup-target.ts';

export interface BackupSources {
  target: BackupTarget;
  /** An age public key; without one the backup is not encrypted. */
  recipient: string | undefined;
  dataDir: string;
  databaseUrl: string;
  /** Null to leave its rows out. */
  clickhouse: Clickhouse['client'] | null;
  /** How many days the logs are kept. */
  logDays: number;
  /** For an hourly backup: an earlier one, whose rows of ClickHouse it uses. */
  base: Manifest | undefined;
}

export interface CreatedBackup {
  manifest: Manifest;
  /** Without what an earlier backup has already. */
  bytesWritten: number;
}

export class BackupRunning extends Error {
  constructor() {
    super('Another backup is running.');
  }
}

/** Outside the databases, and secret. */
const KEYS = ['secret.key', 'tracker/visitor.key'];

/** For a backup and the removal of old ones, which must not take files of another backup that is being made. */
export const claimBackups = (dataDir: string): Promise<() => void> =>
  claimFolder(join(dataDir, 'backup')).catch(() => {
    throw new BackupRunning();
  });

/**
 * Copies a running installation. The clicks are copied before PostgreSQL, so that every campaign of a click is there.
 * The manifest is written last: without it there is no backup.
 */
export async function createBackup(sources: BackupSources): Promise<CreatedBackup> {
  const { target, recipient, dataDir, databaseUrl, logDays, base } = sources;
  const startedAt = new Date();
  const id = backupId(startedAt);
  const writer = new FileWriter(target, recipient, await findReusable(target, recipient));
  const copyLogs = () => archiveLogs({ target, recipient, dataDir, logDays, isChecked: true });
  try {
    const { rows, checkpoint, before } = base ? shareRows(base, writer) : await copyRows(sources, writer, copyLogs);
    const { archive, bytesWritten } = await copyLogs();
    const logs = before ? joinLogs(before.archive, archive) : archive;
    for (const file of logs.files) writer.share(file);
    const postgres = await copyPostgres(databaseUrl, id, writer);
    const keys = recipient === undefined ? [] : await copyKeys(dataDir, id, writer);
    const manifest: Manifest = {
      format: 1,
      id,
      version: manifestOfProgram.version,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      recipient: recipient ?? null,
      ...(base && { base: base.base ?? base.id }),
      logDays,
      files: [...writer.files.values()],
      ...{ postgres, clickhouse: rows, segments: logs.segments, checkpoint, keys },
    };
    await writer.finish(`${id}/${MANIFEST}`, encodeManifest(manifest));
    return { manifest, bytesWritten: writer.bytesWritten + bytesWritten + (before?.bytesWritten ?? 0) };
  } catch (error) {
    await writer.removeWritten();
    throw error;
  }
}

interface Rows {
  rows: Manifest['clickhouse'];
  checkpoint: Manifest['checkpoint'];
  /** The logs before the rows were copied. */
  before: ArchivedLogs | undefined;
}

async function copyRows(
  { dataDir, clickhouse }: BackupSources,
  writer: FileWriter,
  copyLogs: () => Promise<ArchivedLogs>,
): Promise<Rows> {
  // What ClickHouse lacks is in the log of that moment, and what is applied and deleted later is in ClickHouse.
  const { segments: checkpoint } = await loadCheckpoint(join(dataDir, 'events', 'checkpoint.json'));
  const before = await copyLogs();
  const rows = clickhouse && (await copyClickhouseRows(clickhouse, writer));
  return { rows, checkpoint, before };
}

/** What was clicked since then is in the log. */
function shareRows(base: Manifest, writer: FileWriter): Rows {
  const stored = new Map(base.files.map((file) => [file.path, file]));
  for (const path of listRowFiles(base)) writer.share(stored.get(path) as StoredFile);
  return { rows: base.clickhouse, checkpoint: base.checkpoint, before: undefined };
}

async function copyPostgres(url: string, id: string, writer: FileWriter): Promise<Manifest['postgres']> {
  const splitter = createSplitter(writer, `${id}/postgres`);
  const copied = await copyTables(url, (table, chunk) => splitter.push(table, chunk));
  await splitter.flush();
  return { ...copied, tables: copied.tables.map((table) => ({ ...table, files: splitter.pathsOf(table.name) })) };
}

async function copyKeys(dataDir: string, id: string, writer: FileWriter): Promise<Manifest['keys']> {
  const keys: Manifest['keys'] = [];
  for (const path of KEYS) {
    const bytes = await readFile(join(dataDir, path)).catch(() => undefined);
    if (bytes) keys.push({ path, file: await writer.add(`${id}/keys/${path}`, bytes) });
  }
  return keys;
}
