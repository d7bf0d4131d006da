import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';

export interface SavedCount {
  campaignId: number;
  day: string;
  own: number;
}

interface Contents {
  tracker: string;
  counts: [campaignId: number, day: string, clicks: number][];
}

/** Written by releases in which trackers did not share caps. */
type FormerContents = [campaignId: number, count: { day: string; clicks: number }][];

interface CountsFile {
  /** Identifies the tracker that these counts belong to. */
  tracker: string;
  saved: readonly SavedCount[];
  /** The counts are saved within a second. */
  markChanged(): void;
  close(): Promise<void>;
}

interface Options {
  folder: string;
  /** Of this process; each has a file of its own. */
  node: string;
  /** The counts to save. */
  list: () => readonly SavedCount[];
  log: Logger;
}

const WRITE_INTERVAL_MS = 1_000;
const FORMER_FILE = 'daily-counts.json';

export async function openCountsFile({ folder, node, list, log }: Options): Promise<CountsFile> {
  const path = join(folder, 'daily-counts', `${node}.json`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(() => undefined);
  const { tracker, counts } = await load(path, join(folder, FORMER_FILE), log);
  let isChanged = false;
  let writing: Promise<void> = Promise.resolve();

  const write = (contents: Contents) => {
    writing = writing
      .then(() => replaceFile(path, JSON.stringify(contents)))
      .catch((error: unknown) => {
        isChanged = true;
        log.warn({ err: error }, 'saving daily cap counts failed');
      });
  };
  const writeChanges = () => {
    if (!isChanged) return;
    isChanged = false;
    const current = list().filter(({ own }) => own > 0);
    write({ tracker, counts: current.map(({ campaignId, day, own }) => [campaignId, day, own]) });
  };
  // The identity is saved before PostgreSQL learns it: with another one after a crash, clicks would count twice.
  write({ tracker, counts });
  await writing;
  const timer = setInterval(writeChanges, WRITE_INTERVAL_MS);
  timer.unref();

  return {
    tracker,
    saved: counts.map(([campaignId, day, own]) => ({ campaignId, day, own })),
    markChanged() {
      isChanged = true;
    },
    async close() {
      clearInterval(timer);
      writeChanges();
      await writing;
    },
  };
}

async function load(path: string, formerPath: string, log: Logger): Promise<Contents> {
  try {
    let text = await readIfExists(path);
    if (text === undefined) {
      // Moved, so that only one of several trackers continues with these counts.
      await rename(formerPath, path).catch(ignoreMissing);
      text = await readIfExists(path);
    }
    if (text !== undefined) return parse(text);
  } catch (error) {
    log.warn({ err: error }, 'daily cap counts unreadable, starting at zero');
  }
  return { tracker: randomUUID(), counts: [] };
}

function parse(text: string): Contents {
  const contents = JSON.parse(text) as Contents | FormerContents;
  if (!Array.isArray(contents)) return contents;
  return { tracker: randomUUID(), counts: contents.map(([id, { day, clicks }]) => [id, day, clicks]) };
}

const readIfExists = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(ignoreMissing);

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
