import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { claimFolder, isOwnedByAnother } from '../../stores/claim-folder.ts';

export interface OwnFolder {
  /** Its name within the log. */
  node: string;
  dir: string;
  release(): void;
}

/**
 * A folder of the log that no other living process writes: the machine's name for the first one, and a number after it
 * for those that run beside it. Machines may gather their logs in one place.
 */
export async function claimOwnFolder(log: string): Promise<OwnFolder> {
  const host = hostname().replace(/[^\w.-]/g, '_') || 'tracker';
  // A disk that is full now may have room later: the log itself tries again.
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
