import { COLUMNS_PROGRAM } from './columns-program.ts';
import type { Stretch } from './row-batch.ts';

export interface Column {
  name: string;
  type: string;
}

/** What the compiled program of `assembly/columns.ts` offers. */
interface Program {
  memory: WebAssembly.Memory;
  chunkAt(bytes: number): number;
  deskAt(bytes: number): number;
  addColumn(kind: number, headBytes: number, isGiven: boolean): void;
  read(start: number, end: number): number;
  startOf(column: number): number;
  lengthOf(column: number): number;
  numberOf(column: number): number;
  add(segmentBytes: number, offset: number, mark: number): number;
  finish(): number;
  blockAt(): number;
}

/** As `assembly/column.ts` has them; a number is known by how many bytes it has. */
const [TEXT, WORD, MOMENT, SIGNED] = [0, 16, 32, 64];
const MOMENT_TYPE = /^DateTime64\(\d(?:, '[\w/]+')?\)$/;
const KINDS: Record<string, number> = {
  String: TEXT,
  'LowCardinality(String)': WORD,
  UInt8: 1,
  UInt16: 2,
  UInt32: 4,
  UInt64: 8,
  Int64: 8 | SIGNED,
};

const program = new WebAssembly.Module(Buffer.from(COLUMNS_PROGRAM, 'base64'));

/** Columns that rows are put into, one after the other. */
export class Columns {
  readonly #program: Program;
  #memory = Buffer.alloc(0);
  #chunk = this.#memory;
  #segment = '';
  #segmentBytes = 0;
  #isEmpty = true;

  /** The first `given` ones are not in the records: the segment, the place in it, and perhaps a mark. */
  constructor(columns: readonly Column[], given: number) {
    this.#program = new WebAssembly.Instance(program, {}).exports as unknown as Program;
    for (const [index, { name, type }] of columns.entries()) {
      const head = Buffer.concat([stringOf(name), stringOf(type)]);
      this.#put(head, this.#program.deskAt(head.length));
      this.#program.addColumn(kindOf(name, type), head.length, index < given);
    }
  }

  /** Takes the record apart that stands there. True if it can be added; in any case it can be asked for its fields. */
  read({ bytes, start, end }: Stretch): boolean {
    if (bytes !== this.#chunk) {
      this.#chunk = bytes as Buffer<ArrayBuffer>;
      this.#put(bytes, this.#program.chunkAt(bytes.length));
    }
    return this.#program.read(start, end) !== 0;
  }

  /** A field of the record that was read last; one that it does not have counts as 0. */
  number(column: number): number {
    return this.#program.numberOf(column);
  }

  each(column: number, onCharacter: (character: number) => void): void {
    const start = this.#program.startOf(column);
    const end = start + this.#program.lengthOf(column);
    this.#refresh();
    for (let at = start; at < end; at += 1) onCharacter(this.#memory[at] as number);
  }

  /** Adds the record that was read last. Returns a block if it is full. */
  add(segment: string, offset: number, mark: 0 | 1): Buffer | undefined {
    if (segment !== this.#segment) {
      this.#segment = segment;
      const text = Buffer.from(segment);
      this.#segmentBytes = text.length;
      this.#put(text, this.#program.deskAt(text.length));
    }
    this.#isEmpty = false;
    return this.#program.add(this.#segmentBytes, offset, mark) !== 0 ? this.finish() : undefined;
  }

  /** A block of what was added since the last one. */
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

  /** When the memory has grown, it is another one to JavaScript, and what was known of it has no length any more. */
  #refresh(): void {
    if (this.#memory.length === 0) this.#memory = Buffer.from(this.#program.memory.buffer);
  }
}

function kindOf(name: string, type: string): number {
  const kind = MOMENT_TYPE.test(type) ? 8 | SIGNED | MOMENT : KINDS[type];
  if (kind === undefined) throw new Error(`no column can be made of ${name} ${type}`);
  return kind;
}

/** As ClickHouse writes a short one: its length comes in front. */
function stringOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}
