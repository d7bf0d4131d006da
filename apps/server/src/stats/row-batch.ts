import { CLICK_COLUMNS, PAGE_EVENT_COLUMNS } from '../tracking/click-columns.ts';

/** The tables that the log fills. The place in the log comes first, so that a record of an older release may be shorter. */
export const TARGETS = {
  clicks: { table: 'clicks', columns: ['seg', 'off', 'is_unique', ...CLICK_COLUMNS.map(([name]) => name)], given: 3 },
  pageEvents: { table: 'page_events', columns: ['seg', 'off', ...PAGE_EVENT_COLUMNS.map(([name]) => name)], given: 2 },
} as const;

export type Target = (typeof TARGETS)[keyof typeof TARGETS];

const LINE_END = Buffer.from('\n');

/** Where a record stands in memory. One object may serve many of them. */
export interface Stretch {
  bytes: Buffer;
  start: number;
  end: number;
}

/** Rows of one table and one month. */
export class RowBatch {
  readonly target: Target;
  /** All rows once more, in columns; or nothing. */
  readonly blocks: Buffer[] = [];
  readonly #bytes: Buffer[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #offsets: number[] = [];
  readonly #marks: (0 | 1 | undefined)[] = [];
  /** Which segment the rows come from, from that row on. */
  readonly #segments: { name: string; fromRow: number }[] = [];

  constructor(target: Target) {
    this.target = target;
  }

  get rows(): number {
    return this.#offsets.length;
  }

  /** The mark is a field between the place in the log and those of the record. */
  add(segment: string, offset: number, { bytes, start, end }: Stretch, mark?: 0 | 1): void {
    if (this.#segments.at(-1)?.name !== segment) this.#segments.push({ name: segment, fromRow: this.rows });
    this.#bytes.push(bytes);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#offsets.push(offset);
    this.#marks.push(mark);
  }

  /** The rows as tab-separated text. */
  text(): Buffer {
    const pieces: Buffer[] = [];
    for (const { name, from, to } of this.#stretches()) {
      for (let row = from; row < to; row += 1) {
        const { bytes, start, end } = this.#recordOf(row);
        const head = [name, this.#offsets[row], this.#marks[row] ?? []].flat().join('\t');
        pieces.push(Buffer.from(`${head}\t`), bytes.subarray(start, end), LINE_END);
      }
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

  /** The rows that are wanted, as a batch of their own, without columns. */
  filter(isWanted: (segment: string, offset: number, row: number) => boolean): RowBatch {
    const wanted = new RowBatch(this.target);
    for (const { name, from, to } of this.#stretches()) {
      for (let row = from; row < to; row += 1) {
        const offset = this.#offsets[row] as number;
        if (isWanted(name, offset, row)) wanted.add(name, offset, this.#recordOf(row), this.#marks[row]);
      }
    }
    return wanted;
  }

  #recordOf(row: number): Stretch {
    return {
      bytes: this.#bytes[row] as Buffer,
      start: this.#starts[row] as number,
      end: this.#ends[row] as number,
    };
  }

  #stretches(): { name: string; from: number; to: number }[] {
    return this.#segments.map(({ name, fromRow }, index) => ({
      name,
      from: fromRow,
      to: this.#segments[index + 1]?.fromRow ?? this.rows,
    }));
  }
}
