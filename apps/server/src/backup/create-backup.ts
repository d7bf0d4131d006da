import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCheckpoint } from '@poklik/event-log/checkpoint';
import { claimFolder } from '@poklik/event-log/claim-folder';
import manifestOfProgram from '../../package.json' with { type: 'json' };
import type { Clickhouse } from '../stores/clickhouse.ts';
import { copyTables } from '../stores/copy-tables.ts';
import type { BackupTarget } from './backup-target.ts';
import { copyClickhouseRows } from './clickhouse-rows.ts';
import { createSplitter, FileWriter } from './file-writer.ts';
import { listRowFiles } from './find-base.ts';
import { listBackupIds, readManifest } from './list-backups.ts';
import { copySegments } from './log-segments.ts';
import { backupId, encodeManifest, MANIFEST, type Manifest, type StoredFile } from './manifest.ts';

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

/**
 * Copies a running installation. The clicks are copied before PostgreSQL, so that every campaign of a click is there.
 * The manifest is written last: without it there is no backup.
 */
export async function createBackup(sources: BackupSources): Promise<CreatedBackup> {
  const { target, recipient, dataDir, databaseUrl, logDays, base } = sources;
  const release = await claimFolder(join(dataDir, 'backup')).catch(() => {
    throw new BackupRunning();
  });
  const startedAt = new Date();
  const id = backupId(startedAt);
  const reusable = await findReusable(target, recipient);
  const writer = new FileWriter(target, recipient, reusable);
  try {
    const { rows, checkpoint } = base ? await shareRows(base, writer) : await copyRows(sources, writer);
    const segments = await copySegments(dataDir, writer);
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
      ...{ postgres, clickhouse: rows, segments, checkpoint, keys },
    };
    await target.write(`${id}/${MANIFEST}`, encodeManifest(manifest));
    return { manifest, bytesWritten: writer.bytesWritten };
  } catch (error) {
    await writer.removeWritten();
    throw error;
  } finally {
    release();
  }
}

type Rows = { rows: Manifest['clickhouse']; checkpoint: Manifest['checkpoint'] };

async function copyRows({ dataDir, clickhouse }: BackupSources, writer: FileWriter): Promise<Rows> {
  // What ClickHouse lacks is in the log of that moment, and what is applied and deleted later is in ClickHouse.
  const { segments: checkpoint } = await loadCheckpoint(join(dataDir, 'events', 'checkpoint.json'));
  await copySegments(dataDir, writer);
  const rows = clickhouse && (await copyClickhouseRows(clickhouse, writer));
  return { rows, checkpoint };
}

/** What was clicked since then is in the log. */
async function shareRows(base: Manifest, writer: FileWriter): Promise<Rows> {
  const stored = new Map(base.files.map((file) => [file.path, file]));
  for (const path of listRowFiles(base)) writer.share(stored.get(path) as StoredFile);
  return { rows: base.clickhouse, checkpoint: base.checkpoint };
}

/** Shared files of the latest backup that the same key opens. */
async function findReusable(target: BackupTarget, recipient: string | undefined): Promise<StoredFile[]> {
  const paths = await target.list();
  for (const id of listBackupIds(paths).toReversed()) {
    // A damaged backup must not prevent the next one.
    const manifest = await readManifest(target, id).catch(() => undefined);
    if (manifest?.recipient !== (recipient ?? null)) continue;
    const present = new Set(paths);
    return manifest.files.filter(({ path }) => path.startsWith('archive/') && present.has(path));
  }
  return [];
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
    if (bytes) keys.push({ path, file: await writer.add(`${id}/keys/${path}`, async () => bytes) });
  }
  return keys;
}
