import { open, stat } from 'node:fs/promises';
import { HEADER_BYTES, PAYLOAD_MAX, SEGMENT_END, scanRecords, seedOf, segmentOf } from './record.ts';

const CHUNK_BYTES = 4 * PAYLOAD_MAX;
const END = SEGMENT_END.charCodeAt(0);

export type OnLogRecord = (bytes: Buffer, kind: number, start: number, end: number, offset: number) => void;

export interface SegmentReader {
  readonly segment: string;
  /** Everything before it has been handed over or is damage. */
  readonly offset: number;
  /** Of the file, just before it was last looked at. */
  readonly size: number;
  /** Bytes so far that were no records. */
  readonly damaged: number;
  /** Nothing more will come: the writer has said so. */
  readonly isEnded: boolean;
  /**
   * Hands over the next stretch of intact records, about a megabyte, whose bytes stay as they are. Returns how many bytes
   * it got further: 0 if there is nothing more yet. Throws only what the disk throws.
   */
  advance(onRecord: OnLogRecord): Promise<number>;
  close(): Promise<void>;
}

/** Reads a segment from an offset on, also while it is being written. */
export async function openSegmentReader(path: string, fromOffset = 0): Promise<SegmentReader> {
  const file = await open(path, 'r');
  const segment = segmentOf(path);
  const seed = seedOf(segment);
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
  /** Bytes that were no records, a record at the end that was never finished included. */
  bytes: number;
  error?: unknown;
}

/** The intact records of a segment as it is now. Never throws: what stands in the way is told to `onDamage`, once. */
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
