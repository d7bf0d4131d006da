import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join, parse as parsePath } from 'node:path';
import { claimFolder, isOwnedByAnother } from '@poklik/event-log/claim-folder';
import type { Logger } from 'pino';
import type { BlackListRow } from '../addresses/black-list.ts';
import type { StoredCampaign } from './compiled-campaign.ts';
import type { StoredLander } from './lander-index.ts';
import type { StoredOffer } from './offer-index.ts';
import type { StoredAccount } from './postback-keys.ts';

/** The state of a campaign, of an offer, of a lander, of an account's black list or of its postback keys; null if deleted. */
export type SnapshotEntry =
  | { kind: 'campaign'; id: number; value: StoredCampaign | null }
  | { kind: 'offer'; id: number; value: StoredOffer | null }
  | { kind: 'lander'; id: number; value: StoredLander | null }
  | { kind: 'postback_keys'; id: number; value: StoredAccount | null }
  | { kind: 'black_list'; id: number; value: { mark: string; rows: BlackListRow[] } | null };

export interface Snapshot<Entry = SnapshotEntry> {
  /** All entries; the latest state of each comes last. */
  read(onEntry: (entry: Entry) => void): Promise<void>;
  /** Never blocks or fails a click. */
  put(entry: Entry): void;
  close(): Promise<void>;
}

/** Smaller files are not compacted. */
const COMPACT_MIN_BYTES = 8 * 1024 * 1024;

/**
 * Campaigns, offers, landers, black lists and postback keys in one file, a line each, so that a tracker can start without PostgreSQL. Changes are
 * appended; when half of the file is outdated it is compacted. Each running tracker on a data folder has its own file.
 */
export function openSnapshot<Entry = SnapshotEntry>(sharedPath: string, log: Logger): Snapshot<Entry> {
  let claim: Promise<OwnFile> | undefined;
  const findOwn = () => {
    claim ??= claimOwnFile(sharedPath);
    return claim;
  };
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
      if (bytes > Math.max(COMPACT_MIN_BYTES, tidyBytes * 2)) await compact();
    } catch (error) {
      log.warn({ err: error, path: sharedPath }, 'campaign snapshot write failed');
      await closeFile();
    }
  }

  async function openForAppending(): Promise<FileHandle> {
    const { path } = await findOwn();
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const opened = await open(path, 'a', 0o600);
    bytes = (await opened.stat()).size;
    // A line truncated by a crash must not swallow the next one.
    bytes += (await opened.write('\n')).bytesWritten;
    return opened;
  }

  async function compact(): Promise<void> {
    const { path } = await findOwn();
    await compactFile(path);
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
      const { path } = await findOwn();
      for await (const line of linesOf(path)) {
        const entry = parse(line) as Entry | undefined;
        if (entry) onEntry(entry);
      }
    },
    put(entry) {
      // Text takes a fraction of the memory while it waits.
      queued.push(JSON.stringify(entry));
      if (queued.length === 1) work = work.then(write);
    },
    async close() {
      await work;
      await closeFile();
      (await claim)?.release();
      claim = undefined;
    },
  };
}

/** Keeps the latest state of everything that is not deleted. */
async function compactFile(path: string): Promise<void> {
  const latest = new Map<string, number>();
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const name = entryName(line);
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
}

interface OwnFile {
  path: string;
  release(): void;
}

/** The first running tracker has the file itself, others start with a copy of it. */
async function claimOwnFile(path: string): Promise<OwnFile> {
  const { dir, name, ext } = parsePath(path);
  for (let turn = 1; ; turn += 1) {
    const own = turn === 1 ? path : join(dir, `${name}@${turn}${ext}`);
    try {
      const release = await claimFolder(own);
      if (turn > 1) await copyFile(path, own).catch(() => undefined); // there is none yet
      return { path: own, release };
    } catch (error) {
      if (!isOwnedByAnother(error)) throw error;
    }
  }
}

/** Lines start with kind and ID, which is all that compaction needs. */
const entryName = (line: string): string | undefined => /^\{"kind":"(\w+)","id":(\d+),/.exec(line)?.[0];

function parse(line: string): unknown {
  if (!entryName(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // truncated by a crash
  }
}

/** Empty if there is no file. Only \n ends a line: texts may contain other separators. */
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
