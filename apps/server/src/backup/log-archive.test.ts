import { appendFile, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseKeepRule } from '@poklik/domain/backups/keep-rule';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveLogs, holdArchive, readLogArchive } from './log-archive.ts';
import { listPieces } from './log-segments.ts';
import { encodeManifest, type LogArchive, sha256 } from './manifest.ts';
import { removeUnused } from './remove-unused.ts';
import { openFile } from './sealed-file.ts';
import type { BackupTarget } from './targets/backup-target.ts';
import { openFolderTarget } from './targets/folder-target.ts';

const MB = 1024 * 1024;
const FULL = 16 * MB;
const KEEP = parseKeepRule('24h') as NonNullable<ReturnType<typeof parseKeepRule>>;

describe('pieces of a segment', () => {
  const chain = (...ends: number[]) => ends.slice(1).map((to, index) => ({ from: ends[index] as number, to }));
  const minutes = Array.from({ length: 60 }, (_, minute) => minute * 10);
  it.each([
    ['nothing of an empty one', 0, [], []],
    ['all of a new one', 100, [], chain(0, 100)],
    ['what is new', 250, chain(0, 100, 150), chain(0, 100, 150, 250)],
    ['nothing of an unchanged one', 150, chain(0, 100, 150), chain(0, 100, 150)],
    ['a full part once', FULL + 5, chain(0, 100, 150), chain(0, FULL, FULL + 5)],
    ['after a full part', FULL + 9, chain(0, FULL, FULL + 5), chain(0, FULL, FULL + 5, FULL + 9)],
    ['a full part as one', FULL, chain(0, 100, FULL), chain(0, FULL)],
    ['a long chain as one', 700, [...chain(...minutes), ...chain(590, 600)], chain(0, 700)],
    ['the longest pieces', 300, [...chain(0, 100, 200), ...chain(0, 200)], chain(0, 200, 300)],
    ['without what a failed write has removed', 120, chain(0, 100, 170), chain(0, 100, 120)],
    ['again if the beginning is lost', 300, chain(100, 200), chain(0, 300)],
  ])('%s', (_, size, stored, expected) => {
    expect(listPieces(size, stored)).toEqual(expected);
  });
});

describe('archive of the logs', () => {
  let place: string;
  let dataDir: string;
  let target: BackupTarget;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'poklik-log-archive-'));
    dataDir = join(place, 'data');
    target = openFolderTarget(join(place, 'backups'));
    for (const log of ['events', 'postbacks']) await mkdir(join(dataDir, log, 'here'), { recursive: true });
  });
  afterEach(() => rm(place, { recursive: true, force: true }));

  const segment = (name = 's1', log = 'events') => join(dataDir, log, 'here', `${name}.log`);
  const archive = async (recipient?: string, to = target): Promise<LogArchive> =>
    (await archiveLogs({ target: to, recipient, dataDir, logDays: 7 })).archive;
  const pieces = async () => (await target.list()).filter((path) => path.startsWith('archive/')).sort();

  async function contentOf({ segments, files }: LogArchive, name: string, identity?: string): Promise<string> {
    const parts: Buffer[] = [];
    for (const path of segments.find((one) => one.name === name)?.files ?? []) {
      const bytes = await target.read(path);
      expect(sha256(bytes)).toBe(files.find((file) => file.path === path)?.sha256);
      parts.push(await openFile(bytes, identity));
    }
    return Buffer.concat(parts).toString('utf8');
  }

  it('adds what is new, and remembers when', async () => {
    await writeFile(segment(), 'one ');
    await writeFile(segment('s1', 'postbacks'), 'postback');
    const before = new Date().toISOString();
    await archive();
    await appendFile(segment(), 'two ');
    const second = await archive();
    const found = (await pieces()).map((path) => path.replace(/~[0-9a-f]{8}$/, ''));
    expect(found).toEqual([
      'archive/events/here/s1/0-4',
      'archive/events/here/s1/4-8',
      'archive/postbacks/here/s1/0-8',
    ]);
    expect(await readLogArchive(target)).toEqual(second);
    expect(second.startedAt >= before).toBe(true);
    expect(await contentOf(second, 's1')).toBe('one two ');
  });

  it('loses nothing when writes fail in the middle, and leaves nothing of them', async () => {
    await writeFile(segment(), 'one ');
    const first = await archive();
    const before = await target.list();
    for (let written = 0; written < 3; written += 1) {
      await appendFile(segment(), 'more ');
      await appendFile(segment('s2'), 'other ');
      let room = written;
      const full: BackupTarget = {
        ...target,
        async write(path, bytes) {
          room -= 1;
          if (room < 0) throw new Error('no space left');
          await target.write(path, bytes);
        },
      };
      await expect(archive(undefined, full)).rejects.toThrow('no space left');
      expect((await target.list()).sort()).toEqual(before.sort());
      expect(await readLogArchive(target)).toEqual(first);
    }
    const last = await archive();
    expect([await contentOf(last, 's1'), await contentOf(last, 's2')]).toEqual([
      'one more more more ',
      'other other other ',
    ]);
  });

  it('keeps its pieces if only the answer to the last write was lost', async () => {
    await writeFile(segment(), 'one ');
    const lost: BackupTarget = {
      ...target,
      async write(path, bytes) {
        await target.write(path, bytes);
        if (path === 'logs/manifest.json') throw new Error('connection lost');
      },
    };
    await expect(archive(undefined, lost)).rejects.toThrow('connection lost');
    expect(await contentOf((await readLogArchive(target)) as LogArchive, 's1')).toBe('one ');
  });

  it('forgets segments that were deleted here, with the next removal', async () => {
    await writeFile(segment(), 'one ');
    await writeFile(segment('s2'), 'two ');
    await archive();
    await rm(segment());
    const later = await archive();
    expect(later.segments.map(({ name }) => name)).toEqual(['s2']);
    await removeUnused(target, KEEP);
    expect(await pieces()).toEqual(later.files.map(({ path }) => path));
    expect(await contentOf(later, 's2')).toBe('two ');
  });

  it('never replaces a file that something else uses', async () => {
    await writeFile(segment(), 'one ');
    const [old, next] = [await generateIdentity(), await generateIdentity()];
    const first = await archive(await identityToRecipient(old));
    const second = await archive(await identityToRecipient(next));
    expect(await contentOf(first, 's1', old)).toBe('one ');
    expect(await contentOf(second, 's1', next)).toBe('one ');
  });

  it('starts again after its list was damaged', async () => {
    await writeFile(segment(), 'one ');
    const first = await archive();
    const damaged = encodeManifest(first).toString('utf8').replace('"logDays": 7', '"logDays": 8');
    await target.write('logs/manifest.json', Buffer.from(damaged));
    await expect(readLogArchive(target)).rejects.toThrow('logs/manifest.json is damaged');
    expect(await contentOf(await archive(), 's1')).toBe('one ');
  });

  it('writes again what is missing when a backup asks', async () => {
    await writeFile(segment(), 'one ');
    for (const { path } of (await archive()).files) await target.remove(path);
    const { archive: checked } = await archiveLogs({
      ...{ target, recipient: undefined, dataDir, logDays: 7 },
      isChecked: true,
    });
    expect(await contentOf(checked, 's1')).toBe('one ');
  });

  it('waits while files are removed', async () => {
    await writeFile(segment(), 'one ');
    const steps: string[] = [];
    let archived: Promise<unknown> = Promise.resolve();
    await holdArchive(dataDir, undefined, async () => {
      archived = archive().then(() => steps.push('archived'));
      await sleep(300);
      steps.push('removed');
    });
    await archived;
    expect(steps).toEqual(['removed', 'archived']);
  });

  it('has segments larger than one file', async () => {
    await writeFile(segment(), '');
    await truncate(segment(), FULL + 10);
    const { segments } = await archive();
    expect(segments[0]?.files.map((path) => path.replace(/^.*\/|~.*$/g, ''))).toEqual([
      `0-${FULL}`,
      `${FULL}-${FULL + 10}`,
    ]);
    expect(await readdir(join(place, 'backups/logs'))).toEqual(['manifest.json']);
  });
});
