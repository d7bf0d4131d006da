import { mkdir, readdir, readFile, rename, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** What the engine needs at least to make its tables; one that runs out of it meanwhile leaves them half made. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** With these ClickHouse says at the start that its own files make no sense to it; waiting does not mend them. */
const DAMAGED_CODES = new Set([27, 32, 33, 40, 62, 72, 246]);

export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_BYTES;
}

/**
 * The first description of a database or table that is not whole, as a disk leaves it that was full: the engine would
 * refuse to start with it for ever. Nothing if all are.
 */
export async function findDamage(folder: string): Promise<string | undefined> {
  const metadata = join(folder, 'metadata');
  for (const name of await readdir(metadata).catch(() => [])) {
    const path = join(metadata, name);
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
    const files = isFolder ? (await readdir(path)).map((file) => join(path, file)) : [path];
    for (const file of files.filter((each) => each.endsWith('.sql'))) if (!(await isWhole(file))) return file;
  }
  return undefined;
}

/** The engine itself ends each with a new line. */
async function isWhole(file: string): Promise<boolean> {
  const text = await readFile(file, 'latin1');
  return text.startsWith('ATTACH') && text.endsWith('\n');
}

export function isDamage(error: unknown): boolean {
  const code = /Code: (\d+)/.exec(error instanceof Error ? error.message : String(error))?.[1];
  return code !== undefined && DAMAGED_CODES.has(Number(code));
}

/** Puts the folder beside itself, where somebody may look at it, and an empty one in its place. */
export async function setAside(folder: string): Promise<string> {
  for (let turn = 1; ; turn += 1) {
    const aside = `${folder}.damaged-${turn}`;
    if (await stat(aside).catch(() => undefined)) continue;
    await rename(folder, aside);
    await mkdir(folder, { mode: 0o700 });
    return aside;
  }
}
