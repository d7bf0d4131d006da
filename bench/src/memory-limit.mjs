// A group of processes that share a limit of memory, in version 1 or 2 of Linux's control groups.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const VERSIONS = [
  {
    root: ROOT,
    isThere: () => read(ROOT, 'cgroup.subtree_control')?.split(/\s+/).includes('memory') ?? false,
    limits: (bytes) => ({ 'memory.max': bytes, 'memory.swap.max': 0 }),
    used: ['anon', 'shmem'],
    kills: ['memory.events', 'oom_kill'],
  },
  {
    root: join(ROOT, 'memory'),
    isThere: () => existsSync(join(ROOT, 'memory/memory.limit_in_bytes')),
    limits: (bytes) => ({ 'memory.limit_in_bytes': bytes, 'memory.memsw.limit_in_bytes': bytes }),
    used: ['total_rss', 'total_shmem'],
    kills: ['memory.oom_control', 'oom_kill'],
  },
];
/** Swap may not be counted. */
const OPTIONAL = ['memory.swap.max', 'memory.memsw.limit_in_bytes'];
const READ_EVERY_MS = 500;
const REMOVE_TRIES = 40;
const MEGABYTE = 1024 ** 2;

/** Undefined where such a group can't be made. */
export function limitMemory(megabytes) {
  const version = VERSIONS.find(({ isThere }) => isThere());
  if (version === undefined) return undefined;
  const folder = join(version.root, `poklik-bench-${process.pid}`);
  try {
    mkdirSync(folder);
    for (const [file, value] of Object.entries(version.limits(megabytes * MEGABYTE))) write(folder, file, value);
  } catch {
    return undefined;
  }
  let peak = 0;
  const look = () => {
    const used = version.used.map((name) => fieldOf(folder, 'memory.stat', name));
    peak = Math.max(
      peak,
      used.reduce((sum, each) => sum + each),
    );
  };
  const timer = setInterval(look, READ_EVERY_MS);
  return {
    /** Writing its process ID there moves a process into the group. */
    processes: join(folder, 'cgroup.procs'),
    /** Memory of all processes at its highest, shared memory included, without caches of files, in megabytes. */
    peakMb: () => peak / MEGABYTE,
    kills: () => fieldOf(folder, ...version.kills),
    async remove() {
      clearInterval(timer);
      // Processes that have just ended may still be counted.
      for (let turn = 0; turn < REMOVE_TRIES && !removed(folder); turn += 1) await sleep(READ_EVERY_MS);
    },
  };
}

function read(folder, file) {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return undefined;
  }
}

function write(folder, file, value) {
  try {
    writeFileSync(join(folder, file), String(value));
  } catch (error) {
    if (!OPTIONAL.includes(file)) throw error;
  }
}

const fieldOf = (folder, file, name) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(read(folder, file) ?? '')?.[1] ?? 0);

function removed(folder) {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
