import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const inUse = new Set<string>();

/** A folder to make something in before it is moved to its place. The name carries who is at work there. */
export async function makeStaging(parent: string, prefix: string): Promise<string> {
  const folder = join(parent, `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  // Known before it is there, so that nobody beside us takes it for a leftover.
  inUse.add(folder);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Removes what programs that were killed in the middle left behind. */
export async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    // Our own number on a folder we do not know: a program before us had the same one, as in a container.
    if (pid === process.pid ? inUse.has(join(parent, name)) : isAlive(pid)) continue;
    // A child of the killed program may still write there; what stays is removed by the next start.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(
      () => undefined,
    );
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
