import { CLICK_COLUMNS, PAGE_EVENT_COLUMNS } from '../tracking/click-columns.ts';

/** The tables that the log fills. The place in the log comes first, so that a record of an older release may be shorter. */
export const TARGETS = {
  clicks: { table: 'clicks', columns: ['seg', 'off', 'is_unique', ...CLICK_COLUMNS.map(([name]) => name)] },
  pageEvents: { table: 'page_events', columns: ['seg', 'off', ...PAGE_EVENT_COLUMNS.map(([name]) => name)] },
} as const;

export type Target = (typeof TARGETS)[keyof typeof TARGETS];

const [TAB, ZERO] = [9, 48];
const LINE_END = Buffer.from('\n');
/** More than the name of a file can have, a number and a mark. */
const HEAD_BYTES = 512;

/** A record where the log was read to, and the fields that come in front of it. One object serves all of them. */
export interface Row {
  /** Fields that each end with a tab. */
  head: Buffer;
  headEnd: number;
  bytes: Buffer;
  start: number;
  end: number;
}

/** Rows of one table and one month. */
export class RowBatch {
  readonly target: Target;
  readonly #bytes: Buffer[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #offsets: number[] = [];
  readonly #marks: (0 | 1 | undefined)[] = [];
  /** Which segment the rows come from, from that row on. */
  readonly #segments: { name: string; fromRow: number }[] = [];
  #length = 0;

  constructor(target: Target) {
    this.target = target;
  }

  get rows(): number {
    return this.#offsets.length;
  }

  /** How many bytes the records have. */
  get length(): number {
    return this.#length;
  }

  /** The record is a stretch of `bytes`; the mark is a field between its place in the log and its own. */
  add(segment: string, offset: number, record: { bytes: Buffer; start: number; end: number; mark?: 0 | 1 }): void {
    if (this.#segments.at(-1)?.name !== segment) this.#segments.push({ name: segment, fromRow: this.rows });
    this.#bytes.push(record.bytes);
    this.#starts.push(record.start);
    this.#ends.push(record.end);
    this.#offsets.push(offset);
    this.#marks.push(record.mark);
    this.#length += record.end - record.start;
  }

  *[Symbol.iterator](): Generator<Row> {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    const row: Row = { head, headEnd: 0, bytes: head, start: 0, end: 0 };
    for (const { name, from, to } of this.#stretches()) {
      const nameEnd = head.write(`${name}\t`, 'latin1');
      for (let index = from; index < to; index += 1) {
        row.headEnd = writeField(head, nameEnd, this.#offsets[index] as number);
        const mark = this.#marks[index];
        if (mark !== undefined) row.headEnd = writeField(head, row.headEnd, mark);
        row.bytes = this.#bytes[index] as Buffer;
        row.start = this.#starts[index] as number;
        row.end = this.#ends[index] as number;
        yield row;
      }
    }
  }

  /** The rows as tab-separated text. */
  text(): Buffer {
    const pieces: Buffer[] = [];
    for (const { head, headEnd, bytes, start, end } of this) {
      pieces.push(Buffer.from(head.subarray(0, headEnd)), bytes.subarray(start, end), LINE_END);
    }
    return Buffer.concat(pieces);
  }

  /** Where the rows stand in the log, by segment. */
  ranges(): { segment: string; from: number; to: number }[] {
    return this.#stretches().map(({ name, from, to }) => ({
      segment: name,
      // Within a segment they only grow.
      from: this.#offsets[from] ?? 0,
      to: this.#offsets[to - 1] ?? 0,
    }));
  }

  /** The rows that are wanted, as a batch of their own. */
  filter(isWanted: (segment: string, offset: number, row: number) => boolean): RowBatch {
    const wanted = new RowBatch(this.target);
    for (const { name, from, to } of this.#stretches()) {
      for (let row = from; row < to; row += 1) {
        if (isWanted(name, this.#offsets[row] as number, row)) wanted.#addFrom(this, name, row);
      }
    }
    return wanted;
  }

  #addFrom(other: RowBatch, segment: string, row: number): void {
    const [bytes, mark] = [other.#bytes[row] as Buffer, other.#marks[row]];
    const [start, end] = [other.#starts[row] as number, other.#ends[row] as number];
    this.add(segment, other.#offsets[row] as number, { bytes, start, end, ...(mark === undefined ? {} : { mark }) });
  }

  #stretches(): { name: string; from: number; to: number }[] {
    return this.#segments.map(({ name, fromRow }, index) => ({
      name,
      from: fromRow,
      to: this.#segments[index + 1]?.fromRow ?? this.rows,
    }));
  }
}

/** The digits of a whole number and a tab. Returns where they end. */
function writeField(into: Buffer, at: number, value: number): number {
  let end = at + 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end += 1;
  into[end] = TAB;
  let rest = value;
  for (let digit = end - 1; digit >= at; digit -= 1) {
    const tenth = Math.floor(rest / 10);
    into[digit] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return end + 1;
}
