import fs from 'node:fs';
import { join } from 'node:path';

/** The parts of Emscripten's file system that a mount of the real disk needs. */
export interface EngineFiles {
  ErrnoError: new (errno: number) => Error;
  createNode(parent: EngineNode | null, name: string, mode: number, device: number): EngineNode;
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  mkdir(path: string): void;
  mount(type: object, options: { root: string }, path: string): void;
  unlink(path: string): void;
  writeFile(path: string, data: Uint8Array | string): void;
}

interface EngineNode {
  id: number;
  name: string;
  mode: number;
  parent: EngineNode;
  mount: { opts: { root: string } };
  node_ops: object;
  stream_ops: object;
}

interface EngineStream {
  node: EngineNode;
  flags: number;
  position: number | bigint;
  descriptor?: number;
}

/** WASI numbers of the errors that files can have; anything else is told as an input/output error. */
const ERRNO: Record<string, number> = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENOENT: 44,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  EPERM: 63,
  EROFS: 69,
  ESPIPE: 70,
  EXDEV: 75,
};
const EIO = 29;
const ENOTSUP_MMAP = 43;
const EINVAL = 28;

/** Open flags as Emscripten numbers them, beside what this system calls them. */
const OPEN_FLAGS: readonly [number, number][] = [
  [0o1, fs.constants.O_WRONLY],
  [0o2, fs.constants.O_RDWR],
  [0o100, fs.constants.O_CREAT],
  [0o1000, fs.constants.O_TRUNC],
  [0o2000, fs.constants.O_APPEND],
];
const PERMISSIONS = 0o7777;

/**
 * Lets the engine keep its files on the real disk. Emscripten has the same thing for itself, but the build that is
 * published leaves it out.
 */
export function diskMount(files: EngineFiles): object {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw new files.ErrnoError(ERRNO[(error as NodeJS.ErrnoException).code ?? ''] ?? EIO);
    }
  };
  const pathOf = (node: EngineNode): string => {
    const parts: string[] = [];
    let at = node;
    for (; at.parent !== at; at = at.parent) parts.unshift(at.name);
    return join(at.mount.opts.root, ...parts);
  };
  const create = (parent: EngineNode | null, name: string, mode: number): EngineNode =>
    Object.assign(files.createNode(parent, name, mode, 0), { node_ops: nodeOps, stream_ops: streamOps });

  const nodeOps = {
    getattr: (node: EngineNode) => {
      const { dev, mode, nlink, uid, gid, rdev, size, atime, mtime, ctime } = attempt(() => fs.lstatSync(pathOf(node)));
      const blocks = Math.ceil(size / 512);
      return { dev, ino: node.id, mode, nlink, uid, gid, rdev, size, atime, mtime, ctime, blksize: 4096, blocks };
    },
    setattr: (node: EngineNode, change: { mode?: number | null; size?: number; atime?: number; mtime?: number }) =>
      attempt(() => {
        const path = pathOf(node);
        if (change.mode !== undefined && change.mode !== null) {
          fs.chmodSync(path, change.mode & PERMISSIONS);
          node.mode = change.mode;
        }
        if (change.size !== undefined) fs.truncateSync(path, Number(change.size));
        if (change.atime !== undefined || change.mtime !== undefined) {
          const now = Date.now();
          fs.utimesSync(path, new Date(change.atime ?? now), new Date(change.mtime ?? now));
        }
      }),
    lookup: (parent: EngineNode, name: string) =>
      create(parent, name, attempt(() => fs.lstatSync(join(pathOf(parent), name))).mode),
    mknod: (parent: EngineNode, name: string, mode: number) => {
      const path = join(pathOf(parent), name);
      attempt(() =>
        files.isDir(mode)
          ? fs.mkdirSync(path, mode & PERMISSIONS)
          : fs.writeFileSync(path, '', { mode: mode & PERMISSIONS }),
      );
      return create(parent, name, mode);
    },
    rename: (node: EngineNode, folder: EngineNode, name: string) => {
      attempt(() => fs.renameSync(pathOf(node), join(pathOf(folder), name)));
      node.name = name;
    },
    unlink: (parent: EngineNode, name: string) => attempt(() => fs.unlinkSync(join(pathOf(parent), name))),
    rmdir: (parent: EngineNode, name: string) => attempt(() => fs.rmdirSync(join(pathOf(parent), name))),
    readdir: (node: EngineNode) => attempt(() => fs.readdirSync(pathOf(node))),
    symlink: (parent: EngineNode, name: string, target: string) =>
      attempt(() => fs.symlinkSync(target, join(pathOf(parent), name))),
    readlink: (node: EngineNode) => attempt(() => fs.readlinkSync(pathOf(node))),
  };

  const streamOps = {
    open: (stream: EngineStream) => {
      const flags = OPEN_FLAGS.reduce((all, [theirs, ours]) => (stream.flags & theirs ? all | ours : all), 0);
      // Folders are opened too, so that they can be synced.
      attempt(() => {
        stream.descriptor = fs.openSync(pathOf(stream.node), files.isFile(stream.node.mode) ? flags : 'r');
      });
    },
    close: (stream: EngineStream) => attempt(() => fs.closeSync(stream.descriptor ?? -1)),
    read: (stream: EngineStream, memory: Uint8Array, offset: number, length: number, position: number) =>
      length === 0
        ? 0
        : attempt(() =>
            fs.readSync(stream.descriptor ?? -1, view(memory, offset, length), { position: Number(position) }),
          ),
    write: (stream: EngineStream, memory: Uint8Array, offset: number, length: number, position: number) =>
      attempt(() => fs.writeSync(stream.descriptor ?? -1, view(memory, offset, length), null, null, Number(position))),
    llseek: (stream: EngineStream, offset: number, whence: number) => {
      const base =
        whence === 1
          ? Number(stream.position)
          : whence === 2
            ? attempt(() => fs.fstatSync(stream.descriptor ?? -1).size)
            : 0;
      const position = base + Number(offset);
      if (position < 0) throw new files.ErrnoError(EINVAL);
      return position;
    },
    fsync: (stream: EngineStream) => {
      attempt(() => fs.fsyncSync(stream.descriptor ?? -1));
      return 0;
    },
    mmap: () => {
      throw new files.ErrnoError(ENOTSUP_MMAP);
    },
    msync: () => 0,
  };

  return {
    mount: ({ opts }: { opts: { root: string } }) => create(null, '/', fs.lstatSync(opts.root).mode),
    node_ops: nodeOps,
    stream_ops: streamOps,
  };
}

/** The engine's memory as Node wants it; offsets arrive as either kind of number. */
const view = (memory: Uint8Array, offset: number, length: number): Uint8Array =>
  new Uint8Array(memory.buffer, Number(offset), Number(length));
