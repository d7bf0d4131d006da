import { close, fdatasync, fstatSync, ftruncate, mkdir, open, unlink, write } from 'node:fs';
import { open as openHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listSegments } from './list-segments.ts';
import { checksumSeed, encodeRecord, HEADER_BYTES, SEGMENT_END, SEGMENT_FORMAT, SEGMENT_START } from './record.ts';
import { nameSegment } from './segment-name.ts';

export interface Segment {
  name: string;
  path: string;
  fd: number;
  seed: number;
  size: number;
  /** The size before the first appended record. */
  startSize: number;
}

export const makeFolder = promisify(mkdir);
const openFile = promisify(open);
const closeFile = promisify(close);
const writeBytes = promisify(write);
const truncate = promisify(ftruncate);
const remove = promisify(unlink);
const syncData = promisify(fdatasync);

/** Creates a segment and checks that it can be written and synced, and that its name survives a power cut. */
export async function createSegment(folder: string): Promise<Segment> {
  await makeFolder(folder, { recursive: true });
  const present = await listSegments(dirname(folder));
  const name = nameSegment(present.map(({ segment }) => segment));
  const path = join(folder, `${name}.log`);
  const segment: Segment = {
    name,
    path,
    fd: await openFile(path, 'wx', 0o600),
    seed: checksumSeed(name),
    size: 0,
    startSize: 0,
  };
  try {
    await writeMarker(segment, SEGMENT_START, JSON.stringify({ format: SEGMENT_FORMAT, segment: name }));
    segment.startSize = segment.size;
    await syncSegment(segment);
    await syncFolder(folder);
    await syncFolder(dirname(folder));
    return segment;
  } catch (error) {
    await closeFile(segment.fd).catch(() => undefined);
    await remove(path).catch(() => undefined);
    throw error;
  }
}

/** Makes written data durable, and checks that the file still exists: a removed one keeps nothing. */
export async function syncSegment({ fd, path }: Segment): Promise<void> {
  await syncData(fd);
  if (fstatSync(fd).nlink === 0) throw new Error(`${path} was removed while it was being written`);
}

/** Closes a segment: its last record tells readers that nothing more will come. */
export async function finishSegment(segment: Segment): Promise<void> {
  try {
    await writeMarker(segment, SEGMENT_END, '');
    await syncSegment(segment);
  } finally {
    await closeFile(segment.fd);
  }
}

/** Closes a failed segment without its unacknowledged records. It is not written again. */
export async function abandonSegment(segment: Segment): Promise<void> {
  if (segment.size === segment.startSize) await remove(segment.path).catch(() => undefined);
  await truncate(segment.fd, segment.size).catch(() => undefined);
  await closeFile(segment.fd).catch(() => undefined);
}

/** Writes all bytes or throws; `size` grows only after a complete write. */
export async function writeAll(segment: Segment, bytes: Buffer, length: number): Promise<void> {
  for (let done = 0; done < length; ) {
    const { bytesWritten } = await writeBytes(segment.fd, bytes, done, length - done, segment.size + done);
    if (bytesWritten === 0) throw new Error('short write');
    done += bytesWritten;
  }
  segment.size += length;
}

async function writeMarker(segment: Segment, kind: string, payload: string): Promise<void> {
  const bytes = Buffer.alloc(HEADER_BYTES + payload.length);
  encodeRecord(bytes, 0, { kind, payload }, { seed: segment.seed, offset: segment.size });
  await writeAll(segment, bytes, bytes.length);
}

/** A new file is durable only once its folder is synced. Not every system supports that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await openHandle(folder, 'r').catch(() => undefined);
  try {
    await handle?.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EINVAL') throw error;
  } finally {
    await handle?.close();
  }
}
