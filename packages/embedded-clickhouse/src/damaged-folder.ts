import { mkdir, readdir, readFile, rename, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Free space that the engine needs to create its tables completely. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** ClickHouse error codes for damaged files at startup; retrying does not help. */
const DAMAGED_CODES = new Set([27, 32, 33, 40, 62, 72, 246]);

export async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/**
 * The first incomplete definition of a database or table. A full disk can leave one behind, and the engine would never
 * start with it.
 */
export async function findDamage(folder: string): Promise<string | undefined> {
  const metadata = join(folder, 'metadata');
  for (const name of await readdir(metadata).catch(() => [])) {
    const path = join(metadata, name);
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
    const files = isFolder ? (await readdir(path)).map((file) => join(path, file)) : [path];
    for (const file of files.filter((each) => each.endsWith('.sql'))) if (!(await isComplete(file))) return file;
  }
  return undefined;
}

/** The engine ends each definition with a newline. */
async function isComplete(file: string): Promise<boolean> {
  const text = await readFile(file, 'latin1');
  return text.startsWith('ATTACH') && text.endsWith('\n');
}

export function isDamage(error: unknown): boolean {
  const code = /Code: (\d+)/.exec(error instanceof Error ? error.message : String(error))?.[1];
  return code !== undefined && DAMAGED_CODES.has(Number(code));
}

/** Moves the folder aside for inspection and creates an empty one. */
export async function moveAside(folder: string): Promise<string> {
  for (let turn = 1; ; turn += 1) {
    const aside = `${folder}.damaged-${turn}`;
    if (await stat(aside).catch(() => undefined)) continue;
    await rename(folder, aside);
    await mkdir(folder, { mode: 0o700 });
    return aside;
  }
}
