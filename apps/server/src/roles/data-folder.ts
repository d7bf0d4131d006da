import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NewerData } from '../stores/newer-data.ts';

/** Raised when a program of before could no longer read the event logs or the snapshot of the campaigns. */
const FORMAT = 1;

/** Makes DATA_DIR, and tries it: only writing shows that a folder can be written. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const format = await readFormat(dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const trial = join(dataDir, `.trial-${process.pid}`);
    await writeFile(trial, '');
    await rm(trial);
    if (format < FORMAT) await writeFile(formatFile(dataDir), `${FORMAT}\n`);
  } catch (error) {
    // A disk that is full now may have room later, and links are answered all the same.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
    throw new Error(
      `The data folder ${dataDir} cannot be written: ${(error as Error).message}. Set DATA_DIR to another.`,
    );
  }
}

const formatFile = (dataDir: string): string => join(dataDir, 'format');

/** 0 where none is noted yet. */
async function readFormat(dataDir: string): Promise<number> {
  const format = Number(await readFile(formatFile(dataDir), 'utf8').catch(() => 0));
  if (format > FORMAT)
    throw new NewerData(`the data folder ${dataDir} has format ${format}, this program knows ${FORMAT}`);
  return format;
}
