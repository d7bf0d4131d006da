import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDiskCalls } from './disk-calls.ts';
import { createDisk } from './disk-files.ts';

const NAMES = [
  '___syscall_openat',
  '___syscall_stat64',
  '___syscall_fstat64',
  '___syscall_fdatasync',
  '___syscall_getdents64',
  '___syscall_mkdirat',
  '___syscall_unlinkat',
  '___syscall_renameat',
  '___syscall_symlinkat',
  '___syscall_readlinkat',
  '___syscall_statfs64',
  '_fd_close',
  '_fd_pread',
  '_fd_read',
  '_fd_seek',
  '_fd_write',
] as const;
type Calls = Record<(typeof NAMES)[number], (...args: (number | bigint)[]) => number>;

const OF_THE_ENGINE = 4711;
const HERE = -100;
const O_RDWR = 0o2;
const O_CREAT = 0o100;
const O_EXCL = 0o200;
const O_DIRECTORY = 0o200_000;
const [ENOENT, EEXIST, EBADF, ENOTEMPTY] = [44, 20, 8, 55];
const [TEXT, OTHER_TEXT, PIECES, RESULT, BYTES] = [0n, 1024n, 2048n, 2112n, 4096n];

let root: string;
let memory: { buffer: SharedArrayBuffer; grow: () => void };
let disk: ReturnType<typeof createDisk>;
let calls: Calls;

/** The calls as an engine thread imports them: the import names are minified, the function names are not. */
function callsOfThread(): Calls {
  const own = Object.fromEntries(
    NAMES.map((name, place) => [`n${place}`, Object.defineProperty(() => OF_THE_ENGINE, 'name', { value: name })]),
  );
  const { a = {} } = withDiskCalls({ a: { ...own, memory } }, disk);
  return Object.fromEntries(NAMES.map((name, place) => [name, a[`n${place}`]])) as Calls;
}

beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'poklik-disk-calls-'));
  memory = { buffer: new SharedArrayBuffer(65_536), grow: () => {} };
  disk = createDisk(root);
  calls = callsOfThread();
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const view = () => new DataView(memory.buffer);
const bytesAt = (at: bigint, length: number) => Buffer.from(memory.buffer, Number(at), length);
function text(value: string, at = TEXT): bigint {
  bytesAt(at, value.length + 1).write(`${value}\0`);
  return at;
}
/** An I/O vector with one buffer. */
function piece(length: number): [bigint, bigint] {
  view().setBigUint64(Number(PIECES), BYTES, true);
  view().setBigUint64(Number(PIECES) + 8, BigInt(length), true);
  return [PIECES, 1n];
}
const result = () => Number(view().getBigInt64(Number(RESULT), true));
const open = (path: string, flags = O_RDWR, by = calls) => {
  view().setInt32(Number(OTHER_TEXT), 0o640, true);
  return by.___syscall_openat(HERE, text(path), flags, OTHER_TEXT);
};
function write(file: number, value: string, by = calls): void {
  bytesAt(BYTES, value.length).write(value);
  expect(by._fd_write(file, ...piece(value.length), RESULT)).toBe(0);
  expect(result()).toBe(value.length);
}
function read(file: number, by = calls): string {
  expect(by._fd_read(file, ...piece(100), RESULT)).toBe(0);
  return bytesAt(BYTES, result()).toString();
}
function namesIn(path: string): string[] {
  const folder = open(path, O_DIRECTORY);
  const found: string[] = [];
  const next = () => calls.___syscall_getdents64(folder, BYTES, 700n); // space for two entries
  for (let size = next(); size > 0; size = next()) {
    for (let at = 0; at < size; at += 280) {
      const name = bytesAt(BYTES + BigInt(at + 19), 256);
      found.push(name.subarray(0, name.indexOf(0)).toString());
    }
  }
  calls._fd_close(folder);
  return found.sort();
}

describe('disk calls', () => {
  it('write and read real files', () => {
    const file = open('/data/a.bin', O_RDWR | O_CREAT);
    write(file, 'hello ');
    write(file, 'world');
    expect(fs.readFileSync(join(root, 'a.bin'), 'utf8')).toBe('hello world');
    expect(calls._fd_pread(file, ...piece(5), 6n, RESULT)).toBe(0);
    expect(bytesAt(BYTES, result()).toString()).toBe('world');
    expect(calls._fd_seek(file, -5n, 2, RESULT)).toBe(0);
    expect([result(), read(file), read(file)]).toEqual([6, 'world', '']);
    expect(calls.___syscall_fstat64(file, BYTES)).toBe(0);
    expect(Number(view().getBigInt64(Number(BYTES) + 32, true))).toBe(11);
    expect(calls.___syscall_fdatasync(file)).toBe(0);
    expect(calls._fd_close(file)).toBe(0);
  });

  it('share open files between threads', () => {
    const other = callsOfThread();
    const file = open('/data/a.bin', O_RDWR | O_CREAT);
    write(file, 'one');
    write(file, 'two', other);
    expect(other._fd_seek(file, 0n, 0, RESULT)).toBe(0);
    expect(read(file)).toBe('onetwo');
    expect(other._fd_close(file)).toBe(0);
    expect(calls.___syscall_fdatasync(file)).toBe(-EBADF);
  });

  it('see memory that another thread has grown', () => {
    const grown = new SharedArrayBuffer(2 * memory.buffer.byteLength);
    const shown = memory.buffer;
    const path = BigInt(shown.byteLength + 100);
    Buffer.from(grown).write('/data/none\0/data/a.bin\0', Number(path));
    // A string that starts in the old buffer and ends in the grown part.
    Buffer.from(shown, shown.byteLength - 6).write('/data/');
    Buffer.from(grown).write('/data/a.bin\0', shown.byteLength - 6);
    memory.grow = () => {
      memory.buffer = grown;
    };
    fs.writeFileSync(join(root, 'a.bin'), 'twelve bytes');
    const showOld = () => {
      memory.buffer = shown;
    };
    expect(calls.___syscall_stat64(path, BYTES)).toBe(-ENOENT);
    showOld();
    expect(calls.___syscall_stat64(path + 11n, BYTES)).toBe(0);
    expect(Number(view().getBigInt64(Number(BYTES) + 32, true))).toBe(12);
    showOld();
    expect(calls.___syscall_stat64(BigInt(shown.byteLength - 6), path + 512n)).toBe(0);
    expect(Number(view().getBigInt64(Number(path) + 512 + 32, true))).toBe(12);
  });

  it('leave in-memory files to the engine', () => {
    expect(open('/tmp/incoming')).toBe(OF_THE_ENGINE);
    expect(open('/database/a.bin')).toBe(OF_THE_ENGINE);
    expect(calls._fd_close(3)).toBe(OF_THE_ENGINE);
    expect(calls.___syscall_stat64(text('/config.xml'), BYTES)).toBe(OF_THE_ENGINE);
  });

  it('return errno values', () => {
    expect(open('/data/none')).toBe(-ENOENT);
    expect(calls.___syscall_stat64(text('/data/none'), BYTES)).toBe(-ENOENT);
    fs.mkdirSync(join(root, 'full'));
    fs.writeFileSync(join(root, 'full/a'), '');
    expect(open('/data/full/a', O_RDWR | O_CREAT | O_EXCL)).toBe(-EEXIST);
    expect(calls.___syscall_unlinkat(HERE, text('/data/full'), 512)).toBe(-ENOTEMPTY);
    expect(calls._fd_close(open('/data/full/a'))).toBe(0);
    expect(calls._fd_read((1 << 20) + 65_000, ...piece(1), RESULT)).toBe(EBADF);
  });

  it('list folders and remove files by relative path', () => {
    expect(calls.___syscall_mkdirat(HERE, text('/data/part'), 0o750)).toBe(0);
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) fs.writeFileSync(join(root, 'part', name), '');
    expect(namesIn('/data/part')).toEqual(names);
    const folder = open('/data/part', O_DIRECTORY);
    for (const name of names) expect(calls.___syscall_unlinkat(folder, text(name), 0)).toBe(0);
    calls._fd_close(folder);
    expect(namesIn('/data/part')).toEqual([]);
    expect(calls.___syscall_renameat(HERE, text('/data/part'), HERE, text('/data/gone', OTHER_TEXT))).toBe(0);
    expect(namesIn('/data')).toEqual(['gone']);
  });

  it('create symbolic links that work inside and outside the engine', () => {
    fs.mkdirSync(join(root, 'store'));
    expect(calls.___syscall_symlinkat(text('/data/store'), HERE, text('/data/link', OTHER_TEXT))).toBe(0);
    expect(fs.readlinkSync(join(root, 'link'))).toBe(join(root, 'store'));
    const length = calls.___syscall_readlinkat(HERE, text('/data/link'), BYTES, 100n);
    expect(bytesAt(BYTES, length).toString()).toBe('/data/store');
  });

  it('report free disk space', () => {
    expect(calls.___syscall_statfs64(text('/data'), 88n, BYTES)).toBe(0);
    const { bsize, blocks } = fs.statfsSync(root);
    expect(view().getUint32(Number(BYTES) + 8, true)).toBe(bsize);
    expect(Number(view().getBigInt64(Number(BYTES) + 16, true))).toBe(blocks);
  });
});
