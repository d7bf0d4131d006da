import { CLICK_COLUMNS, CLICK_ID_COLUMNS, PAGE_EVENT_COLUMNS, STEP_COLUMNS } from '@poklik/domain/clicks/click-columns';
import { type ByteRange, RecordFields } from './record-fields.ts';
import { encodeLength, encodeText, TextColumn } from './text-column.ts';

const [NOTHING, ZERO, LINE_END] = ['', '0', '\n'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
/** Both bits of a step are the most that a flag has. */
const FLAGS = ['0', '1', '2', '3'].map((text) => Buffer.from(text));

/** The tables filled from the log. */
export const TABLES = {
  clicks: ingestTable('clicks', ['seg', 'off', 'is_unique'], CLICK_COLUMNS),
  pageEvents: { ...ingestTable('page_events', ['seg', 'off'], PAGE_EVENT_COLUMNS), timeColumn: 'inserted_at' },
  clickIds: ingestTable('click_ids', ['seg', 'off'], CLICK_ID_COLUMNS),
  steps: ingestTable('steps', ['seg', 'off', 'firsts'], STEP_COLUMNS),
};

export interface IngestTable {
  table: string;
  /** Those that the ingest adds, then the fields of the record. */
  columns: readonly string[];
  addedColumns: number;
  /** What an empty field stands for. */
  defaults: readonly Buffer[];
  /** A last column with the time of the insert, in seconds. */
  timeColumn?: string;
}

function ingestTable(
  table: string,
  added: readonly string[],
  fields: readonly (readonly [name: string, type: string])[],
): IngestTable {
  return {
    table,
    columns: [...added, ...fields.map(([name]) => name)],
    addedColumns: added.length,
    defaults: fields.map(([, type]) => (type === 'String' ? NOTHING : ZERO)),
  };
}

/** Rows of one table and month, in flat arrays to keep garbage collection short. */
export class RowBatch {
  readonly target: IngestTable;
  readonly #columns: readonly TextColumn[];
  readonly #offsets = new NumberList();
  readonly #starts = new NumberList();
  readonly #ends = new NumberList();
  readonly #flags = new NumberList();
  /** Segment and buffer of the rows from `fromRow` on. */
  readonly #slices: { segment: string; bytes: Buffer; fromRow: number }[] = [];
  #segment = '';
  #segmentText = NOTHING;

  constructor(target: IngestTable) {
    this.target = target;
    this.#columns = target.columns.map(() => new TextColumn());
  }

  get rows(): number {
    return this.#offsets.length;
  }

  /** `fields` are those of the record. The flag is for tables that have a third added column. */
  add(segment: string, offset: number, record: ByteRange, fields: RecordFields, flag = 0): void {
    const { bytes, start, end } = record;
    const last = this.#slices.at(-1);
    if (last?.bytes !== bytes || last.segment !== segment) {
      this.#slices.push({ segment, bytes, fromRow: this.rows });
    }
    this.#offsets.push(offset);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#flags.push(flag);
    if (segment !== this.#segment) [this.#segment, this.#segmentText] = [segment, Buffer.from(segment)];
    this.#addText(0, this.#segmentText);
    this.#addText(1, Buffer.from(`${offset}`));
    const { addedColumns, defaults } = this.target;
    if (addedColumns > 2) this.#addText(2, FLAGS[flag] as Buffer);
    for (let field = 0; field < defaults.length; field += 1) {
      const [from, to] = [fields.starts[field] as number, fields.ends[field] as number];
      const column = addedColumns + field;
      if (from === to) this.#addText(column, defaults[field] as Buffer);
      else (this.#columns[column] as TextColumn).add(fields.bytes, from, to);
    }
  }

  #addText(column: number, text: Buffer): void {
    (this.#columns[column] as TextColumn).add(text, 0, text.length);
  }

  /** The rows in ClickHouse's Native format, all columns as text: ClickHouse converts them to the types of the table. */
  block(): Buffer {
    const { columns, timeColumn } = this.target;
    return Buffer.concat([
      encodeLength(columns.length + (timeColumn ? 1 : 0)),
      encodeLength(this.rows),
      ...columns.flatMap((name, index) => [
        encodeText(name),
        encodeText('String'),
        (this.#columns[index] as TextColumn).bytes(),
      ]),
      ...(timeColumn ? [encodeText(timeColumn), encodeText('String'), this.#timesOfInsert()] : []),
    ]);
  }

  #timesOfInsert(): Buffer {
    const text = encodeText(String(Math.floor(Date.now() / 1000)));
    return Buffer.concat(Array.from({ length: this.rows }, () => text));
  }

  /** The rows as tab-separated text, as they are in the log. */
  text(): Buffer {
    const hasFlag = this.target.addedColumns > 2;
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

  /** The matching rows as a new batch. */
  filter(isWanted: (segment: string, offset: number, row: number) => boolean): RowBatch {
    const wanted = new RowBatch(this.target);
    const fields = new RecordFields(this.target.defaults.length);
    for (const { segment, bytes, row } of this.#each()) {
      const offset = this.#offsets.at(row);
      if (!isWanted(segment, offset, row)) continue;
      const record = { bytes, start: this.#starts.at(row), end: this.#ends.at(row) };
      fields.split(record);
      wanted.add(segment, offset, record, fields, this.#flags.at(row));
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
