import { execFile } from 'node:child_process';
import { readFile, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { hasNativeEngine } from '@poklik/embedded-clickhouse/native-engine';
import { listSegments } from '@poklik/event-log/list-segments';
import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { openPostgres } from '../stores/postgres.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const NATIVE_MEMORY = 2 * GIB;
/** The portable engine takes up to 3 GB. */
const PORTABLE_MEMORY = 4 * GIB;
/** A machine of 2 GB reports a little less. */
const MEMORY_TOLERANCE = 0.9;
const AVAILABLE_MIN = 256 * MIB;
const DISK_MIN = GIB;
const DISK_SHARE_MIN = 0.1;
const CLOCK_TOLERANCE_MS = 2_000;
/** Files may be written by a machine whose clock is a little ahead. */
const FUTURE_TOLERANCE_MS = 60_000;

const gigabytes = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GB`;

export async function checkMemory({ roles, clickhouseUrl, shards }: Config): Promise<CheckResult[]> {
  const limit = Number(await readFile('/sys/fs/cgroup/memory.max', 'utf8').catch(() => ''));
  const total = limit > 0 && Number.isFinite(limit) ? Math.min(limit, totalmem()) : totalmem();
  const hasEngine = !clickhouseUrl && shards.length === 0 && roles.includes('stats');
  const needed = hasEngine && !hasNativeEngine() ? PORTABLE_MEMORY : NATIVE_MEMORY;
  const info = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const available = Number(/^MemAvailable: +(\d+)/m.exec(info)?.[1] ?? Number.NaN) * 1024;
  const found = Number.isNaN(available)
    ? gigabytes(total)
    : `${gigabytes(total)}, ${gigabytes(Math.min(available, total))} available`;
  const isEnough = total >= needed * MEMORY_TOLERANCE;
  if (hasEngine && !isEnough)
    return [problem(`${found}; embedded ClickHouse needs ${gigabytes(needed)}. Add memory or set CLICKHOUSE_URL.`)];
  if (available < AVAILABLE_MIN) return [problem(`${found}. Stop other programs or add memory.`)];
  return [ok(found)];
}

export async function checkDisk({ dataDir }: Config): Promise<CheckResult[]> {
  const folder = await findExisting(dataDir);
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const found = `${gigabytes(free)} of ${gigabytes(total)} free for ${dataDir}`;
  // Some file systems have no fixed number of files.
  if (files > 0 && ffree === 0) return [problem(`${found}, but no more files can be created there.`)];
  if (free < DISK_MIN || free < total * DISK_SHARE_MIN)
    return [problem(`${found}. Free space or move DATA_DIR: on a full disk, clicks are not recorded.`)];
  return [ok(found)];
}

/** The folder itself, or the nearest one above it that exists. */
async function findExisting(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : findExisting(dirname(folder));
}

export async function checkClock({ dataDir, databaseUrl }: Config): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const newest = await findNewestRecord(dataDir);
  const ahead = newest - Date.now();
  if (ahead > FUTURE_TOLERANCE_MS)
    results.push(
      problem(
        `${new Date().toISOString()}, but the click log was written at ${new Date(newest).toISOString()}. Set the clock.`,
      ),
    );
  if (databaseUrl) results.push(...(await compareWithDatabase(databaseUrl)));
  const synchronized = await isSynchronized();
  if (synchronized === false)
    results.push(note('not synchronized over the network. Switch it on with `timedatectl set-ntp true`.'));
  return results.length > 0 ? results : [ok(new Date().toISOString())];
}

async function findNewestRecord(dataDir: string): Promise<number> {
  const segments = await listSegments(join(dataDir, 'events')).catch(() => []);
  const times = await Promise.all(segments.map(async ({ path }) => (await stat(path)).mtimeMs));
  return Math.max(0, ...times);
}

async function compareWithDatabase(url: string): Promise<CheckResult[]> {
  const postgres = openPostgres(url, createLog('silent'));
  try {
    const before = Date.now();
    const { rows } = await postgres.db.execute<{ now: string }>(
      sql`select extract(epoch from clock_timestamp()) * 1000 as now`,
    );
    const after = Date.now();
    const theirs = Number(rows[0]?.now);
    const difference = Math.round(theirs < before ? before - theirs : Math.max(0, theirs - after));
    if (difference <= CLOCK_TOLERANCE_MS) return [];
    return [
      problem(`${(difference / 1000).toFixed(1)} s away from the clock of PostgreSQL. Synchronize both with NTP.`),
    ];
  } catch {
    return []; // reported with the click log
  } finally {
    await postgres.close();
  }
}

/** Undefined where systemd does not say. */
async function isSynchronized(): Promise<boolean | undefined> {
  const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value']).catch(
    () => ({ stdout: '' }),
  );
  return { yes: true, no: false }[stdout.trim()];
}
