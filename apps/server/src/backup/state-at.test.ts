import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findBase } from './find-base.ts';
import { backupId, encodeManifest, type LogArchive, type Manifest } from './manifest.ts';
import { findNewestState, findStateAt } from './state-at.ts';
import type { BackupTarget } from './targets/backup-target.ts';
import { openFolderTarget } from './targets/folder-target.ts';

const DAY_MS = 86_400_000;
let folder: string;
let target: BackupTarget;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'poklik-state-'));
  target = openFolderTarget(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** PostgreSQL is copied a minute after the start. Each has all bytes of its log so far, in one segment. */
async function write(start: string | number, change: Partial<Manifest> = {}): Promise<string> {
  const at = new Date(start);
  const id = backupId(at);
  const piece = `archive/events/here/s1/0-${at.getTime()}`;
  const manifest: Manifest = {
    ...{ format: 1, id, version: '0.1.0', recipient: null, logDays: 7 },
    ...{ startedAt: at.toISOString(), finishedAt: new Date(at.getTime() + 90_000).toISOString() },
    files: [`${id}/postgres/users.1`, piece, 'archive/clickhouse/1'].map((path) => ({ path, bytes: 1, sha256: '' })),
    postgres: {
      ...{ tables: [], sequences: [], migrations: [] },
      takenAt: new Date(at.getTime() + 60_000).toISOString(),
    },
    clickhouse: [{ name: 'clicks', columns: [], rows: '1', sum: '1', files: ['archive/clickhouse/1'] }],
    segments: [{ log: 'events', node: 'here', name: 's1', files: [piece] }],
    ...{ checkpoint: {}, keys: [] },
    ...change,
  };
  await target.write('archive/clickhouse/1', Buffer.from('x'));
  await target.write(`${id}/manifest.json`, encodeManifest(manifest));
  return id;
}

it.each([
  ['2026-11-18T03:11:00Z', '20261118T031000Z', '20261118T041000Z'],
  ['2026-11-18T04:10:00Z', '20261118T031000Z', '20261118T041000Z'],
  ['2026-11-18T04:10:30Z', '20261118T031000Z', '20261118T051000Z'],
  ['2026-11-18T04:11:00Z', '20261118T041000Z', '20261118T051000Z'],
])('combines PostgreSQL and logs for %s', async (at, snapshot, logs) => {
  for (const hour of [3, 4, 5]) await write(`2026-11-18T0${hour}:10:00Z`);
  const { manifest, logsFrom } = await findStateAt(target, new Date(at));
  expect([manifest.id, logsFrom]).toEqual([snapshot, logs]);
  const piece = `archive/events/here/s1/0-${Date.parse(logs.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))}`;
  expect(manifest.segments).toEqual([{ log: 'events', node: 'here', name: 's1', files: [piece] }]);
  expect(manifest.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([piece, `${snapshot}/postgres/users.1`, 'archive/clickhouse/1']),
  );
});

it.each([
  ['2026-11-18T03:10:59Z', 'The oldest has PostgreSQL as of 2026-11-18T03:11:00.000Z'],
  ['2026-11-26T05:10:01Z', 'The latest clicks and postbacks are those up to 2026-11-26T05:10:00.000Z'],
  [
    '2026-11-22T00:00:00Z',
    'The log between 20261118T031000Z and 20261126T051000Z is incomplete: it was kept for 7 days',
  ],
])('says why nothing reaches %s', async (at, message) => {
  await write('2026-11-18T03:10:00Z');
  await write('2026-11-26T05:10:00Z');
  await expect(findStateAt(target, new Date(at))).rejects.toThrow(message);
});

it('keeps segments that were deleted later', async () => {
  const kept = { log: 'postbacks' as const, node: 'gone', name: 's1', files: [] };
  await write('2026-11-18T03:10:00Z', { segments: [kept] });
  await write('2026-11-18T04:10:00Z');
  const { manifest } = await findStateAt(target, new Date('2026-11-18T04:00:00Z'));
  expect(manifest.segments.map(({ node }) => node)).toEqual(['gone', 'here']);
});

/** A minute's pieces of the same segment, after those of a backup. */
async function archive(at: string, change: Partial<LogArchive> = {}): Promise<string> {
  const piece = `archive/events/here/s1/later-${Date.parse(at)}`;
  const list: LogArchive = {
    ...{ format: 1, startedAt: new Date(at).toISOString(), recipient: null, logDays: 7 },
    files: [{ path: piece, bytes: 1, sha256: '' }],
    segments: [{ log: 'events', node: 'here', name: 's1', files: [piece] }],
    ...change,
  };
  await target.write('logs/manifest.json', encodeManifest(list));
  return piece;
}

it('takes what was archived after the last backup', async () => {
  await write('2026-11-18T03:10:00Z');
  const latest = await write('2026-11-18T04:10:00Z');
  const piece = await archive('2026-11-18T04:41:00Z');
  const at = new Date('2026-11-18T04:40:30Z');
  const newest = await findNewestState(target);
  const reached = await findStateAt(target, at);
  for (const { manifest, logsFrom } of [newest, reached]) {
    expect([manifest.id, logsFrom]).toEqual([latest, null]);
    expect(manifest.segments.flatMap(({ files }) => files)).toEqual([piece]);
    expect(manifest.files.map(({ path }) => path)).toContain(piece);
  }
  expect([newest.reaches, newest.until]).toEqual([new Date('2026-11-18T04:41:00Z'), undefined]);
  expect([reached.reaches, reached.until]).toEqual([at, at]);
  await expect(findStateAt(target, new Date('2026-11-18T04:41:01Z'))).rejects.toThrow(
    'The latest clicks and postbacks are those up to 2026-11-18T04:41:00.000Z',
  );
});

it('is the last backup if nothing was archived after it that the same key opens', async () => {
  await expect(findNewestState(target)).rejects.toThrow('There are no backups.');
  const latest = await write('2026-11-18T04:10:00Z');
  const expected = { manifest: { id: latest }, logsFrom: latest, reaches: new Date('2026-11-18T04:10:00Z') };
  expect(await findNewestState(target)).toMatchObject(expected);
  await archive('2026-11-18T04:09:00Z');
  expect(await findNewestState(target)).toMatchObject(expected);
  await archive('2026-11-18T04:41:00Z', { recipient: 'age1x' });
  expect(await findNewestState(target)).toMatchObject(expected);
  await archive('2026-11-26T04:41:00Z');
  await expect(findNewestState(target)).rejects.toThrow('and the log archive is incomplete: it was kept for 7 days');
});

it('shares the rows of the latest backup for a day', async () => {
  const wanted = { recipient: undefined, hasRows: true, logDays: 7 };
  expect(await findBase(target, wanted)).toBeUndefined();
  const full = await write(Date.now() - 0.9 * DAY_MS);
  expect(await findBase(target, wanted)).toMatchObject({ id: full });
  // An hourly one has the same rows, and is enough when the full one is gone.
  const hourly = await write(Date.now() - 3_600_000, { base: full });
  expect(await findBase(target, wanted)).toMatchObject({ id: hourly, base: full });
  for (const other of [{ recipient: 'age1x' }, { hasRows: false }, { logDays: 1 }])
    expect(await findBase(target, { ...wanted, ...other })).toBeUndefined();
  await write(Date.now() - 1_800_000, { base: backupId(new Date(Date.now() - 1.1 * DAY_MS)) });
  expect(await findBase(target, wanted)).toBeUndefined();
  await write(Date.now());
  await target.remove('archive/clickhouse/1');
  expect(await findBase(target, wanted)).toBeUndefined();
});
