import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { listSegments } from '@poklik/event-log/list-segments';
import { FILE_BYTES, type FileWriter } from './file-writer.ts';
import type { Manifest } from './manifest.ts';

const LOGS = ['events', 'postbacks'] as const;

/**
 * Copies both logs up to what they contain now, in pieces of a fixed size. A full piece never changes, so the next
 * backup shares it.
 */
export async function copySegments(dataDir: string, writer: FileWriter): Promise<Manifest['segments']> {
  const segments: Manifest['segments'] = [];
  for (const log of LOGS) {
    for (const { node, segment, path } of await listSegments(join(dataDir, log))) {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined; // deleted meanwhile: it was applied long ago
        throw error;
      });
      if (!file) continue;
      try {
        const files = await copySegment(file, `archive/${log}/${node}/${segment}`, writer);
        segments.push({ log, node, name: segment, files });
      } finally {
        await file.close();
      }
    }
  }
  return segments;
}

async function copySegment(file: FileHandle, folder: string, writer: FileWriter): Promise<string[]> {
  const files: string[] = [];
  const { size } = await file.stat();
  for (let from = 0; from < size; from += FILE_BYTES) {
    const to = Math.min(size, from + FILE_BYTES);
    files.push(await writer.add(`${folder}/${from}-${to}`, () => readRange(file, from, to)));
  }
  return files;
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
    if (bytesRead === 0) throw new Error('a log segment became shorter while it was copied');
    done += bytesRead;
  }
  return bytes;
}
