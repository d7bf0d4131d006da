import fs from 'node:fs';
import { join } from 'node:path';
import { errnoOf, failure } from './engine-errno.ts';
import { ENTRY_BYTES, engineMemory, type SharedMemory } from './engine-memory.ts';
import type { Imports } from './web-assembly.ts';

/**
 * File system calls of the WebAssembly engine on the real disk. The published build keeps files in memory and serves
 * all threads from one that polls every millisecond, which makes queries on many files slow.
 */
export interface Disk {
  /** The folder that the engine sees as `MOUNT_POINT`. */
  root: string;
  /** The position of each open file by descriptor, shared because one thread may open a file and another read it. */
  positions: SharedArrayBuffer;
}

/** Passed to each engine thread as environment data under `THREAD_DATA`. */
export interface ThreadData {
  disk: Disk;
  moduleUrl: string;
}
export const THREAD_DATA = 'engine-thread';

export const MOUNT_POINT = '/data';
const OPEN_MAX = 65_536;
export const createDisk = (root: string): Disk => ({
  root,
  positions: new SharedArrayBuffer(OPEN_MAX * Float64Array.BYTES_PER_ELEMENT),
});

/** Descriptors from here on are real files; lower ones are the engine's own in-memory files. */
const FIRST_REAL_FD = 1 << 20;

/** Open flags of the engine's C library, mapped to those of this system. */
const O_CREAT = 0o100;
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
const AT_NO_FOLLOW = 256;
const AT_REMOVE_FOLDER = 512;
const AT_EMPTY_PATH = 4096;
const SEEK_FROM_HERE = 1;
const SEEK_FROM_END = 2;
const PERMISSIONS = 0o7777;

/** A C library call: descriptors and flags are numbers, all other arguments are bigints. */
// biome-ignore lint/suspicious/noExplicitAny: each call has its own argument types
type Call = (...args: any[]) => number;
type Replacement = (own: Call) => Call;

/** Replaces the engine's own calls for real files. */
export function withDiskCalls(imports: Imports, disk: Disk): Imports {
  return Object.fromEntries(
    Object.entries(imports).map(([module, values]) => {
      const memory = Object.values(values).find(isSharedMemory);
      const calls = memory ? diskCalls(memory, disk) : {};
      return [
        module,
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, replaced(value, calls)])),
      ];
    }),
  );
}

/** Import names are minified, function names are not. */
const replaced = (value: unknown, calls: Record<string, Replacement>): unknown =>
  typeof value === 'function' ? (calls[value.name]?.(value as Call) ?? value) : value;

const isSharedMemory = (value: unknown): value is SharedMemory =>
  typeof value === 'object' && value !== null && 'buffer' in value && value.buffer instanceof SharedArrayBuffer;

interface Folder {
  path: string;
  at: number;
  entries?: fs.Dirent[] | undefined;
}

function diskCalls(shared: SharedMemory, disk: Disk): Record<string, Replacement> {
  const memory = engineMemory(shared);
  const positions = new Float64Array(disk.positions);
  /** Per thread, because a folder is opened, listed and closed by the same thread. */
  const folders = new Map<number, Folder>();

  const realPath = (path: string): string | undefined => {
    if (path === MOUNT_POINT) return disk.root;
    return path.startsWith(`${MOUNT_POINT}/`) ? join(disk.root, path.slice(MOUNT_POINT.length)) : undefined;
  };
  /** Paths are relative to an open folder unless they are absolute. */
  const pathFrom = (folder: number, pointer: bigint, mayBeEmpty = false): string | undefined => {
    const path = memory.text(pointer);
    if (path.startsWith('/') || folder < FIRST_REAL_FD) return realPath(path);
    const base = folders.get(folder - FIRST_REAL_FD);
    if (!base) throw failure('EBADF');
    if (path === '' && !mayBeEmpty) throw failure('ENOENT');
    return join(base.path, path);
  };

  function open(path: string, flags: number, mode: number): number {
    const own = OPEN_FLAGS.reduce((all, [theirs, ours]) => (flags & theirs ? all | ours : all), 0);
    const file = fs.openSync(path, own, mode & PERMISSIONS);
    if (file >= OPEN_MAX) {
      fs.closeSync(file);
      throw failure('EMFILE');
    }
    positions[file] = 0;
    if (flags & O_DIRECTORY) folders.set(file, { path, at: 0 });
    else folders.delete(file); // the descriptor may be that of a folder that another thread has closed
    return FIRST_REAL_FD + file;
  }

  /** Reads or writes at the current position and advances it. */
  function onwards(file: number, list: bigint, count: bigint, take: (piece: Uint8Array, at: number) => number): number {
    const from = positions[file] ?? 0;
    const done = memory.throughPieces(list, count, (piece, sofar) => take(piece, from + sofar));
    positions[file] = from + done;
    return done;
  }

  function seek(file: number, offset: number, whence: number): number {
    const base = { [SEEK_FROM_HERE]: () => positions[file] ?? 0, [SEEK_FROM_END]: () => fs.fstatSync(file).size }[
      whence
    ];
    const position = (base?.() ?? 0) + offset;
    if (position < 0) throw failure('EINVAL');
    positions[file] = position;
    const folder = folders.get(file);
    if (folder) Object.assign(folder, { at: Math.floor(position / ENTRY_BYTES), entries: undefined });
    return position;
  }

  function list(file: number, to: bigint, size: bigint): number {
    const folder = folders.get(file);
    if (!folder) throw failure('EBADF');
    folder.entries ??= fs.readdirSync(folder.path, { withFileTypes: true });
    const entries = folder.entries.slice(folder.at, folder.at + Math.floor(Number(size) / ENTRY_BYTES));
    for (const [place, entry] of entries.entries()) {
      memory.writeEntry(Number(to) + place * ENTRY_BYTES, entry, folder.at + place + 1);
    }
    folder.at += entries.length;
    return entries.length * ENTRY_BYTES;
  }

  function setTimes(path: string, times: bigint): void {
    const { atimeMs, mtimeMs } = fs.statSync(path);
    const [at, now] = [Number(times), Date.now() / 1000];
    fs.utimesSync(path, at ? memory.time(at, atimeMs / 1000) : now, at ? memory.time(at + 16, mtimeMs / 1000) : now);
  }

  function writeLink(path: string, to: bigint, size: bigint): number {
    const real = fs.readlinkSync(path);
    const target = Buffer.from(real.startsWith(disk.root) ? `${MOUNT_POINT}${real.slice(disk.root.length)}` : real);
    const told = target.subarray(0, Number(size));
    memory.bytes(Number(to), told.length).set(told);
    return told.length;
  }

  function describe(file: number, to: bigint): void {
    const [FOLDER, FILE] = [3, 4];
    const into = memory.bytes(Number(to), 24).fill(0);
    into[0] = folders.has(file) ? FOLDER : FILE;
  }

  /** Syscalls return errors as negative numbers, WASI calls as positive ones. */
  const attempt = (work: () => unknown, sign: 1 | -1): number => {
    try {
      const told = work();
      return typeof told === 'number' ? told : 0;
    } catch (error) {
      return sign * errnoOf(error);
    }
  };
  const ofFile =
    (call: (file: number, ...args: Parameters<Call>) => unknown, sign: 1 | -1 = -1): Replacement =>
    (own) =>
    (descriptor: number, ...rest) =>
      descriptor < FIRST_REAL_FD
        ? own(descriptor, ...rest)
        : attempt(() => call(descriptor - FIRST_REAL_FD, ...rest), sign);
  /** `find` gets the path from the arguments. */
  const ofPath =
    (
      find: (...args: Parameters<Call>) => string | undefined,
      call: (path: string, ...args: Parameters<Call>) => unknown,
    ): Replacement =>
    (own) =>
    (...args) =>
      attempt(() => {
        const path = find(...args);
        return path === undefined ? own(...args) : call(path, ...args);
      }, -1);
  const first = (path: bigint) => realPath(memory.text(path));
  const inFolder = (folder: number, path: bigint) => pathFrom(folder, path);
  const POSITIVE = 1;

  return {
    _fd_close: ofFile((file) => {
      folders.delete(file);
      fs.closeSync(file);
    }, POSITIVE),
    _fd_read: ofFile((file, list: bigint, count: bigint, to: bigint) => {
      memory.setInt64(
        to,
        onwards(file, list, count, (piece, position) => fs.readSync(file, piece, { position })),
      );
    }, POSITIVE),
    _fd_pread: ofFile((file, list: bigint, count: bigint, from: bigint, to: bigint) => {
      const read = (piece: Uint8Array, done: number) => fs.readSync(file, piece, { position: Number(from) + done });
      memory.setInt64(to, memory.throughPieces(list, count, read));
    }, POSITIVE),
    _fd_write: ofFile((file, list: bigint, count: bigint, to: bigint) => {
      const write = (piece: Uint8Array, at: number) => fs.writeSync(file, piece, 0, piece.length, at);
      memory.setInt64(to, onwards(file, list, count, write));
    }, POSITIVE),
    _fd_seek: ofFile((file, offset: bigint, whence: number, to: bigint) => {
      memory.setInt64(to, seek(file, Number(offset), whence));
    }, POSITIVE),
    _fd_fdstat_get: ofFile(describe, POSITIVE),
    ___syscall_fdatasync: ofFile((file) => fs.fdatasyncSync(file)),
    ___syscall_fstat64: ofFile((file, to: bigint) => memory.writeStat(to, fs.fstatSync(file))),
    ___syscall_ftruncate64: ofFile((file, length: bigint) => fs.ftruncateSync(file, Number(length))),
    ___syscall_fchmod: ofFile((file, mode: number) => fs.fchmodSync(file, mode & PERMISSIONS)),
    ___syscall_getdents64: ofFile(list),
    ___syscall_fcntl64: ofFile(() => 0),
    ___syscall_ioctl: ofFile(() => -errnoOf(failure('ENOTTY'))),
    // Files cannot be mapped into this memory; on this error the engine reads them instead.
    __mmap_js:
      (own) =>
      (length, protection, flags, descriptor: number, ...rest) =>
        descriptor < FIRST_REAL_FD ? own(length, protection, flags, descriptor, ...rest) : -errnoOf(failure('ENODEV')),
    ___syscall_openat: ofPath(inFolder, (path, _folder, _path, flags: number, rest: bigint) =>
      open(path, flags, flags & O_CREAT ? memory.int32(rest) : 0),
    ),
    ___syscall_stat64: ofPath(first, (path, _path, to: bigint) => memory.writeStat(to, fs.statSync(path))),
    ___syscall_lstat64: ofPath(first, (path, _path, to: bigint) => memory.writeStat(to, fs.lstatSync(path))),
    ___syscall_newfstatat: ofPath(
      (folder: number, path: bigint, _to, flags: number) => pathFrom(folder, path, (flags & AT_EMPTY_PATH) !== 0),
      (path, _folder, _path, to: bigint, flags: number) =>
        memory.writeStat(to, flags & AT_NO_FOLLOW ? fs.lstatSync(path) : fs.statSync(path)),
    ),
    ___syscall_faccessat: ofPath(inFolder, (path, _folder, _path, mode: number) => fs.accessSync(path, mode)),
    ___syscall_mkdirat: ofPath(inFolder, (path, _folder, _path, mode: number) => {
      fs.mkdirSync(path, mode & PERMISSIONS);
    }),
    ___syscall_rmdir: ofPath(first, (path) => fs.rmdirSync(path)),
    ___syscall_unlinkat: ofPath(inFolder, (path, _folder, _path, flags: number) =>
      flags & AT_REMOVE_FOLDER ? fs.rmdirSync(path) : fs.unlinkSync(path),
    ),
    ___syscall_renameat: ofPath(inFolder, (path, _folder, _path, targetFolder: number, target: bigint) => {
      const into = pathFrom(targetFolder, target);
      if (into === undefined) throw failure('EXDEV');
      fs.renameSync(path, into);
    }),
    ___syscall_symlinkat: ofPath(
      (_target, folder: number, path: bigint) => pathFrom(folder, path),
      (path, target: bigint) => fs.symlinkSync(first(target) ?? memory.text(target), path),
    ),
    ___syscall_readlinkat: ofPath(inFolder, (path, _folder, _path, to: bigint, size: bigint) =>
      writeLink(path, to, size),
    ),
    ___syscall_truncate64: ofPath(first, (path, _path, length: bigint) => fs.truncateSync(path, Number(length))),
    ___syscall_chmod: ofPath(first, (path, _path, mode: number) => fs.chmodSync(path, mode & PERMISSIONS)),
    ___syscall_fchmodat2: ofPath(inFolder, (path, _folder, _path, mode: number) =>
      fs.chmodSync(path, mode & PERMISSIONS),
    ),
    ___syscall_utimensat: ofPath(
      (folder: number, path: bigint) => pathFrom(folder, path, true),
      (path, _folder, _path, times: bigint) => setTimes(path, times),
    ),
    ___syscall_statfs64: ofPath(first, (path, _path, _size, to: bigint) => memory.writeSpace(to, fs.statfsSync(path))),
  };
}
