/** Bytes that are copied or read at once, even if fewer are needed. */
export const VECTOR_BYTES: u32 = 16;
export const INITIAL_BYTES: u32 = 64 * 1024;
/** Longest LEB128 length prefix. */
const LENGTH_BYTES: u32 = 5;

/** A growable byte buffer. */
@unmanaged
export class ByteBuffer {
  at: usize;
  length: u32;
  capacity: u32;

  /** Returns where `bytes` more can be written. */
  @inline
  next(bytes: u32): usize {
    if (this.length + bytes > this.capacity) this.grow(bytes);
    return this.at + this.length;
  }

  grow(bytes: u32): void {
    this.capacity = max(this.capacity * 2, this.length + bytes);
    this.at = heap.realloc(this.at, this.capacity);
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
    const to = this.next(length + VECTOR_BYTES);
    for (let index: u32 = 0; index < length; index += VECTOR_BYTES) v128.store(to + index, v128.load(from + index));
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

export function newByteBuffer(capacity: u32): ByteBuffer {
  const buffer = changetype<ByteBuffer>(heap.alloc(offsetof<ByteBuffer>()));
  buffer.at = heap.alloc(capacity);
  buffer.length = 0;
  buffer.capacity = capacity;
  return buffer;
}
