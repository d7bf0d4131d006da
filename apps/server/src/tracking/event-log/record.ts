import { basename } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * A record on disk: two signs that say "here begins one", a checksum, the length with the kind, and the text.
 *
 *   FF 1E | crc32: u32 | length × 256 + kind: u32 | payload in UTF-8
 *
 * FF occurs in no UTF-8 text, so nothing that a visitor sends can pass for a record when a damaged stretch is searched
 * for the next one. The checksum starts from the segment's name and the record's offset: a block that the disk repeats
 * elsewhere does not count twice.
 */
export const HEADER_BYTES = 10;
export const PAYLOAD_MAX = 256 * 1024;
const MARK = Buffer.from([0xff, 0x1e]);
const MARK_BYTES = MARK.readUInt16LE();

/** The first record of every segment, and the last one of a segment that was closed in peace. */
export const SEGMENT_START = '^';
export const SEGMENT_END = '$';

export function segmentOf(path: string): string {
  return basename(path).replace(/\.log(\.gz)?$/, '');
}

export function seedOf(segment: string): number {
  return crc32(segment);
}

interface Place {
  /** Of the segment. */
  seed: number;
  /** In the segment. */
  offset: number;
}

/**
 * What a checksum starts from. Checksums are linear, so the place is scattered over all bits: otherwise a record that
 * was repeated eight bytes away, with a bit of its kind turned over that is worth eight, would count there.
 */
const startOf = (seed: number, offset: number): number => Math.imul(seed ^ offset, 0x9e3779b1) >>> 0;

/** Writes a record into `target` at `at`, as it stands in the segment at `offset`. Returns where the next one begins. */
export function encodeRecord(
  target: Buffer,
  at: number,
  record: { kind: string; payload: string },
  { seed, offset }: Place,
): number {
  const length = target.write(record.payload, at + HEADER_BYTES, 'utf8');
  const end = at + HEADER_BYTES + length;
  target.writeUInt16LE(MARK_BYTES, at);
  target.writeUInt32LE(length * 256 + record.kind.charCodeAt(0), at + 6);
  target.writeUInt32LE(crc32(target.subarray(at + 6, end), startOf(seed, offset)), at + 2);
  return end;
}

/** Called with the kind's character code and the payload's place in the buffer, so that reading makes no objects. */
export type OnRecord = (kind: number, start: number, end: number, offset: number) => void;

export interface Scan {
  /** Where the scan stopped: before something that is no record, or not one yet. */
  consumed: number;
  /** Bytes passed over because they are no records. */
  damaged: number;
}

/**
 * Finds the intact records of `bytes`, which stand in the segment from `offset` on. What does not check is passed over
 * as soon as a later record shows that it is damage. At the end it may also be a record that is still being written, as
 * long as it is not longer than any record can be.
 */
export function scanRecords(bytes: Buffer, place: Place, onRecord: OnRecord): Scan {
  let at = 0;
  let damaged = 0;
  while (at < bytes.length) {
    let end = endOfRecord(bytes, at, place);
    if (end === 0) {
      const next = findRecord(bytes, at + 1, place);
      const resumed = next === -1 ? Math.max(at, bytes.length - HEADER_BYTES - PAYLOAD_MAX) : next;
      damaged += resumed - at;
      at = resumed;
      if (next === -1) break;
      end = endOfRecord(bytes, at, place);
    }
    onRecord(bytes[at + 6] as number, at + HEADER_BYTES, end, place.offset + at);
    at = end;
  }
  return { consumed: at, damaged };
}

/** Where the record at `at` ends, or 0 if there is no whole and sound one. */
function endOfRecord(bytes: Buffer, at: number, { seed, offset }: Place): number {
  if (at + HEADER_BYTES > bytes.length || bytes.readUInt16LE(at) !== MARK_BYTES) return 0;
  const length = bytes.readUInt32LE(at + 6) >>> 8;
  const end = at + HEADER_BYTES + length;
  if (length > PAYLOAD_MAX || end > bytes.length) return 0;
  const sound = crc32(bytes.subarray(at + 6, end), startOf(seed, offset + at)) === bytes.readUInt32LE(at + 2);
  return sound ? end : 0;
}

function findRecord(bytes: Buffer, from: number, place: Place): number {
  for (let at = bytes.indexOf(MARK, from); at !== -1; at = bytes.indexOf(MARK, at + 1)) {
    if (endOfRecord(bytes, at, place) !== 0) return at;
  }
  return -1;
}
