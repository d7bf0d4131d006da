import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { readStoredValues } from '../features/settings/settings.repo.ts';
import { type LiveConfig, openLiveConfig, SETTINGS_CHANNEL } from '../settings/live-config.ts';
import type { StoredValues } from '../settings/stored-settings.ts';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import { TRACKER_FOLDER } from '../tracking/tracker.ts';

interface Stores {
  db: Database | Promise<Database>;
  listen: Listen;
  log: Logger;
}

/** Stored settings of a tracker, with a copy on disk for starts without PostgreSQL. Secrets stay in the database. */
export async function openTrackerSettings(start: Config, { db, listen, log }: Stores): Promise<LiveConfig> {
  const folder = join(start.dataDir, TRACKER_FOLDER);
  const path = join(folder, 'settings.json');
  return openLiveConfig({
    start,
    known: await readCopy(path),
    read: async () => {
      const values = await readStoredValues(await db, undefined);
      await writeCopy(folder, path, values).catch((error: unknown) =>
        log.warn({ err: error, path }, 'settings copy could not be written'),
      );
      return values;
    },
    watch: (refresh) => listen(SETTINGS_CHANNEL, refresh, refresh),
    log,
  });
}

const FORMAT = 1;

/** A missing or damaged copy, or one of another format, keeps no tracker from starting. */
async function readCopy(path: string): Promise<StoredValues> {
  try {
    const { format, values } = JSON.parse(await readFile(path, 'utf8')) as { format: number; values: StoredValues };
    return format === FORMAT ? values : {};
  } catch {
    return {};
  }
}

/** Several trackers may share the folder. */
async function writeCopy(folder: string, path: string, values: StoredValues): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written = `${path}.${process.pid}`;
  await writeFile(written, JSON.stringify({ format: FORMAT, values }), { mode: 0o600 });
  await rename(written, path);
}
