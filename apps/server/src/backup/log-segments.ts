import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { listSegments } from '@poklik/event-log/list-segments';
import { FILE_BYTES, type FileWriter } from './file-writer.ts';
import type { Manifest } from './manifest.ts';

const LOGS = ['events', 'postbacks'] as const;
/** As many as an hour has minutes; then they are joined. */
const CHAIN_MAX = 60;

/** A range of a segment that is stored: from the first byte up to before the last. */
interface Piece {
  from: number;
  to: number;
}

/**
 * Copies both logs up to what they contain now. A segment is cut at fixed places; the part that still grows is a chain
 * of pieces, each with what is new, until it is full or the chain too long. A piece never changes, so it is shared.
 */
export async function copySegments(
  dataDir: string,
  writer: FileWriter,
  signal?: AbortSignal,
): Promise<Manifest['segments']> {
  const stored = groupPieces(writer.reusableNames);
  const segments: Manifest['segments'] = [];
  for (const log of LOGS) {
    for (const { node, segment, path } of await listSegments(join(dataDir, log))) {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined; // deleted meanwhile: it was applied long ago
        throw error;
      });
      if (!file) continue;
      const folder = `archive/${log}/${node}/${segment}`;
      const files: string[] = [];
      try {
        for (const { from, to } of listPieces((await file.stat()).size, stored.get(folder) ?? [])) {
          signal?.throwIfAborted();
          files.push(await writer.addShared(`${folder}/${from}-${to}`, () => readRange(file, from, to)));
        }
      } finally {
        await file.close();
      }
      segments.push({ log, node, name: segment, files });
    }
  }
  return segments;
}

const PIECE = /^(.*)\/(\d+)-(\d+)$/;

function groupPieces(names: Iterable<string>): Map<string, Piece[]> {
  const groups = new Map<string, Piece[]>();
  for (const name of names) {
    const [, folder, from, to] = PIECE.exec(name) ?? [];
    if (folder === undefined) continue;
    const group = groups.get(folder) ?? [];
    groups.set(folder, group);
    group.push({ from: Number(from), to: Number(to) });
  }
  return groups;
}

/** The pieces that together have all bytes of a segment, with as few new ones as possible. */
export function listPieces(size: number, stored: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < size; from += FILE_BYTES) {
    const whole = { from, to: Math.min(size, from + FILE_BYTES) };
    const chain = findChain(whole, stored);
    const end = chain.at(-1)?.to ?? from;
    if (end < whole.to) chain.push({ from: end, to: whole.to });
    const isFull = whole.to - from === FILE_BYTES;
    pieces.push(...(isFull || chain.length > CHAIN_MAX ? [whole] : chain));
  }
  return pieces;
}

/** Stored pieces that follow each other, the longest at each place. */
function findChain({ from, to }: Piece, stored: readonly Piece[]): Piece[] {
  const chain: Piece[] = [];
  for (let at = from; at < to; ) {
    const next = stored
      .filter((piece) => piece.from === at && piece.to > at && piece.to <= to)
      .reduce<Piece | undefined>((longest, piece) => (longest && longest.to >= piece.to ? longest : piece), undefined);
    if (!next) break;
    chain.push(next);
    at = next.to;
  }
  return chain;
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
