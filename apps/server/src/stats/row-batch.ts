import { CLICK_COLUMNS, PAGE_EVENT_COLUMNS } from '../tracking/click-columns.ts';
import { viewOf } from './byte-runs.ts';
import type { FieldRun } from './column-writers.ts';
import { RowBounds } from './row-bounds.ts';
import { RowHeads } from './row-heads.ts';

/** The tables that the log fills. The place in the log comes first, so that a record of an older release may be shorter. */
export const TARGETS = {
  clicks: { table: 'clicks', columns: ['seg', 'off', 'is_unique', ...CLICK_COLUMNS.map(([name]) => name)] },
  pageEvents: { table: 'page_events', columns: ['seg', 'off', ...PAGE_EVENT_COLUMNS.map(([name]) => name)] },
} as const;

export type Target = (typeof TARGETS)[keyof typeof TARGETS];

const LINE_END = Buffer.from('\n');
/** So few that what is known of them stays close to the processor. */
const RUN_ROWS = 128;

/** Some rows: the fields in front of their records, and those of the records. */
export interface RowRun {
  rows: number;
  head: FieldRun;
  record: FieldRun;
}

interface Row {
  bytes: Buffer;
  /** Where the fields of the record stand in the bytes, or only the record as a whole if nobody needs to know. */
  bounds: Uint32Array;
  /** A field between its place in the log and its own. */
  mark?: 0 | 1;
}

/** Rows of one table and one month. */
export class RowBatch {
  readonly target: Target;
  readonly #bytes: Buffer[] = [];
  readonly #offsets: number[] = [];
  readonly #marks: (0 | 1 | undefined)[] = [];
  readonly #bounds = new RowBounds();
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

  /** All rows of a batch have as many bounds. */
  add(segment: string, offset: number, { bytes, bounds, mark }: Row): void {
    const row = this.rows;
    if (this.#segments.at(-1)?.name !== segment) this.#segments.push({ name: segment, fromRow: row });
    this.#bounds.add(bounds);
    this.#bytes.push(bytes);
    this.#offsets.push(offset);
    this.#marks.push(mark);
    this.#length += (bounds.at(-1) as number) - 1 - (bounds[0] as number);
  }

  /** To be called when nobody needs the rows any more: others are put into the same memory. */
  release(): void {
    this.#bounds.release();
  }

  /** The rows in the order in which they came, a few at a time. What is given is valid until more is asked for. */
  *runs(): Generator<RowRun> {
    const heads = new RowHeads(RUN_ROWS);
    for (const { name, from, to } of this.#stretches()) {
      for (let row = from; row < to; ) {
        const [first, bytes] = [row, this.#bytes[row] as Buffer];
        const end = Math.min(to, first + RUN_ROWS, this.#bounds.pageEndOf(first));
        heads.begin(name);
        for (; row < end && this.#bytes[row] === bytes; row += 1) {
          heads.add(this.#offsets[row] as number, this.#marks[row]);
        }
        const rows = row - first;
        yield { rows, head: heads.run(rows), record: { bytes: viewOf(bytes), ...this.#bounds.runFrom(first) } };
      }
    }
  }

  /** The rows as tab-separated text. */
  text(): Buffer {
    const pieces: Buffer[] = [];
    for (const { name, from, to } of this.#stretches()) {
      for (let row = from; row < to; row += 1) {
        const bytes = this.#bytes[row] as Buffer;
        const head = [name, this.#offsets[row], this.#marks[row] ?? []].flat();
        pieces.push(
          Buffer.from(`${head.join('\t')}\t`),
          bytes.subarray(this.#bounds.startOf(row), this.#bounds.endOf(row)),
          LINE_END,
        );
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
    const bounds = other.#bounds.of(row);
    this.add(segment, other.#offsets[row] as number, { bytes, bounds, ...(mark === undefined ? {} : { mark }) });
  }

  #stretches(): { name: string; from: number; to: number }[] {
    return this.#segments.map(({ name, fromRow }, index) => ({
      name,
      from: fromRow,
      to: this.#segments[index + 1]?.fromRow ?? this.rows,
    }));
  }
}
