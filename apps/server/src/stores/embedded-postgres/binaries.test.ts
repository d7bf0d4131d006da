import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { findBinaries } from './binaries.ts';
import { findServerUser, runAs } from './server-user.ts';

it.skipIf(process.getuid?.() !== 0)('copies binaries that only root can access, once (needs root)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'poklik-postgres-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  const user = await findServerUser(dataDir, log);
  const original = await findBinaries(user, log);
  const closed = join(dataDir, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const source = { folder: join(closed, 'native'), name: `postgres-test-${process.pid}` };
  await cp(original, source.folder, { recursive: true, verbatimSymlinks: true });
  const copies = await Promise.all([findBinaries(user, log, source), findBinaries(user, log, source)]);
  onTestFinished(() => rm(copies[0], { recursive: true, force: true }));
  expect(copies).toEqual([`/var/cache/poklik/${source.name}`, `/var/cache/poklik/${source.name}`]);
  expect(await runAs(user, join(copies[0], 'bin', 'postgres'), ['--version'])).toContain('PostgreSQL) 18');
  const made = (await stat(copies[0])).ino;
  await findBinaries(user, log, source);
  expect((await stat(copies[0])).ino).toBe(made);
  expect((await readdir('/var/cache/poklik')).filter((name) => name.startsWith('new-'))).toEqual([]);
});
