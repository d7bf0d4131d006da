import { open, stat } from 'node:fs/promises';
import { checksumSeed, HEADER_BYTES, PAYLOAD_MAX, SEGMENT_END, scanRecords, segmentName } from './record.ts';

const CHUNK_BYTES = 4 * PAYLOAD_MAX;
const END = SEGMENT_END.charCodeAt(0);

export type OnLogRecord = (bytes: Buffer, kind: number, start: number, end: number, offset: number) => void;

export interface SegmentReader {
  readonly segment: string;
  /** Everything before it has been read or is damaged. */
  readonly offset: number;
  /** File size, just before it was last read. */
  readonly size: number;
  /** Damaged bytes so far. */
  readonly damaged: number;
  /** The writer has closed the segment. */
  readonly isEnded: boolean;
  /**
   * Reads about a megabyte of intact records, whose buffer is not reused. Returns by how many bytes it advanced: 0 if
   * there is nothing more yet. Throws only I/O errors.
   */
  advance(onRecord: OnLogRecord): Promise<number>;
  close(): Promise<void>;
}

/** Reads a segment from an offset, also while it is being written. */
export async function openSegmentReader(path: string, fromOffset = 0): Promise<SegmentReader> {
  const file = await open(path, 'r');
  const segment = segmentName(path);
  const seed = checksumSeed(segment);
  let offset = fromOffset;
  let size = 0;
  let damaged = 0;
  let isEnded = false;
  return {
    segment,
    get offset() {
      return offset;
    },
    get size() {
      return size;
    },
    get damaged() {
      return damaged;
    },
    get isEnded() {
      return isEnded;
    },
    async advance(onRecord) {
      ({ size } = await file.stat());
      if (size <= offset) return 0;
      const room = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await file.read(room, 0, room.length, offset);
      const bytes = room.subarray(0, bytesRead);
      const scan = scanRecords(bytes, { seed, offset }, (kind, start, end, at) => {
        if (kind === END) isEnded = true;
        onRecord(bytes, kind, start, end, at);
      });
      offset += scan.consumed;
      damaged += scan.damaged;
      return scan.consumed;
    },
    close: () => file.close(),
  };
}

export interface LogRecord {
  kind: string;
  payload: Buffer;
  offset: number;
  nextOffset: number;
}

export interface Damage {
  /** Damaged bytes, including an unfinished record at the end. */
  bytes: number;
  error?: unknown;
}

/** The intact records of a segment as it is now. Never throws: problems are reported to `onDamage`, once. */
export async function* readSegment(
  path: string,
  fromOffset = 0,
  onDamage: (damage: Damage) => void = () => undefined,
): AsyncGenerator<LogRecord> {
  let reader: SegmentReader | undefined;
  try {
    reader = await openSegmentReader(path, fromOffset);
    for (;;) {
      const records: LogRecord[] = [];
      const advanced = await reader.advance((bytes, kind, start, end, offset) => {
        const nextOffset = offset + end - start + HEADER_BYTES;
        records.push({ kind: String.fromCharCode(kind), payload: bytes.subarray(start, end), offset, nextOffset });
      });
      yield* records;
      if (advanced === 0) break;
    }
    const bytes = reader.damaged + (await stat(path)).size - reader.offset;
    if (bytes > 0) onDamage({ bytes });
  } catch (error) {
    onDamage({ bytes: reader?.damaged ?? 0, error });
  } finally {
    await reader?.close();
  }
}
