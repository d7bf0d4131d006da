import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Makes this process the only owner of a folder, or throws. The owner holds a socket, which the kernel closes with the
 * process, however that ends.
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const path = await socketPath(folder);
  try {
    return await listen(path);
  } catch (error) {
    if (process.platform === 'linux' || (await answers(path))) throw ownedByAnother(folder, error);
    rmSync(path, { force: true });
    return listen(path);
  }
}

/** Whether a running process on this machine owns the folder. */
export const isClaimed = async (folder: string): Promise<boolean> => answers(await socketPath(folder));

/** Whether a claim failed because the folder has an owner. */
export const isOwnedByAnother = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';

async function socketPath(folder: string): Promise<string> {
  // Symbolic links to the same folder share an owner.
  const parent = dirname(resolve(folder));
  const place = join(await realpath(parent).catch(() => parent), basename(folder));
  const name = `poklik-${createHash('sha256').update(place).digest('hex').slice(0, 24)}`;
  // Linux has abstract sockets, which leave no file behind.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

const ownedByAnother = (folder: string, cause: unknown) => new Error(`Another process owns ${folder}.`, { cause });

async function listen(path: string): Promise<() => void> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // In a process that shares its ports with others, Node would share this socket too.
    server.listen({ path, exclusive: true }, resolve);
  });
  server.unref();
  return () => server.close();
}

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Waits until the folder is free; undefined if aborted first. */
export async function waitForClaim(
  folder: string,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<(() => void) | undefined> {
  while (!signal.aborted) {
    const release = await claimFolder(folder).catch(() => undefined);
    if (release) return release;
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
