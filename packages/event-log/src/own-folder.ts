import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { claimFolder, isOwnedByAnother } from './claim-folder.ts';

export interface OwnFolder {
  /** Its name within the log. */
  node: string;
  dir: string;
  release(): void;
}

/**
 * A folder that no other running process writes to: named after the machine, with a number for further processes. Logs
 * of several machines can be collected in one place.
 */
export async function claimOwnFolder(log: string): Promise<OwnFolder> {
  const host = hostname().replace(/[^\w.-]/g, '_') || 'tracker';
  // A full disk may have room later: the log itself retries.
  await mkdir(log, { recursive: true, mode: 0o700 }).catch(() => undefined);
  for (let turn = 1; ; turn += 1) {
    const node = turn === 1 ? host : `${host}@${turn}`;
    const dir = join(log, node);
    try {
      return { node, dir, release: await claimFolder(dir) };
    } catch (error) {
      if (!isOwnedByAnother(error)) throw error;
    }
  }
}
