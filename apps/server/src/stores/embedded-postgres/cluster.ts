import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeStaging, removeLeftovers } from './leftovers.ts';
import { canEnter, runAs, type ServerUser } from './server-user.ts';

/** Where the data goes if PostgreSQL's user cannot access DATA_DIR. */
const REACHABLE = '/var/lib/poklik';
const STAGING = 'postgres.new-';
const PASSWORD_DRAFT = 'postgres-password.';
const VERSION = '18';
export const SUPERUSER = 'postgres';

interface ClusterOptions {
  dataDir: string;
  binaries: string;
  user: ServerUser | undefined;
  durable: boolean;
  log: Logger;
}

export interface Cluster {
  /** The data folder, with symbolic links resolved. */
  folder: string;
  password: string;
}

/** Finds or creates the data folder. Creation is atomic, even if the process is killed. */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, user } = options;
  const place = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres-password');
  for (const prefix of [STAGING, PASSWORD_DRAFT]) await removeLeftovers(dataDir, prefix);
  if (!(await isInitialized(place))) {
    await ensurePassword(passwordFile, join(dataDir, `${PASSWORD_DRAFT}${process.pid}`));
    await create(place, await readPassword(passwordFile), options);
  }
  const folder = await realpath(place);
  if (
    user &&
    !(await canEnter(user, folder)) &&
    !((await grantAccess(user, dataDir)) && (await canEnter(user, folder)))
  ) {
    throw new Error(
      `PostgreSQL runs as user ${user.uid} and can no longer enter ${folder}. Let it in (chmod o+x on the folders above).`,
    );
  }
  return { folder, password: await readPassword(passwordFile) };
}

async function isInitialized(place: string): Promise<boolean> {
  const entry = await lstat(place).catch(() => undefined);
  if (!entry) return false;
  const version = await readFile(join(place, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === VERSION) return true;
  if (version) throw new Error(`${place} was made by PostgreSQL ${version.trim()}; this program runs ${VERSION}.`);
  if (entry.isSymbolicLink()) throw new Error(`${place} points to a folder that is gone or holds no PostgreSQL data.`);
  const contents = await readdir(place);
  if (contents.length > 0) throw new Error(`${place} cannot be read, or holds something other than PostgreSQL data.`);
  return false;
}

async function create(place: string, password: string, options: ClusterOptions): Promise<void> {
  const { dataDir, user, log } = options;
  if (!user || (await canEnter(user, dataDir)) || (await grantAccess(user, dataDir))) {
    await initialise(dataDir, password, options, (made) => settle(rename(made, place)));
    return;
  }
  await mkdir(REACHABLE, { recursive: true });
  await chmod(REACHABLE, 0o755);
  await removeLeftovers(REACHABLE, STAGING);
  // The name is never reused, because a DATA_DIR that was moved still links to its folder.
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const target = join(REACHABLE, `${name}-${randomBytes(4).toString('hex')}`);
  await initialise(REACHABLE, password, options, async (made) => {
    await rename(made, target);
    if (!(await settle(symlink(target, place)))) await rm(target, { recursive: true, force: true });
  });
  log.info(
    `PostgreSQL's own user cannot enter ${dataDir}: its data lives in ${await realpath(place)}, linked from there`,
  );
}

/** Lets other users pass through DATA_DIR, but not through its parents. Its contents have their own permissions. */
async function grantAccess(user: ServerUser, dataDir: string): Promise<boolean> {
  const { mode } = await stat(dataDir);
  await chmod(dataDir, (mode & 0o777) | 0o001);
  if (await canEnter(user, dataDir)) return true;
  await chmod(dataDir, mode & 0o777);
  return false;
}

/** False if another program was first; its result is used. */
async function settle(move: Promise<void>): Promise<boolean> {
  try {
    await move;
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function initialise(
  parent: string,
  password: string,
  { binaries, user, durable }: ClusterOptions,
  publish: (made: string) => Promise<unknown>,
): Promise<void> {
  const staging = await makeStaging(parent, STAGING);
  try {
    const made = join(staging, 'cluster');
    const secret = join(staging, 'password');
    await writeDurably(secret, password);
    if (user) for (const path of [secret, staging]) await chown(path, user.uid, user.gid);
    await runAs(user, join(binaries, 'bin', 'initdb'), [
      `--pgdata=${made}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await publish(made);
    if (durable) await syncFolder(parent);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Written once, before the cluster is created. If two programs do it at the same time, the first password stays. */
async function ensurePassword(file: string, draft: string): Promise<void> {
  await writeDurably(draft, randomBytes(24).toString('base64url'));
  await settle(link(draft, file));
  await rm(draft);
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new Error(`The password of the database cannot be read from ${file}.`, { cause: error });
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
