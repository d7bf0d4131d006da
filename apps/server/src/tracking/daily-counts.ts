import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';

export interface DailyCounts {
  /** Clicks of a campaign on a day in its time zone. */
  get(campaignId: number, day: string): number;
  add(campaignId: number, day: string): void;
  close(): Promise<void>;
}

interface Count {
  day: string;
  clicks: number;
}

const WRITE_INTERVAL_MS = 1_000;

/** Counts toward daily caps, saved at most every second, so that they survive a restart. */
export async function openDailyCounts(path: string, log: Logger): Promise<DailyCounts> {
  const counts = await load(path, log);
  let isChanged = false;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    if (!isChanged) return;
    isChanged = false;
    const text = JSON.stringify([...counts]);
    writing = writing
      .then(() => replaceFile(path, text))
      .catch((error: unknown) => {
        isChanged = true;
        log.warn({ err: error }, 'saving daily cap counts failed');
      });
  };
  const timer = setInterval(write, WRITE_INTERVAL_MS);
  timer.unref();

  return {
    get(campaignId, day) {
      const count = counts.get(campaignId);
      return count?.day === day ? count.clicks : 0;
    },
    add(campaignId, day) {
      const count = counts.get(campaignId);
      if (count?.day === day) count.clicks += 1;
      else counts.set(campaignId, { day, clicks: 1 });
      isChanged = true;
    },
    async close() {
      clearInterval(timer);
      write();
      await writing;
    },
  };
}

async function load(path: string, log: Logger): Promise<Map<number, Count>> {
  try {
    return new Map(JSON.parse(await readFile(path, 'utf8')) as [number, Count][]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, 'daily cap counts unreadable, starting at zero');
    return new Map();
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
