import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

const execute = promisify(execFile);

/** Who PostgreSQL runs as when the program is root: it refuses to be root itself. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** Nothing of our environment reaches PostgreSQL: a stray PGDATA or PGPORT would change what it does. */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const OWN_USER = 'poklik';

/** The user to run PostgreSQL as, or undefined when it can run as ourselves. A data folder keeps its owner. */
export async function findServerUser(clusterFolder: string, log: Logger): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = await stat(clusterFolder).catch(() => undefined);
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const found =
    (await lookUp('postgres')) ?? (await lookUp(OWN_USER)) ?? (await createUser(log)) ?? (await lookUp('nobody'));
  if (!found) throw new Error('PostgreSQL cannot run as root and there is no other user: start as a normal user.');
  return found;
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(log: Logger): Promise<ServerUser | undefined> {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER]],
    ['adduser', ['-S', '-D', '-H', OWN_USER]],
  ];
  for (const [command, args] of ways) {
    try {
      await execute(command, args);
      log.info(`created the system user ${OWN_USER} to run PostgreSQL`);
      break;
    } catch {
      // not on this system, or another start was faster: the look-up below decides
    }
  }
  return lookUp(OWN_USER);
}

/** Runs a command to its end as the server's user. Rejects with what it printed. */
export async function runAs(user: ServerUser | undefined, command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, [...args], {
    cwd: '/',
    env: SERVER_ENV,
    timeout: 120_000,
    maxBuffer: 1024 * 1024,
    ...user,
  });
  return stdout;
}

/** Only trying tells: a parent with mode 700, an ACL or a mount option may each keep another user out. */
export async function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  return runAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  );
}
