import fs from 'node:fs';
import { join } from 'node:path';
import { failure } from './engine-errno.ts';
import { ENTRY_BYTES, type EngineMemory } from './engine-memory.ts';

export interface Disk {
  /** The folder that the engine sees as `MOUNT_POINT`. */
  root: string;
  /** The position of each open file by descriptor, shared because one thread may open a file and another read it. */
  positions: SharedArrayBuffer;
}

export const MOUNT_POINT = '/data';
const OPEN_MAX = 65_536;
export const createDisk = (root: string): Disk => ({
  root,
  positions: new SharedArrayBuffer(OPEN_MAX * Float64Array.BYTES_PER_ELEMENT),
});

/** Descriptors from here on are real files; lower ones are the engine's own in-memory files. */
export const FIRST_REAL_FD = 1 << 20;

/** Open flags of the engine's C library, mapped to those of this system. */
export const O_CREAT = 0o100;
const O_DIRECTORY = 0o200_000;
const OPEN_FLAGS: readonly [number, number][] = [
  [0o1, fs.constants.O_WRONLY],
  [0o2, fs.constants.O_RDWR],
  [O_CREAT, fs.constants.O_CREAT],
  [0o200, fs.constants.O_EXCL],
  [0o1000, fs.constants.O_TRUNC],
  [0o2000, fs.constants.O_APPEND],
  [O_DIRECTORY, fs.constants.O_DIRECTORY],
  [0o400_000, fs.constants.O_NOFOLLOW],
];
const SEEK_FROM_HERE = 1;
const SEEK_FROM_END = 2;
export const PERMISSIONS = 0o7777;

interface Folder {
  path: string;
  at: number;
  entries?: fs.Dirent[] | undefined;
}

/** The real files that an engine thread has open. */
export class DiskFiles {
  readonly #memory: EngineMemory;
  readonly #root: string;
  readonly #positions: Float64Array;
  /** Per thread, because a folder is opened, listed and closed by the same thread. */
  readonly #folders = new Map<number, Folder>();

  constructor(memory: EngineMemory, { root, positions }: Disk) {
    this.#memory = memory;
    this.#root = root;
    this.#positions = new Float64Array(positions);
  }

  /** Undefined for the engine's own in-memory files. */
  realPath(path: string): string | undefined {
    if (path === MOUNT_POINT) return this.#root;
    return path.startsWith(`${MOUNT_POINT}/`) ? join(this.#root, path.slice(MOUNT_POINT.length)) : undefined;
  }

  /** Paths are relative to an open folder unless they are absolute. */
  pathFrom(folder: number, pointer: bigint, mayBeEmpty = false): string | undefined {
    const path = this.#memory.text(pointer);
    if (path.startsWith('/') || folder < FIRST_REAL_FD) return this.realPath(path);
    const base = this.#folders.get(folder - FIRST_REAL_FD);
    if (!base) throw failure('EBADF');
    if (path === '' && !mayBeEmpty) throw failure('ENOENT');
    return join(base.path, path);
  }

  open(path: string, flags: number, mode: number): number {
    const own = OPEN_FLAGS.reduce((all, [theirs, ours]) => (flags & theirs ? all | ours : all), 0);
    const file = fs.openSync(path, own, mode & PERMISSIONS);
    if (file >= OPEN_MAX) {
      fs.closeSync(file);
      throw failure('EMFILE');
    }
    this.#positions[file] = 0;
    if (flags & O_DIRECTORY) this.#folders.set(file, { path, at: 0 });
    else this.#folders.delete(file); // the descriptor may be that of a folder that another thread has closed
    return FIRST_REAL_FD + file;
  }

  close(file: number): void {
    this.#folders.delete(file);
    fs.closeSync(file);
  }

  /** Reads or writes at the current position and advances it. */
  onwards(file: number, list: bigint, count: bigint, take: (piece: Uint8Array, at: number) => number): number {
    const from = this.#positions[file] ?? 0;
    const done = this.#memory.throughPieces(list, count, (piece, sofar) => take(piece, from + sofar));
    this.#positions[file] = from + done;
    return done;
  }

  seek(file: number, offset: number, whence: number): number {
    const base = {
      [SEEK_FROM_HERE]: () => this.#positions[file] ?? 0,
      [SEEK_FROM_END]: () => fs.fstatSync(file).size,
    }[whence];
    const position = (base?.() ?? 0) + offset;
    if (position < 0) throw failure('EINVAL');
    this.#positions[file] = position;
    const folder = this.#folders.get(file);
    if (folder) Object.assign(folder, { at: Math.floor(position / ENTRY_BYTES), entries: undefined });
    return position;
  }

  list(file: number, to: bigint, size: bigint): number {
    const folder = this.#folders.get(file);
    if (!folder) throw failure('EBADF');
    folder.entries ??= fs.readdirSync(folder.path, { withFileTypes: true });
    const entries = folder.entries.slice(folder.at, folder.at + Math.floor(Number(size) / ENTRY_BYTES));
    for (const [place, entry] of entries.entries()) {
      this.#memory.writeEntry(Number(to) + place * ENTRY_BYTES, entry, folder.at + place + 1);
    }
    folder.at += entries.length;
    return entries.length * ENTRY_BYTES;
  }

  setTimes(path: string, times: bigint): void {
    const { atimeMs, mtimeMs } = fs.statSync(path);
    const [at, now] = [Number(times), Date.now() / 1000];
    const time = (place: number, before: number) => (at ? this.#memory.time(place, before / 1000) : now);
    fs.utimesSync(path, time(at, atimeMs), time(at + 16, mtimeMs));
  }

  writeLink(path: string, to: bigint, size: bigint): number {
    const real = fs.readlinkSync(path);
    const target = Buffer.from(real.startsWith(this.#root) ? `${MOUNT_POINT}${real.slice(this.#root.length)}` : real);
    const told = target.subarray(0, Number(size));
    this.#memory.bytes(Number(to), told.length).set(told);
    return told.length;
  }

  describe(file: number, to: bigint): void {
    const [FOLDER, FILE] = [3, 4];
    const into = this.#memory.bytes(Number(to), 24).fill(0);
    into[0] = this.#folders.has(file) ? FOLDER : FILE;
  }
}
