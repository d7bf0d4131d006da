import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNewerSegment } from '@poklik/event-log/segment-format';
import { NewerData } from '../stores/newer-data.ts';

/** Increased when older versions can no longer read the event logs or the campaign snapshot. */
const FORMAT = 1;

/** Creates DATA_DIR and checks it with a test write. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    const format = await readFormat(dataDir);
    await requireKnownSegments(dataDir);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `.trial-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
    if (format < FORMAT) await writeFile(formatFile(dataDir), `${FORMAT}\n`);
  } catch (error) {
    if (error instanceof NewerData) throw error;
    // A full disk may have room later, and links work without it.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
    throw new Error(
      `Cannot write to the data folder ${dataDir}: ${(error as Error).message}. Set DATA_DIR to another folder.`,
    );
  }
}

async function requireKnownSegments(dataDir: string): Promise<void> {
  for (const log of ['events', 'postbacks']) {
    const newer = await findNewerSegment(join(dataDir, log));
    if (newer) throw new NewerData(`the log segment ${newer.path} has format ${newer.format}`);
  }
}

const formatFile = (dataDir: string): string => join(dataDir, 'format');

/** 0 if there is no format file. */
async function readFormat(dataDir: string): Promise<number> {
  const format = Number(await readIfExists(formatFile(dataDir)));
  // A format that is not a number was not written by this version either.
  if (!(format <= FORMAT))
    throw new NewerData(`the data folder ${dataDir} has format ${format}, this program knows ${FORMAT}`);
  return format;
}

const readIfExists = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
