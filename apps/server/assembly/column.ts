import { FIRST_BYTES, newRun, Run } from './run';

/** So many rows at most that the words of a column can be told apart by 16 bits. */
export const ROWS_MAX: u32 = 16_384;

/** What a column holds, as `stats/columns.ts` says it. Numbers are known by how many bytes each has. */
const TEXT: u32 = 0;
const WORD: u32 = 16;
/** Above it ClickHouse takes a whole number for a moment that is scaled already, below for seconds. */
const MOMENT: u32 = 32;
const SCALED_FROM: u64 = 9_908_870_400;
const SIGNED: u32 = 64;
const SIGNED_MAX: u64 = 0x7fff_ffff_ffff_ffff;
const DIGITS_MAX: u32 = 20;
const ZERO: u8 = 48;

/** Each block brings the words that occur in it, and numbers of 16 bits for them. */
const WORDS_VERSION: u64 = 1;
const OWN_WORDS: u64 = 0x601;
const SLOTS: u32 = ROWS_MAX * 2;
/** Scatters what it is multiplied with over all bits. */
const SCATTER: u64 = 0x9e37_79b9_7f4a_7c15;

@unmanaged
export class Column {
  kind: u32;
  /** Its name and type, as they stand in front of its values. */
  head: Run;
  /** Its strings, or the words that occur. */
  strings: Run;
  /** Numbers, or for each row the number of its word. */
  values: usize;
  /** By hash: the number of the word and one more, or 0. */
  slots: usize;
  /** Where each word stands in the strings and how long it is. */
  words: usize;
  wordCount: u32;
  /** Of the record that was read last: where the field stands, and what it is worth. */
  start: usize;
  length: u32;
  number: u64;

  get bytesOfNumber(): u32 {
    return this.kind & 15;
  }

  /** The number of the word that the field is. */
  findWord(row: u32): u32 {
    // Often it is that of the row before.
    if (row > 0) {
      const last = <u32>load<u16>(this.values + ((row - 1) << 1));
      if (this.isWord(last)) return last;
    }
    const mask = SLOTS - 1;
    let slot = hashOf(this.start, this.length) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const taken = <u32>load<u16>(this.slots + (slot << 1));
      if (taken === 0) break;
      if (this.isWord(taken - 1)) return taken - 1;
    }
    const word = this.wordCount++;
    this.strings.addString(this.start, this.length);
    store<u32>(this.words + (word << 3), this.strings.length - this.length);
    store<u32>(this.words + (word << 3), this.length, 4);
    store<u16>(this.slots + (slot << 1), <u16>(word + 1));
    return word;
  }

  isWord(word: u32): bool {
    const place = this.words + (word << 3);
    return load<u32>(place, 4) === this.length && isSame(this.strings.at + load<u32>(place), this.start, this.length);
  }

  /** Reads the digits of the field. False if they are no number that the column can hold. */
  readNumber(): bool {
    const end = this.start + this.length;
    let isNumber = this.length > 0 && this.length <= DIGITS_MAX;
    let head: u64 = 0;
    let value: u64 = 0;
    for (let at = this.start; at < end; at++) {
      const digit = load<u8>(at) - ZERO;
      if (digit > 9) isNumber = false;
      head = value;
      value = value * 10 + digit;
    }
    this.number = value;
    if (this.length === DIGITS_MAX && value / 10 !== head) isNumber = false;
    return isNumber && this.canHold(value);
  }

  canHold(value: u64): bool {
    const bits = this.bytesOfNumber * 8;
    if (bits < 64 && value >> bits !== 0) return false;
    if (this.kind & SIGNED && value > SIGNED_MAX) return false;
    return !(this.kind & MOMENT) || value >= SCALED_FROM;
  }

  /** Adds the value of the record that was read last. Returns how many bytes longer that makes the block. */
  add(row: u32): u32 {
    if (this.kind === TEXT) {
      this.strings.addString(this.start, this.length);
      return this.length + 1;
    }
    if (this.kind === WORD) {
      store<u16>(this.values + (row << 1), <u16>this.findWord(row));
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

  /** Writes the values of so many rows down, and begins anew. */
  finish(block: Run, rows: u32): void {
    const strings = this.strings;
    block.addBytes(this.head.at, this.head.length);
    if (this.kind === WORD) {
      block.addLong(WORDS_VERSION);
      block.addLong(OWN_WORDS);
      block.addLong(this.wordCount);
      block.addBytes(strings.at, strings.length);
      block.addLong(rows);
      block.addBytes(this.values, rows << 1);
      this.wordCount = 0;
      memory.fill(this.slots, 0, SLOTS << 1);
    } else if (this.kind === TEXT) block.addBytes(strings.at, strings.length);
    else block.addBytes(this.values, rows * this.bytesOfNumber);
    strings.length = 0;
  }
}

export function newColumn(kind: u32, head: Run): Column {
  const column = changetype<Column>(heap.alloc(offsetof<Column>()));
  memory.fill(changetype<usize>(column), 0, offsetof<Column>());
  column.kind = kind;
  column.head = head;
  column.strings = newRun(FIRST_BYTES);
  column.values = heap.alloc(ROWS_MAX << 3);
  column.words = heap.alloc(ROWS_MAX << 3);
  column.slots = heap.alloc(SLOTS << 1);
  memory.fill(column.slots, 0, SLOTS << 1);
  return column;
}

function hashOf(at: usize, length: u32): u32 {
  let hash: u64 = length;
  let index: u32 = 0;
  for (; index + 8 <= length; index += 8) hash = (hash ^ load<u64>(at + index)) * SCATTER;
  let rest: u64 = 0;
  for (; index < length; index++) rest = (rest << 8) | <u64>load<u8>(at + index);
  hash = (hash ^ rest) * SCATTER;
  return <u32>(hash >> 40);
}

function isSame(one: usize, other: usize, length: u32): bool {
  let index: u32 = 0;
  for (; index + 8 <= length; index += 8) if (load<u64>(one + index) !== load<u64>(other + index)) return false;
  for (; index < length; index++) if (load<u8>(one + index) !== load<u8>(other + index)) return false;
  return true;
}
