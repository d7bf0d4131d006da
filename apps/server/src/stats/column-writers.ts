import { copyRun, hashRun, isSameRun, viewOf, withRoom } from './byte-runs.ts';

const ZERO = 48;
/** Above it ClickHouse takes a whole number for a moment that is scaled already, below for seconds. */
const SCALED_FROM = 9_908_870_400;
const MOMENT = /^DateTime64\(\d(?:, '[\w/]+')?\)$/;
/** So many digits are a number of JavaScript in any case. */
const SAFE_DIGITS = 15;
const HALF = 2 ** 32;
const FIRST_BYTES = 64 * 1024;
const LENGTH_BYTES = 5;
const WORDS_VERSION = 1n;
/** Each block brings the words that occur in it, and numbers of 16 bits for them. */
const OWN_WORDS = 0x601n;

/** The fields of some rows, where they stand. */
export interface FieldRun {
  bytes: DataView;
  /** A field begins there, and ends one character before the next one begins. */
  bounds: Uint32Array;
  /** The bound of the first row's first field. */
  first: number;
  /** From there it is so far to that of the next row. */
  stride: number;
  columns: number;
}

/** Puts the values of a column together as ClickHouse writes a column down. */
export interface ColumnWriter {
  /** Takes a column of so many rows, which come after `firstRow` others. False if a value is none of the type's. */
  take(run: FieldRun, column: number, rows: number, firstRow: number): boolean;
  /** The column of so many rows, valid until more are taken. */
  finish(rows: number): Uint8Array[];
}

/** Nothing if the type is not known here. */
export function writerOf(name: string, type: string, rowsMax: number): ColumnWriter | undefined {
  const head = Buffer.concat([stringOf(name), stringOf(type)]);
  if (type === 'String') return new Texts(head);
  if (type === 'LowCardinality(String)') return new Words(head, rowsMax);
  if (type === 'UInt8') return new Numbers(head, new Uint8Array(rowsMax));
  if (type === 'UInt16') return new Numbers(head, new Uint16Array(rowsMax));
  if (type === 'UInt32') return new Numbers(head, new Uint32Array(rowsMax));
  if (type === 'UInt64') return new LongNumbers(head, rowsMax, { from: 0, bits: 64 });
  if (type === 'Int64') return new LongNumbers(head, rowsMax, { from: 0, bits: 63 });
  if (MOMENT.test(type)) return new LongNumbers(head, rowsMax, { from: SCALED_FROM, bits: 63 });
  return undefined;
}

/** A length in seven bits a byte, the last ones first. */
export function lengthOf(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

const stringOf = (text: string): Buffer => Buffer.concat([lengthOf(Buffer.byteLength(text)), Buffer.from(text)]);

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

class Numbers implements ColumnWriter {
  readonly #head: Buffer;
  readonly #values: Uint8Array | Uint16Array | Uint32Array;
  readonly #end: number;

  constructor(head: Buffer, values: Uint8Array | Uint16Array | Uint32Array) {
    this.#head = head;
    this.#values = values;
    this.#end = 2 ** (values.BYTES_PER_ELEMENT * 8);
  }

  take({ bytes, bounds, first, stride }: FieldRun, column: number, rows: number, firstRow: number): boolean {
    const values = this.#values;
    for (let row = 0, field = first + column; row < rows; row += 1, field += stride) {
      const start = bounds[field] as number;
      const end = (bounds[field + 1] as number) - 1;
      let value = start === end ? this.#end : 0;
      for (let at = start; at < end; at += 1) {
        const digit = bytes.getUint8(at) - ZERO;
        value = digit >= 0 && digit <= 9 ? value * 10 + digit : this.#end;
      }
      if (value >= this.#end) return false;
      values[firstRow + row] = value;
    }
    return true;
  }

  finish(rows: number): Uint8Array[] {
    return [this.#head, bytesOf(this.#values.subarray(0, rows))];
  }
}

/** Numbers of 64 bits, the lower half of each first. */
class LongNumbers implements ColumnWriter {
  readonly #head: Buffer;
  readonly #halves: Uint32Array;
  readonly #from: number;
  readonly #highEnd: number;

  constructor(head: Buffer, rowsMax: number, { from, bits }: { from: number; bits: 63 | 64 }) {
    this.#head = head;
    this.#halves = new Uint32Array(rowsMax * 2);
    this.#from = from;
    this.#highEnd = 2 ** (bits - 32);
  }

  take({ bytes, bounds, first, stride }: FieldRun, column: number, rows: number, firstRow: number): boolean {
    for (let row = 0, field = first + column; row < rows; row += 1, field += stride) {
      const start = bounds[field] as number;
      const end = (bounds[field + 1] as number) - 1;
      const safeEnd = Math.min(end, start + SAFE_DIGITS);
      let value = 0;
      for (let at = start; at < safeEnd; at += 1) {
        const digit = bytes.getUint8(at) - ZERO;
        if (digit < 0 || digit > 9) return false;
        value = value * 10 + digit;
      }
      const place = (firstRow + row) * 2;
      if (safeEnd === end) {
        if (start === end || value < this.#from) return false;
        this.#halves[place] = value >>> 0;
        this.#halves[place + 1] = value / HALF;
      } else if (!this.#takeLong(place, value, bytes, safeEnd, end)) return false;
    }
    return true;
  }

  /** Goes on with the digits that JavaScript's numbers have no room for. */
  #takeLong(place: number, head: number, bytes: DataView, start: number, end: number): boolean {
    let high = Math.floor(head / HALF);
    let low = head >>> 0;
    for (let at = start; at < end; at += 1) {
      const digit = bytes.getUint8(at) - ZERO;
      if (digit < 0 || digit > 9) return false;
      low = low * 10 + digit;
      const carried = Math.floor(low / HALF);
      low -= carried * HALF;
      high = high * 10 + carried;
      if (high >= this.#highEnd) return false;
    }
    this.#halves[place] = low;
    this.#halves[place + 1] = high;
    return true;
  }

  finish(rows: number): Uint8Array[] {
    return [this.#head, bytesOf(this.#halves.subarray(0, rows * 2))];
  }
}

/** Strings one after the other, each with its length in front. */
class Strings {
  #bytes = viewOf(Buffer.allocUnsafe(FIRST_BYTES));
  #length = 0;

  add(text: DataView, start: number, end: number): void {
    const length = end - start;
    const bytes = withRoom(this.#bytes, this.#length, length + LENGTH_BYTES);
    this.#bytes = bytes;
    let to = this.#length;
    let rest = length;
    for (; rest >= 0x80; rest >>>= 7) bytes.setUint8(to++, (rest & 0x7f) | 0x80);
    bytes.setUint8(to++, rest);
    this.#length = copyRun(text, start, end, bytes, to);
  }

  /** What was added since the last time; valid until more is. */
  finish(): Uint8Array {
    const bytes = bytesOf(this.#bytes).subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }
}

class Texts implements ColumnWriter {
  readonly #head: Buffer;
  readonly #strings = new Strings();

  constructor(head: Buffer) {
    this.#head = head;
  }

  take({ bytes, bounds, first, stride }: FieldRun, column: number, rows: number): boolean {
    for (let row = 0, field = first + column; row < rows; row += 1, field += stride) {
      this.#strings.add(bytes, bounds[field] as number, (bounds[field + 1] as number) - 1);
    }
    return true;
  }

  finish(): Uint8Array[] {
    return [this.#head, this.#strings.finish()];
  }
}

/** The words that occur, and for each row the number of its word. */
class Words implements ColumnWriter {
  readonly #head: Buffer;
  readonly #strings = new Strings();
  readonly #indexes: Uint16Array;
  /** By hash: the number of the word and one more, or 0. */
  readonly #slots: Uint16Array;
  /** The words one after the other, and where each ends. */
  #bytes = viewOf(Buffer.allocUnsafe(FIRST_BYTES));
  readonly #ends: Uint32Array;
  #words = 0;

  constructor(head: Buffer, rowsMax: number) {
    this.#head = head;
    this.#indexes = new Uint16Array(rowsMax);
    this.#slots = new Uint16Array(rowsMax * 2);
    this.#ends = new Uint32Array(rowsMax);
  }

  take({ bytes, bounds, first, stride }: FieldRun, column: number, rows: number, firstRow: number): boolean {
    const indexes = this.#indexes;
    for (let row = firstRow, field = first + column; row < firstRow + rows; row += 1, field += stride) {
      const start = bounds[field] as number;
      const end = (bounds[field + 1] as number) - 1;
      // Often it is that of the row before.
      const last = row === 0 ? -1 : (indexes[row - 1] as number);
      indexes[row] = last !== -1 && this.#isWord(last, bytes, start, end) ? last : this.#find(bytes, start, end);
    }
    return true;
  }

  #find(text: DataView, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashRun(text, start, end) & mask; ; slot = (slot + 1) & mask) {
      const word = (this.#slots[slot] as number) - 1;
      if (word === -1) return this.#add(slot, text, start, end);
      if (this.#isWord(word, text, start, end)) return word;
    }
  }

  #add(slot: number, text: DataView, start: number, end: number): number {
    const word = this.#words;
    const from = this.#startOf(word);
    this.#bytes = withRoom(this.#bytes, from, end - start);
    this.#ends[word] = copyRun(text, start, end, this.#bytes, from);
    this.#strings.add(text, start, end);
    this.#words += 1;
    this.#slots[slot] = this.#words;
    return word;
  }

  #startOf(word: number): number {
    return word === 0 ? 0 : (this.#ends[word - 1] as number);
  }

  #isWord(word: number, text: DataView, start: number, end: number): boolean {
    const from = this.#startOf(word);
    return (this.#ends[word] as number) - from === end - start && isSameRun(text, start, end, this.#bytes, from);
  }

  finish(rows: number): Uint8Array[] {
    const words = this.#words;
    this.#words = 0;
    this.#slots.fill(0);
    return [
      this.#head,
      bytesOf(BigUint64Array.of(WORDS_VERSION, OWN_WORDS, BigInt(words))),
      this.#strings.finish(),
      bytesOf(BigUint64Array.of(BigInt(rows))),
      bytesOf(this.#indexes.subarray(0, rows)),
    ];
  }
}
