/** So many are copied or read at once, even if less is wanted. */
export const STEP: u32 = 16;
export const FIRST_BYTES: u32 = 64 * 1024;
/** The longest that the length of a string can be. */
const LENGTH_BYTES: u32 = 5;

/** Bytes one after the other, in memory that grows. */
@unmanaged
export class Run {
  at: usize;
  length: u32;
  room: u32;

  /** Where `bytes` more can be put. */
  @inline
  next(bytes: u32): usize {
    if (this.length + bytes > this.room) this.grow(bytes);
    return this.at + this.length;
  }

  grow(bytes: u32): void {
    this.room = max(this.room * 2, this.length + bytes);
    this.at = heap.realloc(this.at, this.room);
  }

  /** Seven bits a byte, the last ones first. */
  addLength(value: u32): void {
    const to = this.next(LENGTH_BYTES);
    let rest = value;
    let length: u32 = 0;
    for (; rest >= 0x80; rest >>>= 7) store<u8>(to + length++, <u8>(rest | 0x80));
    store<u8>(to + length++, <u8>rest);
    this.length += length;
  }

  addString(from: usize, length: u32): void {
    this.addLength(length);
    // Most are short: a few steps take less than a call would. What is written behind them is written over.
    const to = this.next(length + STEP);
    for (let index: u32 = 0; index < length; index += STEP) v128.store(to + index, v128.load(from + index));
    this.length += length;
  }

  addLong(value: u64): void {
    store<u64>(this.next(8), value);
    this.length += 8;
  }

  addBytes(from: usize, length: u32): void {
    memory.copy(this.next(length), from, length);
    this.length += length;
  }
}

export function newRun(room: u32): Run {
  const run = changetype<Run>(heap.alloc(offsetof<Run>()));
  run.at = heap.alloc(room);
  run.length = 0;
  run.room = room;
  return run;
}
