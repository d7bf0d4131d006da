import fs from 'node:fs';
import { type Disk, DiskFiles, FIRST_REAL_FD, O_CREAT, PERMISSIONS } from './disk-files.ts';
import { errnoOf, failure } from './engine-errno.ts';
import { EngineMemory, type SharedMemory } from './engine-memory.ts';
import type { Imports } from './web-assembly.ts';

/** Passed to each engine thread as environment data under `THREAD_DATA`. */
export interface ThreadData {
  disk: Disk;
  moduleUrl: string;
}
export const THREAD_DATA = 'engine-thread';

const AT_NO_FOLLOW = 256;
const AT_REMOVE_FOLDER = 512;
const AT_EMPTY_PATH = 4096;

/** A C library call: descriptors and flags are numbers, all other arguments are bigints. */
// biome-ignore lint/suspicious/noExplicitAny: each call has its own argument types
type Call = (...args: any[]) => number;
type Replacement = (own: Call) => Call;

/**
 * Replaces the engine's own calls for real files with calls on the real disk. The published build keeps files in memory
 * and serves all threads from one that polls every millisecond, which makes queries on many files slow.
 */
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

function diskCalls(shared: SharedMemory, disk: Disk): Record<string, Replacement> {
  const memory = new EngineMemory(shared);
  const files = new DiskFiles(memory, disk);
  return { ...fileCalls(memory, files), ...pathCalls(memory, files) };
}

/** Syscalls return errors as negative numbers, WASI calls as positive ones. */
function attempt(work: () => unknown, sign: 1 | -1): number {
  try {
    const told = work();
    return typeof told === 'number' ? told : 0;
  } catch (error) {
    return sign * errnoOf(error);
  }
}
const POSITIVE = 1;

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

/** Calls on an open file. */
function fileCalls(memory: EngineMemory, files: DiskFiles): Record<string, Replacement> {
  return {
    _fd_close: ofFile((file) => files.close(file), POSITIVE),
    _fd_read: ofFile((file, list: bigint, count: bigint, to: bigint) => {
      memory.setInt64(
        to,
        files.onwards(file, list, count, (piece, position) => fs.readSync(file, piece, { position })),
      );
    }, POSITIVE),
    _fd_pread: ofFile((file, list: bigint, count: bigint, from: bigint, to: bigint) => {
      const read = (piece: Uint8Array, done: number) => fs.readSync(file, piece, { position: Number(from) + done });
      memory.setInt64(to, memory.throughPieces(list, count, read));
    }, POSITIVE),
    _fd_write: ofFile((file, list: bigint, count: bigint, to: bigint) => {
      const write = (piece: Uint8Array, at: number) => fs.writeSync(file, piece, 0, piece.length, at);
      memory.setInt64(to, files.onwards(file, list, count, write));
    }, POSITIVE),
    _fd_seek: ofFile((file, offset: bigint, whence: number, to: bigint) => {
      memory.setInt64(to, files.seek(file, Number(offset), whence));
    }, POSITIVE),
    _fd_fdstat_get: ofFile((file, to: bigint) => files.describe(file, to), POSITIVE),
    ___syscall_fdatasync: ofFile((file) => fs.fdatasyncSync(file)),
    ___syscall_fstat64: ofFile((file, to: bigint) => memory.writeStat(to, fs.fstatSync(file))),
    ___syscall_ftruncate64: ofFile((file, length: bigint) => fs.ftruncateSync(file, Number(length))),
    ___syscall_fchmod: ofFile((file, mode: number) => fs.fchmodSync(file, mode & PERMISSIONS)),
    ___syscall_getdents64: ofFile((file, to: bigint, size: bigint) => files.list(file, to, size)),
    ___syscall_fcntl64: ofFile(() => 0),
    ___syscall_ioctl: ofFile(() => -errnoOf(failure('ENOTTY'))),
    // Files cannot be mapped into this memory; on this error the engine reads them instead.
    __mmap_js:
      (own) =>
      (length, protection, flags, descriptor: number, ...rest) =>
        descriptor < FIRST_REAL_FD ? own(length, protection, flags, descriptor, ...rest) : -errnoOf(failure('ENODEV')),
  };
}

/** Calls on a path, absolute or relative to an open folder. */
function pathCalls(memory: EngineMemory, files: DiskFiles): Record<string, Replacement> {
  const first = (path: bigint) => files.realPath(memory.text(path));
  const inFolder = (folder: number, path: bigint) => files.pathFrom(folder, path);
  return {
    ___syscall_openat: ofPath(inFolder, (path, _folder, _path, flags: number, rest: bigint) =>
      files.open(path, flags, flags & O_CREAT ? memory.int32(rest) : 0),
    ),
    ___syscall_stat64: ofPath(first, (path, _path, to: bigint) => memory.writeStat(to, fs.statSync(path))),
    ___syscall_lstat64: ofPath(first, (path, _path, to: bigint) => memory.writeStat(to, fs.lstatSync(path))),
    ___syscall_newfstatat: ofPath(
      (folder: number, path: bigint, _to, flags: number) => files.pathFrom(folder, path, (flags & AT_EMPTY_PATH) !== 0),
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
      const into = files.pathFrom(targetFolder, target);
      if (into === undefined) throw failure('EXDEV');
      fs.renameSync(path, into);
    }),
    ___syscall_symlinkat: ofPath(
      (_target, folder: number, path: bigint) => files.pathFrom(folder, path),
      (path, target: bigint) => fs.symlinkSync(first(target) ?? memory.text(target), path),
    ),
    ___syscall_readlinkat: ofPath(inFolder, (path, _folder, _path, to: bigint, size: bigint) =>
      files.writeLink(path, to, size),
    ),
    ___syscall_truncate64: ofPath(first, (path, _path, length: bigint) => fs.truncateSync(path, Number(length))),
    ___syscall_chmod: ofPath(first, (path, _path, mode: number) => fs.chmodSync(path, mode & PERMISSIONS)),
    ___syscall_fchmodat2: ofPath(inFolder, (path, _folder, _path, mode: number) =>
      fs.chmodSync(path, mode & PERMISSIONS),
    ),
    ___syscall_utimensat: ofPath(
      (folder: number, path: bigint) => files.pathFrom(folder, path, true),
      (path, _folder, _path, times: bigint) => files.setTimes(path, times),
    ),
    ___syscall_statfs64: ofPath(first, (path, _path, _size, to: bigint) => memory.writeSpace(to, fs.statfsSync(path))),
  };
}
