import { ByteBuffer, INITIAL_BYTES, newByteBuffer } from './byte-buffer';

/** Dictionary indexes of a column have 16 bits. */
export const ROWS_MAX: u32 = 16_384;

/** Column kinds, the same numbers as in `stats/columns.ts`. Number columns are identified by their size in bytes. */
const STRING: u32 = 0;
const DICTIONARY: u32 = 16;
/** ClickHouse reads smaller integers as seconds and larger ones as already scaled. */
const DATE_TIME: u32 = 32;
const SCALED_FROM: u64 = 9_908_870_400;
const SIGNED: u32 = 64;
const SIGNED_MAX: u64 = 0x7fff_ffff_ffff_ffff;
const DIGITS_MAX: u32 = 20;
const ZERO: u8 = 48;

/** Each block has its own dictionary with 16-bit indexes. */
const DICTIONARY_VERSION: u64 = 1;
const LOCAL_DICTIONARY: u64 = 0x601;
const SLOTS: u32 = ROWS_MAX * 2;
/** Fibonacci hashing constant. */
const HASH_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

@unmanaged
export class Column {
  kind: u32;
  /** Column name and type, which precede the values. */
  header: ByteBuffer;
  /** Strings, or the dictionary entries. */
  strings: ByteBuffer;
  /** Numbers, or the dictionary index of each row. */
  values: usize;
  /** Hash table of dictionary index + 1; 0 is empty. */
  slots: usize;
  /** Offset and length of each dictionary entry in `strings`. */
  entries: usize;
  entryCount: u32;
  /** Field of the current record: position, length and parsed number. */
  start: usize;
  length: u32;
  number: u64;

  get bytesOfNumber(): u32 {
    return this.kind & 15;
  }

  /** Returns the dictionary index of the field. */
  findEntry(row: u32): u32 {
    // Consecutive rows often have the same value.
    if (row > 0) {
      const last = <u32>load<u16>(this.values + ((row - 1) << 1));
      if (this.isEntry(last)) return last;
    }
    const mask = SLOTS - 1;
    let slot = hashOf(this.start, this.length) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const taken = <u32>load<u16>(this.slots + (slot << 1));
      if (taken === 0) break;
      if (this.isEntry(taken - 1)) return taken - 1;
    }
    const entry = this.entryCount++;
    this.strings.addString(this.start, this.length);
    store<u32>(this.entries + (entry << 3), this.strings.length - this.length);
    store<u32>(this.entries + (entry << 3), this.length, 4);
    store<u16>(this.slots + (slot << 1), <u16>(entry + 1));
    return entry;
  }

  isEntry(entry: u32): bool {
    const place = this.entries + (entry << 3);
    return load<u32>(place, 4) === this.length && isSame(this.strings.at + load<u32>(place), this.start, this.length);
  }

  /** Parses the digits of the field. Returns false if the column cannot hold the number. */
  readNumber(): bool {
    const end = this.start + this.length;
    let isNumber = this.length > 0 && this.length <= DIGITS_MAX;
    let header: u64 = 0;
    let value: u64 = 0;
    for (let at = this.start; at < end; at++) {
      const digit = load<u8>(at) - ZERO;
      if (digit > 9) isNumber = false;
      header = value;
      value = value * 10 + digit;
    }
    this.number = value;
    if (this.length === DIGITS_MAX && value / 10 !== header) isNumber = false;
    return isNumber && this.canHold(value);
  }

  canHold(value: u64): bool {
    const bits = this.bytesOfNumber * 8;
    if (bits < 64 && value >> bits !== 0) return false;
    if (this.kind & SIGNED && value > SIGNED_MAX) return false;
    return !(this.kind & DATE_TIME) || value >= SCALED_FROM;
  }

  /** Adds the value of the current record. Returns by how many bytes the block grows. */
  add(row: u32): u32 {
    if (this.kind === STRING) {
      this.strings.addString(this.start, this.length);
      return this.length + 1;
    }
    if (this.kind === DICTIONARY) {
      store<u16>(this.values + (row << 1), <u16>this.findEntry(row));
      return 2;
    }
    const size = this.bytesOfNumber;
    const to = this.values + row * size;
    if (size === 1) store<u8>(to, <u8>this.number);
    else if (size === 2) store<u16>(to, <u16>this.number);
    else if (size === 4) store<u32>(to, <u32>this.number);
    else store<u64>(to, this.number);
    return size;
  }

  /** Writes the values of the rows into the block and resets the column. */
  finish(block: ByteBuffer, rows: u32): void {
    const strings = this.strings;
    block.addBytes(this.header.at, this.header.length);
    if (this.kind === DICTIONARY) {
      block.addLong(DICTIONARY_VERSION);
      block.addLong(LOCAL_DICTIONARY);
      block.addLong(this.entryCount);
      block.addBytes(strings.at, strings.length);
      block.addLong(rows);
      block.addBytes(this.values, rows << 1);
      this.entryCount = 0;
      memory.fill(this.slots, 0, SLOTS << 1);
    } else if (this.kind === STRING) block.addBytes(strings.at, strings.length);
    else block.addBytes(this.values, rows * this.bytesOfNumber);
    strings.length = 0;
  }
}

export function newColumn(kind: u32, header: ByteBuffer): Column {
  const column = changetype<Column>(heap.alloc(offsetof<Column>()));
  memory.fill(changetype<usize>(column), 0, offsetof<Column>());
  column.kind = kind;
  column.header = header;
  column.strings = newByteBuffer(INITIAL_BYTES);
  column.values = heap.alloc(ROWS_MAX << 3);
  column.entries = heap.alloc(ROWS_MAX << 3);
  column.slots = heap.alloc(SLOTS << 1);
  memory.fill(column.slots, 0, SLOTS << 1);
  return column;
}

function hashOf(at: usize, length: u32): u32 {
  let hash: u64 = length;
  let index: u32 = 0;
  for (; index + 8 <= length; index += 8) hash = (hash ^ load<u64>(at + index)) * HASH_FACTOR;
  let rest: u64 = 0;
  for (; index < length; index++) rest = (rest << 8) | <u64>load<u8>(at + index);
  hash = (hash ^ rest) * HASH_FACTOR;
  return <u32>(hash >> 40);
}

function isSame(one: usize, other: usize, length: u32): bool {
  let index: u32 = 0;
  for (; index + 8 <= length; index += 8) if (load<u64>(one + index) !== load<u64>(other + index)) return false;
  for (; index < length; index++) if (load<u8>(one + index) !== load<u8>(other + index)) return false;
  return true;
}
