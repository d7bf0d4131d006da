import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { BlackListRow } from './black-list.ts';
import type { StoredCampaign } from './compiled-campaign.ts';

/** What the tracker knows about one campaign or about the black list of one account; null when it is gone. */
export type SnapshotEntry =
  | { kind: 'campaign'; id: number; value: StoredCampaign | null }
  | { kind: 'black_list'; id: number; value: { mark: string; rows: BlackListRow[] } | null };

export interface Snapshot {
  /** Every entry, the latest state of each last. */
  read(onEntry: (entry: SnapshotEntry) => void): Promise<void>;
  /** Never waited for by a click and never fails it. */
  put(entry: SnapshotEntry): void;
  close(): Promise<void>;
}

/** Below this the file is not worth tidying. */
const TIDY_FROM_BYTES = 8 * 1024 * 1024;

/**
 * The campaigns and black lists in one file, a line each, so that a tracker can start while PostgreSQL is away. A change
 * is a new line at the end; when half of the file is out of date it is written anew and put in the old one's place.
 */
export function openSnapshot(path: string, log: Logger): Snapshot {
  let file: FileHandle | undefined;
  let work: Promise<void> = Promise.resolve();
  let queued: string[] = [];
  let bytes = 0;
  let tidyBytes = 0;

  async function write(): Promise<void> {
    const lines = queued;
    queued = [];
    if (lines.length === 0) return;
    try {
      file ??= await openForAppending();
      for (const line of lines) bytes += (await file.write(`${line}\n`)).bytesWritten;
      if (bytes > Math.max(TIDY_FROM_BYTES, tidyBytes * 2)) await tidy();
    } catch (error) {
      log.warn({ err: error, path }, 'the snapshot of the campaigns cannot be written');
      await closeFile();
    }
  }

  async function openForAppending(): Promise<FileHandle> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const opened = await open(path, 'a', 0o600);
    bytes = (await opened.stat()).size;
    // A line that a crash cut short must not swallow the next one.
    bytes += (await opened.write('\n')).bytesWritten;
    return opened;
  }

  async function tidy(): Promise<void> {
    const latest = new Map<string, number>();
    let number = 0;
    for await (const line of linesOf(path)) {
      number += 1;
      const name = nameOf(line);
      if (name) latest.set(name, number);
    }
    const current = new Set(latest.values());
    const fresh = `${path}.new`;
    const target = await open(fresh, 'w', 0o600);
    try {
      number = 0;
      for await (const line of linesOf(path)) {
        number += 1;
        if (current.has(number) && !line.endsWith('"value":null}')) await target.write(`${line}\n`);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(fresh, path);
    await closeFile();
    tidyBytes = (await stat(path)).size;
    bytes = tidyBytes;
  }

  async function closeFile(): Promise<void> {
    await file?.close().catch(() => undefined);
    file = undefined;
  }

  return {
    async read(onEntry) {
      for await (const line of linesOf(path)) {
        const entry = parse(line);
        if (entry) onEntry(entry);
      }
    },
    put(entry) {
      // As text it takes a fraction of the room while it waits.
      queued.push(JSON.stringify(entry));
      if (queued.length === 1) work = work.then(write);
    },
    async close() {
      await work;
      await closeFile();
    },
  };
}

/** Lines begin with kind and id, which are all that tidying needs of them. */
const nameOf = (line: string): string | undefined => /^\{"kind":"(\w+)","id":(\d+),/.exec(line)?.[0];

function parse(line: string): SnapshotEntry | undefined {
  if (!nameOf(line)) return undefined;
  try {
    return JSON.parse(line) as SnapshotEntry;
  } catch {
    return undefined; // cut short by a crash
  }
}

/** Nothing when there is no file. Lines end at \n alone: a text may contain other separators. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (rest) yield rest;
}
