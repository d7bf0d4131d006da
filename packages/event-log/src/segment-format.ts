import { open } from 'node:fs/promises';
import { listSegments } from './list-segments.ts';
import { checksumSeed, SEGMENT_FORMAT, SEGMENT_START, scanRecords } from './record.ts';

/** The first record of a segment is short, and its layout never changes. */
const START_BYTES = 512;

export interface NewerSegment {
  path: string;
  format: number;
}

/** A segment that a newer version wrote, and this one can't read. */
export async function findNewerSegment(folder: string): Promise<NewerSegment | undefined> {
  for (const { path, segment } of await listSegments(folder)) {
    const format = await readFormat(path, segment);
    if (format !== undefined && format > SEGMENT_FORMAT) return { path, format };
  }
  return undefined;
}

/** Undefined if the start is damaged: the records after it are read as far as they are sound. */
async function readFormat(path: string, segment: string): Promise<number | undefined> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    let format: number | undefined;
    scanRecords(
      buffer.subarray(0, bytesRead),
      { seed: checksumSeed(segment), offset: 0 },
      (kind, start, end, offset) => {
        if (offset === 0 && kind === SEGMENT_START.charCodeAt(0))
          ({ format } = JSON.parse(buffer.toString('utf8', start, end)) as { format?: number });
      },
    );
    return format;
  } finally {
    await file.close();
  }
}
