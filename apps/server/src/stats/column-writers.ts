import { withRoom } from '../with-room.ts';

const [NEW_LINE, BACKSLASH, ZERO, NINE] = [10, 92, 48, 57];
/** Above it ClickHouse takes a whole number for a moment that is scaled already, below for seconds. */
const SCALED_FROM = 9_908_870_400;
const MOMENT = /^DateTime64\(\d(?:, '[\w/]+')?\)$/;
/** So many digits are a number of JavaScript in any case. */
const SAFE_DIGITS = 15;
const HALF = 2 ** 32;
const FIRST_BYTES = 64 * 1024;
const LENGTH_BYTES = 5;
const FEW_BYTES = 32;
const WORDS_VERSION = 1n;
/** Each block brings the words that occur in it, and numbers of 16 bits for them. */
const OWN_WORDS = 0x601n;

/** Puts the values of a column together as ClickHouse writes a column down. */
export interface ColumnWriter {
  /** Takes the value that begins there; the text ends with a new line. Returns where it ends, or -1 if it is none. */
  take(row: number, text: Buffer, start: number): number;
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

  take(row: number, text: Buffer, start: number): number {
    let value = 0;
    for (let at = start; ; at += 1) {
      const digit = (text[at] as number) - ZERO;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else {
        this.#values[row] = value;
        return at > start && value < this.#end ? at : -1;
      }
    }
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

  take(row: number, text: Buffer, start: number): number {
    let value = 0;
    let at = start;
    for (const until = start + SAFE_DIGITS; at < until; at += 1) {
      const digit = (text[at] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (isDigit(text[at])) return this.#takeLong(row, text, value, at);
    this.#halves[row * 2] = value >>> 0;
    this.#halves[row * 2 + 1] = value / HALF;
    return at > start && value >= this.#from ? at : -1;
  }

  /** Goes on with the digits that JavaScript's numbers have no room for. */
  #takeLong(row: number, text: Buffer, head: number, start: number): number {
    let high = Math.floor(head / HALF);
    let low = head >>> 0;
    let at = start;
    for (let character = text[at]; isDigit(character); character = text[at]) {
      low = low * 10 + character - ZERO;
      const carried = Math.floor(low / HALF);
      low -= carried * HALF;
      high = high * 10 + carried;
      if (high >= this.#highEnd) return -1;
      at += 1;
    }
    this.#halves[row * 2] = low;
    this.#halves[row * 2 + 1] = high;
    return at;
  }

  finish(rows: number): Uint8Array[] {
    return [this.#head, bytesOf(this.#halves.subarray(0, rows * 2))];
  }
}

const isDigit = (character: number | undefined): character is number =>
  character !== undefined && character >= ZERO && character <= NINE;

/** Strings one after the other, each with its length in front. */
class Strings {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  add(text: Buffer, start: number, end: number): void {
    const length = end - start;
    const bytes = withRoom(this.#bytes, this.#length, length + LENGTH_BYTES);
    this.#bytes = bytes;
    let to = this.#length;
    let rest = length;
    for (; rest >= 0x80; rest >>>= 7) bytes[to++] = (rest & 0x7f) | 0x80;
    bytes[to++] = rest;
    // For a few bytes a call of the system's is too much.
    if (length > FEW_BYTES) to += text.copy(bytes, to, start, end);
    else for (let at = start; at < end; at += 1) bytes[to++] = text[at] as number;
    this.#length = to;
  }

  /** What was added since the last time; valid until more is. */
  finish(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#length);
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

  take(_row: number, text: Buffer, start: number): number {
    let end = start;
    for (let character = text[end] as number; character > NEW_LINE; character = text[end] as number) {
      if (character === BACKSLASH) return this.#takeEscaped(text, start);
      end += 1;
    }
    this.#strings.add(text, start, end);
    return end;
  }

  #takeEscaped(text: Buffer, start: number): number {
    const field = unescaped(text, start);
    if (field) this.#strings.add(field.bytes, 0, field.bytes.length);
    return field ? field.end : -1;
  }

  finish(): Uint8Array[] {
    return [this.#head, this.#strings.finish()];
  }
}

/** The field that begins there, if the only thing that it writes differently is the backslash. */
function unescaped(text: Buffer, start: number): { bytes: Buffer; end: number } | undefined {
  const bytes: number[] = [];
  let end = start;
  for (let character = text[end] as number; character > NEW_LINE; character = text[end] as number) {
    if (character === BACKSLASH && text[end + 1] !== BACKSLASH) return undefined;
    bytes.push(character);
    end += character === BACKSLASH ? 2 : 1;
  }
  return { bytes: Buffer.from(bytes), end };
}

/** The words that occur, and for each row the number of its word. */
class Words implements ColumnWriter {
  readonly #head: Buffer;
  readonly #strings = new Strings();
  readonly #indexes: Uint16Array;
  /** By hash: the number of the word and one more, or 0. */
  readonly #slots: Uint16Array;
  /** The words as they are written in rows, one after the other, and where each begins and ends. */
  #written = Buffer.allocUnsafe(FIRST_BYTES);
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #words = 0;

  constructor(head: Buffer, rowsMax: number) {
    this.#head = head;
    this.#indexes = new Uint16Array(rowsMax);
    this.#slots = new Uint16Array(rowsMax * 2);
    this.#starts = new Uint32Array(rowsMax);
    this.#ends = new Uint32Array(rowsMax);
  }

  take(row: number, text: Buffer, start: number): number {
    const last = row === 0 ? 0 : (this.#indexes[row - 1] as number);
    if (this.#words > 0 && this.#isWord(last, text, start)) {
      this.#indexes[row] = last;
      return start + this.#lengthOf(last);
    }
    let hash = 0;
    let end = start;
    for (let character = text[end] as number; character > NEW_LINE; character = text[end] as number) {
      if (character === BACKSLASH) {
        if (text[end + 1] !== BACKSLASH) return -1;
        end += 1;
      }
      hash = Math.imul(hash ^ character, 0x01000193);
      end += 1;
    }
    this.#indexes[row] = this.#wordAt(text, start, end, hash ^ (hash >>> 15));
    return end;
  }

  #wordAt(text: Buffer, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const word = (this.#slots[slot] as number) - 1;
      if (word === -1) return this.#addWord(slot, text, start, end);
      if (this.#lengthOf(word) === end - start && this.#isWord(word, text, start)) return word;
    }
  }

  #addWord(slot: number, text: Buffer, start: number, end: number): number {
    const word = this.#words;
    const from = word === 0 ? 0 : (this.#ends[word - 1] as number);
    this.#written = withRoom(this.#written, from, end - start);
    this.#starts[word] = from;
    this.#ends[word] = from + text.copy(this.#written, from, start, end);
    const isEscaped = text.subarray(start, end).includes(BACKSLASH);
    const { bytes } = (isEscaped && unescaped(text, start)) || { bytes: text.subarray(start, end) };
    this.#strings.add(bytes, 0, bytes.length);
    this.#words += 1;
    this.#slots[slot] = this.#words;
    return word;
  }

  #lengthOf(word: number): number {
    return (this.#ends[word] as number) - (this.#starts[word] as number);
  }

  /** Whether the field that begins there is this word. */
  #isWord(word: number, text: Buffer, start: number): boolean {
    const written = this.#written;
    const until = this.#ends[word] as number;
    let at = start;
    for (let own = this.#starts[word] as number; own < until; own += 1, at += 1) {
      if (written[own] !== text[at]) return false;
    }
    return (text[at] as number) <= NEW_LINE;
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
