import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { setEnvironmentData, Worker, type WorkerOptions } from 'node:worker_threads';
import { claimFolder } from '../claim-folder.ts';
import { createDisk, MOUNT_POINT, THREAD_DATA, type ThreadData, withDiskCalls } from './disk-calls.ts';
import { type EngineSession, type EngineSessions, insertWith } from './sessions.ts';
import { type Imports, WebAssembly } from './web-assembly.ts';

/** What the WebAssembly build of the engine needs of Node: memory of more than 4 GiB, addressed with 64 bits. */
const NODE_MIN = 23;

/** Beside the sources and beside the bundle alike, three levels above or one. */
const ENGINE_FOLDERS = ['../engine/node_modules', '../../../engine/node_modules'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const installed = (path: string): string | undefined =>
  ENGINE_FOLDERS.map((folder) => join(folder, path)).find((candidate) => existsSync(candidate));

/** A Node that can run the engine: this one, or the one that is installed with it. */
export const nodeForWasm = (): string | undefined =>
  Number(process.versions.node.split('.')[0]) >= NODE_MIN
    ? process.execPath
    : installed(`node-${process.platform}-${process.arch}/bin/node`);

export const hasWasm = (): boolean => installed('chdb-wasm/dist/chdb.mjs') !== undefined;

interface WireResult {
  data: Uint8Array;
  rowsRead: number;
}

interface EngineModule {
  /** The engine's own file system, which is in memory. */
  FS: { writeFile(path: string, data: string): void };
}

interface Bindings {
  connect(path: string): bigint;
  closeConn(connection: bigint): void;
  queryConn(connection: bigint, sql: string, format: string): Promise<WireResult>;
}

/** Beside this file, in the sources and in the bundle alike. */
const THREAD_PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './engine-thread.ts' : './engine-thread.js',
  import.meta.url,
);
/**
 * This build counts a little memory as used with every statement that is long free, and after some thousands
 * would refuse to do anything. So nothing is held against that count; each statement has a limit of its own instead.
 * What it keeps to answer faster is cut to the 2 GiB that there are; the usual sizes are those of a server. So are the
 * usual numbers of threads that open tables and tidy up, up to 128: here each of them is one of Node, with tens of
 * megabytes of its own, and stays.
 */
const CONFIG_FILE = '/config.xml';
const CONFIG = `<clickhouse>
  <max_server_memory_usage_to_ram_ratio>0</max_server_memory_usage_to_ram_ratio>
  <uncompressed_cache_size>268435456</uncompressed_cache_size>
  <mark_cache_size>134217728</mark_cache_size>
  <primary_index_cache_size>67108864</primary_index_cache_size>
  <max_active_parts_loading_thread_pool_size>2</max_active_parts_loading_thread_pool_size>
  <max_outdated_parts_loading_thread_pool_size>1</max_outdated_parts_loading_thread_pool_size>
  <max_unexpected_parts_loading_thread_pool_size>1</max_unexpected_parts_loading_thread_pool_size>
  <max_parts_cleaning_thread_pool_size>1</max_parts_cleaning_thread_pool_size>
</clickhouse>`;
const SETTINGS = {
  // The thread that wants a file reads it; handing that over to another costs more than it saves.
  local_filesystem_read_method: 'pread',
  // Files cannot be mapped into its memory.
  storage_file_read_method: 'pread',
  max_threads_for_indexes: '1',
  // Opening and unpacking a file takes longer than adding up what stands in it.
  use_uncompressed_cache: '1',
  max_memory_usage: '1000000000',
  max_bytes_before_external_group_by: '500000000',
  max_bytes_before_external_sort: '500000000',
};
const V8_FLAGS = [
  // How much of a function V8 runs before it compiles it well, in bytes. A question runs very much code, and each piece
  // of it a few times: with the usual thirteen million it would take hundreds of questions.
  '--wasm-tiering-budget=100000',
  // Every access to the memory would be checked in code of its own, which takes a fifth of the time. The engine is
  // trusted as its native build is, which has no such fence either; besides it, this process only fills it.
  '--no-wasm-bounds-checks',
];

/** ClickHouse as WebAssembly, for machines without a native build. It answers one statement at a time. */
export async function openWasmSessions(folder: string): Promise<EngineSessions> {
  const modulePath = installed('chdb-wasm/dist/chdb.mjs');
  const bindingsPath = installed('chdb-wasm/dist/bindings.js');
  if (!modulePath || !bindingsPath) throw new Error('the engine is not installed');
  const release = await claimFolder(folder); // this build does not lock it itself
  try {
    return await startWasm(folder, { modulePath, bindingsPath });
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Files belong to the engine and not to the thread that opened them: another may close them, and their numbers are used
 * again. A thread that closed what it once opened, as they otherwise do when they end, would hit somebody else's.
 */
class EngineThread extends Worker {
  constructor(program: string | URL, options?: WorkerOptions) {
    // They must not preload what this process preloads.
    super(program, { ...options, trackUnmanagedFds: false, execArgv: [] });
  }
}

async function startWasm(folder: string, paths: { modulePath: string; bindingsPath: string }): Promise<EngineSessions> {
  const moduleUrl = pathToFileURL(paths.modulePath).href;
  const { default: start } = (await import(moduleUrl)) as { default: (options: object) => Promise<EngineModule> };
  const { ChdbBindings } = (await import(pathToFileURL(paths.bindingsPath).href)) as {
    ChdbBindings: new (module: object) => Bindings;
  };
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
  Object.defineProperty(globalThis, 'Worker', { get: () => EngineThread, set: () => undefined });
  const disk = createDisk(folder);
  setEnvironmentData(THREAD_DATA, { disk, moduleUrl } satisfies ThreadData as never);
  const code = await readFile(new URL('chdb.wasm', moduleUrl));
  const module = await new Promise<EngineModule>((resolve, reject) => {
    start({
      mainScriptUrlOrBlob: fileURLToPath(THREAD_PROGRAM),
      instantiateWasm: (imports: Imports, receive: (...made: unknown[]) => void) => {
        WebAssembly.instantiate(code, withDiskCalls(imports, disk)).then(
          ({ instance, module }) => receive(instance, module),
          reject,
        );
        return {};
      },
    }).then(resolve, reject);
  });
  module.FS.writeFile(CONFIG_FILE, CONFIG);
  const bindings = new ChdbBindings(module);
  return { settings: SETTINGS, open: () => openSession(bindings, folder) };
}

function openSession(bindings: Bindings, folder: string): EngineSession {
  const connection = bindings.connect(MOUNT_POINT);
  const query: EngineSession['query'] = async (sql, format = 'TabSeparated') => {
    const { data, rowsRead } = await ask(bindings, connection, sql, format);
    return { bytes: data, readRows: rowsRead };
  };
  return {
    query,
    insert: insertWith(query, folder, MOUNT_POINT),
    close: () => bindings.closeConn(connection),
  };
}

/** Errors arrive as text; the code in it is what callers decide by. */
async function ask(bindings: Bindings, connection: bigint, sql: string, format: string): Promise<WireResult> {
  try {
    return await bindings.queryConn(connection, sql, format);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const clickhouseCode = Number(/^Code: (\d+)\./.exec(message)?.[1] ?? Number.NaN);
    throw Object.assign(new Error(message), Number.isNaN(clickhouseCode) ? {} : { clickhouseCode });
  }
}
