import type { Dirent, StatsBase, StatsFs } from 'node:fs';

/**
 * The memory shared by all engine threads. Growing it replaces its buffer; other threads may still see the old buffer
 * until they call `grow` themselves.
 */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: bigint): unknown;
}

/** Size of a folder entry with the longest possible name. */
export const ENTRY_BYTES = 280;
const ENTRY_NAME_AT = 19;
const [TYPE_FOLDER, TYPE_FILE, TYPE_LINK] = [4, 8, 10];
const PIECE_BYTES = 16;
const STAT_BYTES = 104;
const SPACE_BYTES = 88;
const TIME_BYTES = 16;
const BLOCK_BYTES = 512;
const TIME_NOW = 1_073_741_823;
const TIME_OMIT = 1_073_741_822;

/** Reads and writes the structures of the engine's C library in its memory. Pointers have 64 bits. */
export class EngineMemory {
  readonly #memory: SharedMemory;
  #data: DataView;

  constructor(memory: SharedMemory) {
    this.#memory = memory;
    this.#data = new DataView(memory.buffer);
  }

  /** The buffer, refreshed if it is too short for the given end. */
  #reaching(end: number): SharedArrayBuffer {
    if (end > this.#memory.buffer.byteLength) this.#memory.grow(0n);
    return this.#memory.buffer;
  }

  #view(end: number): DataView {
    const buffer = this.#reaching(end);
    if (this.#data.buffer !== buffer) this.#data = new DataView(buffer);
    return this.#data;
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#reaching(at + length), at, length);
  }

  text(pointer: bigint): string {
    const at = Number(pointer);
    const find = (shown: SharedArrayBuffer) => new Uint8Array(shown).indexOf(0, at);
    let end = find(this.#reaching(at + 1));
    // The end of the string may be in a part that this thread does not see yet.
    if (end < 0) end = find(this.#reaching(Number.POSITIVE_INFINITY));
    return Buffer.from(this.#memory.buffer, at, end - at).toString('utf8');
  }

  int32(pointer: bigint): number {
    return this.#view(Number(pointer) + 4).getInt32(Number(pointer), true);
  }

  setInt64(pointer: bigint, value: number): void {
    this.#view(Number(pointer) + 8).setBigInt64(Number(pointer), BigInt(value), true);
  }

  /** Walks an I/O vector until a buffer is only partly used. */
  throughPieces(list: bigint, count: bigint, take: (piece: Uint8Array, done: number) => number): number {
    let done = 0;
    for (let at = Number(list); at < Number(list) + Number(count) * PIECE_BYTES; at += PIECE_BYTES) {
      const piece = this.#view(at + PIECE_BYTES);
      const length = Number(piece.getBigUint64(at + 8, true));
      if (length === 0) continue;
      const taken = take(this.bytes(Number(piece.getBigUint64(at, true)), length), done);
      done += taken;
      if (taken < length) break;
    }
    return done;
  }

  writeStat(to: bigint, stat: StatsBase<number>): void {
    const [at, into] = [Number(to), this.#view(Number(to) + STAT_BYTES)];
    into.setUint32(at, stat.dev, true);
    into.setUint32(at + 4, stat.mode, true);
    into.setBigUint64(at + 8, BigInt(stat.nlink), true);
    into.setUint32(at + 16, stat.uid, true);
    into.setUint32(at + 20, stat.gid, true);
    into.setUint32(at + 24, stat.rdev, true);
    into.setBigInt64(at + 32, BigInt(stat.size), true);
    into.setInt32(at + 40, 4096, true);
    into.setInt32(at + 44, Math.ceil(stat.size / BLOCK_BYTES), true);
    for (const [place, time] of [stat.atimeMs, stat.mtimeMs, stat.ctimeMs].entries()) {
      const seconds = Math.floor(time / 1000);
      into.setBigInt64(at + 48 + place * 16, BigInt(seconds), true);
      into.setBigUint64(at + 56 + place * 16, BigInt(Math.floor((time - seconds * 1000) * 1e6)), true);
    }
    into.setBigInt64(at + 96, BigInt(stat.ino), true);
  }

  writeSpace(to: bigint, space: StatsFs): void {
    const [at, into] = [Number(to), this.#view(Number(to) + SPACE_BYTES)];
    for (const place of [8, 72]) into.setUint32(at + place, space.bsize, true);
    for (const [place, count] of [space.blocks, space.bfree, space.bavail, space.files, space.ffree].entries()) {
      into.setBigInt64(at + 16 + place * 8, BigInt(count), true);
    }
    into.setUint32(at + 56, 0, true);
    into.setUint32(at + 64, 255, true);
    into.setUint32(at + 80, 0, true);
  }

  /** `number` is the position of the entry in its folder, from 1. */
  writeEntry(at: number, entry: Dirent, number: number): void {
    const type = entry.isDirectory() ? TYPE_FOLDER : entry.isSymbolicLink() ? TYPE_LINK : TYPE_FILE;
    const into = this.#view(at + ENTRY_BYTES);
    into.setBigInt64(at, BigInt(number), true);
    into.setBigInt64(at + 8, BigInt(number * ENTRY_BYTES), true);
    into.setInt16(at + 16, ENTRY_BYTES, true);
    into.setInt8(at + 18, type);
    const name = Buffer.from(`${entry.name}\0`);
    this.bytes(at + ENTRY_NAME_AT, name.length).set(name);
  }

  /** The time to set in seconds; `before` if it is to stay unchanged. */
  time(at: number, before: number): number {
    const from = this.#view(at + TIME_BYTES);
    const nanoseconds = from.getInt32(at + 8, true);
    if (nanoseconds === TIME_NOW) return Date.now() / 1000;
    return nanoseconds === TIME_OMIT ? before : Number(from.getBigInt64(at, true)) + nanoseconds / 1e9;
  }
}
