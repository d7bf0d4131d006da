import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NewerData } from '../stores/newer-data.ts';

/** Increased when an older program could no longer read the event logs or the snapshot of the campaigns. */
const FORMAT = 1;

/** Makes DATA_DIR, and tries it: only writing shows that a folder can be written. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    const format = await readFormat(dataDir);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const trial = join(dataDir, `.trial-${process.pid}`);
    await writeFile(trial, '');
    await rm(trial);
    if (format < FORMAT) await writeFile(formatFile(dataDir), `${FORMAT}\n`);
  } catch (error) {
    if (error instanceof NewerData) throw error;
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
  const format = Number(await readIfThere(formatFile(dataDir)));
  // What cannot be read as a number was not written by this program either.
  if (!(format <= FORMAT))
    throw new NewerData(`the data folder ${dataDir} has format ${format}, this program knows ${FORMAT}`);
  return format;
}

const readIfThere = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
