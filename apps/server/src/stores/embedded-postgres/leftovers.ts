import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const inUse = new Set<string>();

/** A folder for building something before it is moved into place. The name contains the PID of its owner. */
export async function makeStaging(parent: string, prefix: string): Promise<string> {
  const folder = join(parent, `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  // Registered before it exists, so that concurrent calls do not treat it as a leftover.
  inUse.add(folder);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Removes the staging folders of killed programs. */
export async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    // An unknown folder with our PID is from an earlier program with the same PID, as in a container.
    if (pid === process.pid ? inUse.has(join(parent, name)) : isAlive(pid)) continue;
    // A child of the killed program may still write there; the next start removes the rest.
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
