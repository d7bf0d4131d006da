import { execFile, spawn } from 'node:child_process';
import { open, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from './leftovers.ts';
import { SERVER_ENV, type ServerUser } from './server-user.ts';

const execute = promisify(execFile);

/** The running server of a data folder, as recorded in postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
}

const LOG_FILE_MAX = 10 * 1024 * 1024;

/** The running server of this folder. Removes a stale PID file if it would prevent the next start. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const file = join(folder, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!isAlive(pid)) return undefined; // PostgreSQL detects a dead process itself
  if (await servesFolder(pid, folder)) return { pid, port: Number(lines[3]) };
  // The PID was reused by another process, which PostgreSQL would mistake for a running server.
  await rm(file, { force: true });
  return undefined;
}

async function servesFolder(pid: number, folder: string): Promise<boolean> {
  // The postmaster's working directory is its data folder, even if the folder was renamed.
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
  const { stdout } = await execute('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(folder);
}

/** A server whose files were replaced by an update cannot load more of them. */
export async function runsRemovedProgram(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return (await readlink(`/proc/${pid}/exe`).catch(() => '')).endsWith(' (deleted)');
}

interface SpawnOptions {
  binaries: string;
  folder: string;
  user: ServerUser | undefined;
  port: number;
  durable: boolean;
  logFile: string;
}

export interface StartedPostmaster {
  hasExited(): boolean;
  /** What it has logged since it was started. */
  output(): Promise<string>;
}

export async function spawnPostmaster(options: SpawnOptions): Promise<StartedPostmaster> {
  const { binaries, folder, user, port, durable, logFile } = options;
  const written = await stat(logFile).then(
    ({ size }) => size,
    () => 0,
  );
  if (written > LOG_FILE_MAX) await rename(logFile, `${logFile}.1`);
  const from = written > LOG_FILE_MAX ? 0 : written;
  const log = await open(logFile, 'a', 0o600);
  const on = durable ? 'on' : 'off';
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: on,
    full_page_writes: on,
    synchronous_commit: on,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // No statement errors: the program gets them anyway, and they may contain sensitive data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  try {
    const child = spawn(
      join(binaries, 'bin', 'postgres'),
      ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // Detached, because Ctrl-C in a terminal is for the program, which then stops the server itself.
      { cwd: '/', env: SERVER_ENV, stdio: ['ignore', log.fd, log.fd], detached: true, ...user },
    );
    let exited = false;
    child.once('exit', () => {
      exited = true;
    });
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return {
      hasExited: () => exited,
      output: async () => (await readFile(logFile)).subarray(from).toString('utf8').trim(),
    };
  } finally {
    await log.close();
  }
}

const STOP_SIGNALS = {
  /** A clean shutdown that closes connections; forced only if it takes too long. */
  calm: [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ],
  /** For a server that does not respond. It recovers at its next start. */
  forced: [
    ['SIGQUIT', 2_000],
    ['SIGKILL', 5_000],
  ],
} as const;

export async function stopPostmaster(folder: string, way: keyof typeof STOP_SIGNALS = 'calm'): Promise<void> {
  for (const [signal, patienceMs] of STOP_SIGNALS[way]) {
    const running = await findPostmaster(folder);
    if (!running) return;
    try {
      process.kill(running.pid, signal);
    } catch {
      // already gone
    }
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!(await findPostmaster(folder))) return;
      await sleep(20);
    }
  }
  throw new Error(`PostgreSQL in ${folder} cannot be stopped.`);
}
