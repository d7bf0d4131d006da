import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type BackupTarget, FileMissing } from './backup-target.ts';

const PARTIAL = '.part';

/** A folder. Files appear complete, under their name, or not at all. */
export function openFolderTarget(folder: string): BackupTarget {
  return {
    async write(path, bytes) {
      const file = join(folder, path);
      const partial = `${file}${PARTIAL}`;
      try {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        const handle = await open(partial, 'w', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(partial, file);
        await syncFolder(dirname(file));
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: (path) =>
      readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(path) : error;
      }),
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return [];
          throw error;
        },
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    },
    async remove(path) {
      await rm(join(folder, path), { force: true });
      // Fails while a folder has other files.
      for (let parent = dirname(path); parent !== '.'; parent = dirname(parent))
        await rmdir(join(folder, parent)).catch(() => undefined);
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
