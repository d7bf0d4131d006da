import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

const execute = promisify(execFile);

/** The user that PostgreSQL runs as if the program is root, because it refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** PostgreSQL does not inherit our environment: a stray PGDATA or PGPORT would change its behavior. */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const OWN_USER = 'poklik';

/** The user to run PostgreSQL as, or undefined for the current one. A data folder keeps its owner. */
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
      // not on this system, or another program created the user first: the lookup below decides
    }
  }
  return lookUp(OWN_USER);
}

/** Runs a command as the server's user. Rejects with its output if it fails. */
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

/** Tries it, because parent folders, ACLs and mount options can all deny access. */
export async function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  return runAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  );
}
