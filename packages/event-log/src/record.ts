import { basename } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * A record on disk: two start bytes, checksum, length with kind, and text. FF 1E | crc32: u32 | length × 256 + kind:
 * u32 | payload in UTF-8. FF never occurs in UTF-8, so visitors cannot forge a record that is found when damage is
 * skipped. The checksum is seeded with segment name and offset, so a block that the disk repeats elsewhere is not
 * counted twice.
 */
export const HEADER_BYTES = 10;
export const PAYLOAD_MAX = 256 * 1024;
const RECORD_START = Buffer.from([0xff, 0x1e]);
const RECORD_START_WORD = RECORD_START.readUInt16LE();

/** The first record of every segment, and the last one of a segment that was closed properly. */
export const SEGMENT_START = '^';
export const SEGMENT_END = '$';

/** In the first record. Increased when older versions can no longer read a segment. */
export const SEGMENT_FORMAT = 1;

export function segmentName(path: string): string {
  return basename(path).replace(/\.log(\.gz)?$/, '');
}

export function checksumSeed(segment: string): number {
  return crc32(segment);
}

interface RecordPosition {
  /** Of the segment. */
  seed: number;
  /** In the segment. */
  offset: number;
}

/**
 * Initial checksum. CRCs are linear, so the offset is mixed over all bits: otherwise a record repeated eight bytes away
 * with one flipped bit of its kind would be valid there.
 */
const initialChecksum = (seed: number, offset: number): number => Math.imul(seed ^ offset, 0x9e3779b1) >>> 0;

/** Of the first release. Its segments declare the same format, so both are tried. */
const firstInitialChecksum = (seed: number, offset: number): number => (seed ^ offset) >>> 0;

/** Writes a record into `target` at `at`, as it is in the segment at `offset`. Returns where the next one starts. */
export function encodeRecord(
  target: Buffer,
  at: number,
  record: { kind: string; payload: string },
  { seed, offset }: RecordPosition,
): number {
  const length = target.write(record.payload, at + HEADER_BYTES, 'utf8');
  const end = at + HEADER_BYTES + length;
  target.writeUInt16LE(RECORD_START_WORD, at);
  target.writeUInt32LE(length * 256 + record.kind.charCodeAt(0), at + 6);
  target.writeUInt32LE(crc32(target.subarray(at + 6, end), initialChecksum(seed, offset)), at + 2);
  return end;
}

/** Called with the kind's character code and the payload's range in the buffer, to avoid allocations. */
export type OnRecord = (kind: number, start: number, end: number, offset: number) => void;

export interface Scan {
  /** Where the scan stopped: before damage or an unfinished record. */
  consumed: number;
  /** Skipped bytes. */
  damaged: number;
}

/**
 * Finds the intact records of `bytes`, which start at `offset` in the segment. Invalid bytes are skipped once a later
 * record shows that they are damaged. At the end they may also be an unfinished record, unless it is longer than any
 * record can be.
 */
export function scanRecords(bytes: Buffer, place: RecordPosition, onRecord: OnRecord): Scan {
  let at = 0;
  let damaged = 0;
  while (at < bytes.length) {
    let end = findRecordEnd(bytes, at, place);
    if (end === 0) {
      const next = findRecord(bytes, at + 1, place);
      const resumed = next === -1 ? Math.max(at, bytes.length - HEADER_BYTES - PAYLOAD_MAX) : next;
      damaged += resumed - at;
      at = resumed;
      if (next === -1) break;
      end = findRecordEnd(bytes, at, place);
    }
    onRecord(bytes[at + 6] as number, at + HEADER_BYTES, end, place.offset + at);
    at = end;
  }
  return { consumed: at, damaged };
}

/** Where the record at `at` ends, or 0 if it is invalid. */
function findRecordEnd(bytes: Buffer, at: number, { seed, offset }: RecordPosition): number {
  if (at + HEADER_BYTES > bytes.length || bytes.readUInt16LE(at) !== RECORD_START_WORD) return 0;
  const length = bytes.readUInt32LE(at + 6) >>> 8;
  const end = at + HEADER_BYTES + length;
  if (length > PAYLOAD_MAX || end > bytes.length) return 0;
  const checked = bytes.subarray(at + 6, end);
  const checksum = bytes.readUInt32LE(at + 2);
  const isSound =
    crc32(checked, initialChecksum(seed, offset + at)) === checksum ||
    crc32(checked, firstInitialChecksum(seed, offset + at)) === checksum;
  return isSound ? end : 0;
}

function findRecord(bytes: Buffer, from: number, place: RecordPosition): number {
  for (let at = bytes.indexOf(RECORD_START, from); at !== -1; at = bytes.indexOf(RECORD_START, at + 1)) {
    if (findRecordEnd(bytes, at, place) !== 0) return at;
  }
  return -1;
}
