import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes DATA_DIR, and tries it: only writing shows that a folder can be written. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const trial = join(dataDir, `.trial-${process.pid}`);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    // A disk that is full now may have room later, and links are answered all the same.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
    throw new Error(
      `The data folder ${dataDir} cannot be written: ${(error as Error).message}. Set DATA_DIR to another.`,
    );
  }
}
