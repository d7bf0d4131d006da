/** Bytes that are copied or read at once, even if fewer are needed. */
export const STEP: u32 = 16;
export const FIRST_BYTES: u32 = 64 * 1024;
/** Longest LEB128 length prefix. */
const LENGTH_BYTES: u32 = 5;

/** A growable byte buffer. */
@unmanaged
export class Run {
  at: usize;
  length: u32;
  room: u32;

  /** Returns where `bytes` more can be written. */
  @inline
  next(bytes: u32): usize {
    if (this.length + bytes > this.room) this.grow(bytes);
    return this.at + this.length;
  }

  grow(bytes: u32): void {
    this.room = max(this.room * 2, this.length + bytes);
    this.at = heap.realloc(this.at, this.room);
  }

  /** LEB128. */
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
    // Most strings are short, so a few vector steps beat a call. Extra bytes are overwritten later.
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
