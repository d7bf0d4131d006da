import { CLICK_COLUMNS, PAGE_EVENT_COLUMNS } from '../tracking/click-columns.ts';
import { withRoom } from '../with-room.ts';

/** The tables that the log fills. The place in the log comes first, so that a record of an older release may be shorter. */
export const TARGETS = {
  clicks: { table: 'clicks', columns: ['seg', 'off', 'is_unique', ...CLICK_COLUMNS.map(([name]) => name)] },
  pageEvents: { table: 'page_events', columns: ['seg', 'off', ...PAGE_EVENT_COLUMNS.map(([name]) => name)] },
} as const;

export type Target = (typeof TARGETS)[keyof typeof TARGETS];

const FIRST_BYTES = 256 * 1024;
const NEW_LINE = 10;

/** Rows of one table and one month as the text of an insert. */
export class RowBatch {
  readonly target: Target;
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  readonly #starts: number[] = [];
  readonly #offsets: number[] = [];
  /** Which segment the rows come from, from that row on. */
  readonly #segments: { name: string; fromRow: number }[] = [];

  constructor(target: Target) {
    this.target = target;
  }

  get rows(): number {
    return this.#offsets.length;
  }

  get length(): number {
    return this.#length;
  }

  /** The record is a stretch of `bytes`; `marks` are the fields between its place in the log and its own. */
  add(place: { segment: string; offset: number }, marks: string, bytes: Buffer, start: number, end: number): void {
    const prefix = `${place.segment}\t${place.offset}\t${marks}`;
    this.#bytes = withRoom(this.#bytes, this.#length, prefix.length + end - start + 1);
    this.#beginRow(place.segment, place.offset);
    this.#length += this.#bytes.write(prefix, this.#length, 'latin1');
    this.#length += bytes.copy(this.#bytes, this.#length, start, end);
    this.#bytes[this.#length] = NEW_LINE;
    this.#length += 1;
  }

  /** The text of the rows. It does not change afterwards. */
  text(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Where the rows stand in the log, by segment. */
  ranges(): { segment: string; from: number; to: number }[] {
    return this.#segments.map(({ name, fromRow }, index) => ({
      segment: name,
      // Within a segment they only grow.
      from: this.#offsets[fromRow] ?? 0,
      to: this.#offsets[(this.#segments[index + 1]?.fromRow ?? this.rows) - 1] ?? 0,
    }));
  }

  /** The rows that are wanted, as a batch of their own. */
  filter(isWanted: (segment: string, offset: number, row: number) => boolean): RowBatch {
    const wanted = new RowBatch(this.target);
    let segmentIndex = 0;
    for (let row = 0; row < this.rows; row += 1) {
      while (row >= (this.#segments[segmentIndex + 1]?.fromRow ?? Number.POSITIVE_INFINITY)) segmentIndex += 1;
      const segment = this.#segments[segmentIndex]?.name ?? '';
      if (isWanted(segment, this.#offsets[row] as number, row)) wanted.#copyRow(this, segment, row);
    }
    return wanted;
  }

  #copyRow(from: RowBatch, segment: string, row: number): void {
    const start = from.#starts[row] as number;
    const end = from.#starts[row + 1] ?? from.#length;
    this.#bytes = withRoom(this.#bytes, this.#length, end - start);
    this.#beginRow(segment, from.#offsets[row] as number);
    this.#length += from.#bytes.copy(this.#bytes, this.#length, start, end);
  }

  #beginRow(segment: string, offset: number): void {
    if (this.#segments.at(-1)?.name !== segment) this.#segments.push({ name: segment, fromRow: this.rows });
    this.#starts.push(this.#length);
    this.#offsets.push(offset);
  }
}
