import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Makes this process the only owner of a folder, until it lets go, or throws. Whoever holds the socket owns it, and the kernel lets go of
 * it with the process, however that ends.
 */
export async function claimFolder(folder: string): Promise<() => void> {
  const name = `poklik-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  // Linux has names for sockets apart from files: nothing is left behind that could be taken for an owner.
  const path = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  try {
    return await listen(path);
  } catch (error) {
    if (process.platform === 'linux' || (await answers(path))) throw ownedByAnother(folder, error);
    rmSync(path, { force: true });
    return listen(path);
  }
}

const ownedByAnother = (folder: string, cause: unknown) => new Error(`Another process owns ${folder}.`, { cause });

async function listen(path: string): Promise<() => void> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
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

/** Waits until it is free; nothing if the signal comes first. */
export async function claimPatiently(
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
