import { CLICK_COLUMNS, PAGE_EVENT_COLUMNS } from '@poklik/domain/clicks/click-columns';

/** The tables filled from the log. The offset comes first, so that a record of an older release can be shorter. */
export const TABLES = {
  clicks: {
    table: 'clicks',
    columns: ['seg', 'off', 'is_unique', ...CLICK_COLUMNS.map(([name]) => name)],
    leadingColumns: 3,
  },
  pageEvents: {
    table: 'page_events',
    columns: ['seg', 'off', ...PAGE_EVENT_COLUMNS.map(([name]) => name)],
    leadingColumns: 2,
  },
} as const;

export type IngestTable = (typeof TABLES)[keyof typeof TABLES];

const LINE_END = Buffer.from('\n');

/** A record in memory. One object may be reused for many. */
export interface ByteRange {
  bytes: Buffer;
  start: number;
  end: number;
}

/** Rows of one table and month, in flat arrays to keep garbage collection short. */
export class RowBatch {
  readonly target: IngestTable;
  /** All rows in Native format; or nothing. */
  readonly blocks: Buffer[] = [];
  readonly #offsets = new NumberList();
  readonly #starts = new NumberList();
  readonly #ends = new NumberList();
  readonly #flags = new NumberList();
  /** Segment and buffer of the rows from `fromRow` on. */
  readonly #slices: { segment: string; bytes: Buffer; fromRow: number }[] = [];

  constructor(target: IngestTable) {
    this.target = target;
  }

  get rows(): number {
    return this.#offsets.length;
  }

  /** The flag is a column between the offset and the fields of the record, in tables that have one. */
  add(segment: string, offset: number, { bytes, start, end }: ByteRange, flag = 0): void {
    const last = this.#slices.at(-1);
    if (last?.bytes !== bytes || last.segment !== segment) {
      this.#slices.push({ segment, bytes, fromRow: this.rows });
    }
    this.#offsets.push(offset);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#flags.push(flag);
  }

  /** The rows as tab-separated text. */
  text(): Buffer {
    const hasFlag = this.target === TABLES.clicks;
    const pieces: Buffer[] = [];
    for (const { segment, bytes, row } of this.#each()) {
      const prefix = `${segment}\t${this.#offsets.at(row)}\t`;
      pieces.push(Buffer.from(hasFlag ? `${prefix}${this.#flags.at(row)}\t` : prefix));
      pieces.push(bytes.subarray(this.#starts.at(row), this.#ends.at(row)), LINE_END);
    }
    return Buffer.concat(pieces);
  }

  /** Ranges of the rows in the log, by segment. */
  ranges(): { segment: string; from: number; to: number }[] {
    const ranges: { segment: string; from: number; to: number }[] = [];
    for (const [index, { segment, fromRow }] of this.#slices.entries()) {
      // Offsets only grow within a segment.
      const to = this.#offsets.at(this.#endOf(index) - 1);
      const last = ranges.at(-1);
      if (last?.segment === segment) last.to = to;
      else ranges.push({ segment, from: this.#offsets.at(fromRow), to });
    }
    return ranges;
  }

  /** The matching rows as a new batch, without blocks. */
  filter(isWanted: (segment: string, offset: number, row: number) => boolean): RowBatch {
    const wanted = new RowBatch(this.target);
    for (const { segment, bytes, row } of this.#each()) {
      const offset = this.#offsets.at(row);
      if (!isWanted(segment, offset, row)) continue;
      const record = { bytes, start: this.#starts.at(row), end: this.#ends.at(row) };
      wanted.add(segment, offset, record, this.#flags.at(row));
    }
    return wanted;
  }

  *#each(): Generator<{ segment: string; bytes: Buffer; row: number }> {
    for (const [index, { segment, bytes, fromRow }] of this.#slices.entries()) {
      for (let row = fromRow; row < this.#endOf(index); row += 1) yield { segment, bytes, row };
    }
  }

  #endOf(slice: number): number {
    return this.#slices[slice + 1]?.fromRow ?? this.rows;
  }
}

/** A growable Float64Array. */
class NumberList {
  #values = new Float64Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Float64Array(2 * this.length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#values[index] as number;
  }
}
