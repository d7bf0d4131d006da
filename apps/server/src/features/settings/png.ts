import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Samples per pixel by color type, and the bit depths each allows. */
const COLOR_TYPES: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** Text, colors and times of other programs do no harm; anything unknown but critical makes the file unreadable. */
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
/** Start and step of the seven passes of an interlaced image. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Header {
  width: number;
  height: number;
  bitsPerPixel: number;
  isIndexed: boolean;
  isInterlaced: boolean;
}

/** The size of a PNG that can be decoded completely; undefined for every other file. */
export function decodePng(file: Buffer, sideMax: number): { width: number; height: number } | undefined {
  try {
    const chunks = readChunks(file);
    const header = readHeader(chunks[0], sideMax);
    if (header.isIndexed && !chunks.some(({ type }) => type === 'PLTE')) return undefined;
    const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
    const rows = rowLengths(header);
    const expected = rows.reduce((sum, length) => sum + length, 0);
    const pixels = inflateSync(packed, { maxOutputLength: expected + 1 });
    if (pixels.length !== expected) return undefined;
    let start = 0;
    for (const length of rows) {
      if ((pixels[start] ?? 5) > 4) return undefined; // no such filter
      start += length;
    }
    return { width: header.width, height: header.height };
  } catch {
    return undefined;
  }
}

function readChunks(file: Buffer): { type: string; data: Buffer }[] {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG');
  const chunks: { type: string; data: Buffer }[] = [];
  let at = 8;
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    const type = body.toString('latin1', 0, 4);
    if (body.length !== length + 4 || file.readUInt32BE(at + 8 + length) !== crc32(body)) throw new Error('damaged');
    const isCritical = /^[A-Z]/.test(type);
    if (isCritical && !CRITICAL.has(type)) throw new Error('unknown chunk');
    chunks.push({ type, data: body.subarray(4) });
    at += 12 + length;
    if (type === 'IEND') break;
  }
  // Nothing may hide behind the image.
  if (chunks.at(-1)?.type !== 'IEND' || at !== file.length) throw new Error('no end');
  return chunks;
}

function readHeader(chunk: { type: string; data: Buffer } | undefined, sideMax: number): Header {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) throw new Error('no header');
  const { data } = chunk;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colorType = 0, compression, filter, interlace = 2] = data.subarray(8);
  const kind = COLOR_TYPES[colorType];
  const isSound = kind?.depths.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  if (!kind || !isSound || width < 1 || height < 1 || width > sideMax || height > sideMax)
    throw new Error('unusable header');
  return {
    width,
    height,
    bitsPerPixel: depth * kind.samples,
    isIndexed: colorType === 3,
    isInterlaced: interlace === 1,
  };
}

/** Bytes of each row as stored: one for the filter, then the pixels. */
function rowLengths({ width, height, bitsPerPixel, isInterlaced }: Header): number[] {
  const rowsOf = (columns: number, rows: number): number[] =>
    columns === 0 ? [] : Array.from({ length: rows }, () => 1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (!isInterlaced) return rowsOf(width, height);
  return PASSES.flatMap(([left, top, stepX, stepY]) =>
    rowsOf(Math.max(0, Math.ceil((width - left) / stepX)), Math.max(0, Math.ceil((height - top) / stepY))),
  );
}
