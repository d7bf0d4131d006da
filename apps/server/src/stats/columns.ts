import { COLUMNS_PROGRAM } from './columns-program.ts';
import type { ByteRange } from './row-batch.ts';

export interface Column {
  name: string;
  type: string;
}

/** Exports of the compiled `assembly/columns.ts`. */
interface ColumnsModule {
  memory: WebAssembly.Memory;
  chunkAt(bytes: number): number;
  scratchAt(bytes: number): number;
  addColumn(kind: number, headerBytes: number, isLeading: boolean): void;
  read(start: number, end: number): number;
  startOf(column: number): number;
  lengthOf(column: number): number;
  numberOf(column: number): number;
  add(segmentBytes: number, offset: number, flag: number): number;
  finish(): number;
  blockAt(): number;
}

/** The same numbers as in `assembly/column.ts`; a number column is its size in bytes. */
const ColumnKind = { string: 0, dictionary: 16, dateTime: 32, signed: 64 } as const;
const DATE_TIME_TYPE = /^DateTime64\(\d(?:, '[\w/]+')?\)$/;
const COLUMN_KINDS: Record<string, number> = {
  String: ColumnKind.string,
  'LowCardinality(String)': ColumnKind.dictionary,
  UInt8: 1,
  UInt16: 2,
  UInt32: 4,
  UInt64: 8,
  Int64: 8 | ColumnKind.signed,
};

const program = new WebAssembly.Module(Buffer.from(COLUMNS_PROGRAM, 'base64'));

/** Encodes rows as blocks of columns. */
export class Columns {
  readonly #program: ColumnsModule;
  #memory = Buffer.alloc(0);
  #chunk = this.#memory;
  #segment = '';
  #segmentBytes = 0;
  #isEmpty = true;

  /** The first `leadingColumns` are not in the records: segment, offset, and for clicks a flag. */
  constructor(columns: readonly Column[], leadingColumns: number) {
    this.#program = new WebAssembly.Instance(program, {}).exports as unknown as ColumnsModule;
    for (const [index, { name, type }] of columns.entries()) {
      const header = Buffer.concat([encodeString(name), encodeString(type)]);
      this.#put(header, this.#program.scratchAt(header.length));
      this.#program.addColumn(columnKind(name, type), header.length, index < leadingColumns);
    }
  }

  /** Splits a record into fields, which stay readable in any case. Returns true if it can be added. */
  read({ bytes, start, end }: ByteRange): boolean {
    if (bytes !== this.#chunk) {
      this.#chunk = bytes as Buffer<ArrayBuffer>;
      this.#put(bytes, this.#program.chunkAt(bytes.length));
    }
    return this.#program.read(start, end) !== 0;
  }

  /** A field of the current record; 0 if it is missing. */
  number(column: number): number {
    return this.#program.numberOf(column);
  }

  eachChar(column: number, onCharacter: (character: number) => void): void {
    const start = this.#program.startOf(column);
    const end = start + this.#program.lengthOf(column);
    this.#refresh();
    for (let at = start; at < end; at += 1) onCharacter(this.#memory[at] as number);
  }

  /** Adds the current record. Returns the block if it is full. */
  add(segment: string, offset: number, flag: 0 | 1): Buffer | undefined {
    if (segment !== this.#segment) {
      this.#segment = segment;
      const text = Buffer.from(segment);
      this.#segmentBytes = text.length;
      this.#put(text, this.#program.scratchAt(text.length));
    }
    this.#isEmpty = false;
    return this.#program.add(this.#segmentBytes, offset, flag) !== 0 ? this.finish() : undefined;
  }

  /** The block of rows added since the last one. */
  finish(): Buffer | undefined {
    if (this.#isEmpty) return undefined;
    this.#isEmpty = true;
    const length = this.#program.finish();
    this.#refresh();
    const at = this.#program.blockAt();
    return Buffer.from(this.#memory.subarray(at, at + length));
  }

  #put(bytes: Buffer, at: number): void {
    this.#refresh();
    bytes.copy(this.#memory, at);
  }

  /** Growing the WebAssembly memory detaches the old buffer. */
  #refresh(): void {
    if (this.#memory.length === 0) this.#memory = Buffer.from(this.#program.memory.buffer);
  }
}

function columnKind(name: string, type: string): number {
  const kind = DATE_TIME_TYPE.test(type) ? 8 | ColumnKind.signed | ColumnKind.dateTime : COLUMN_KINDS[type];
  if (kind === undefined) throw new Error(`unsupported column type: ${name} ${type}`);
  return kind;
}

/** A short string in Native format: length, then bytes. */
function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}
