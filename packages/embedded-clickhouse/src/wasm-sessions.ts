import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setEnvironmentData, Worker, type WorkerOptions } from 'node:worker_threads';
import { claimFolder } from '@poklik/event-log/claim-folder';
import { THREAD_DATA, type ThreadData, withDiskCalls } from './disk-calls.ts';
import { createDisk, MOUNT_POINT } from './disk-files.ts';
import { findInstalled } from './engine-build.ts';
import { type EngineSession, type EngineSessions, insertWith } from './sessions.ts';
import { type Imports, WebAssembly } from './web-assembly.ts';

interface WireResult {
  data: Uint8Array;
  rowsRead: number;
}

interface EngineModule {
  /** The engine's own in-memory file system. */
  FS: { writeFile(path: string, data: string): void };
}

interface Bindings {
  connect(path: string): bigint;
  closeConn(connection: bigint): void;
  queryConn(connection: bigint, sql: string, format: string): Promise<WireResult>;
}

/** Next to this file, both in the source and in the bundle. */
const THREAD_PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './engine-thread.ts' : './engine-thread.js',
  import.meta.url,
);
/**
 * This build leaks a little of its memory accounting with every statement and would reject everything after a few
 * thousand, so the server-wide limit is off and each statement has its own limit instead. Caches are reduced to fit
 * into the available 2 GiB. So are the thread pools that load and clean up tables, up to 128 threads by default: each
 * thread is a Node worker that needs tens of megabytes and never ends.
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
  // Passing reads to another thread costs more than it saves.
  local_filesystem_read_method: 'pread',
  // Files cannot be mapped into WebAssembly memory.
  storage_file_read_method: 'pread',
  max_threads_for_indexes: '1',
  // Opening and decompressing a file takes longer than aggregating its data.
  use_uncompressed_cache: '1',
  max_memory_usage: '1000000000',
  max_bytes_before_external_group_by: '500000000',
  max_bytes_before_external_sort: '500000000',
};

/** ClickHouse as WebAssembly, for platforms without a native build. It runs one statement at a time. */
export async function openWasmSessions(folder: string): Promise<EngineSessions> {
  const modulePath = findInstalled('chdb-wasm/dist/chdb.mjs');
  const bindingsPath = findInstalled('chdb-wasm/dist/bindings.js');
  if (!modulePath || !bindingsPath) throw new Error('the engine is not installed');
  const release = await claimFolder(folder); // this build does not lock the folder itself
  try {
    return await startWasm(folder, { modulePath, bindingsPath });
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Files belong to the engine, not to the thread that opened them: another thread may close them, and descriptors are
 * reused. A worker that closes its descriptors on exit, as workers do by default, could close another thread's file.
 */
class EngineThread extends Worker {
  constructor(program: string | URL, options?: WorkerOptions) {
    // Workers must not run the preloads of this process.
    super(program, { ...options, trackUnmanagedFds: false, execArgv: [] });
  }
}

async function startWasm(folder: string, paths: { modulePath: string; bindingsPath: string }): Promise<EngineSessions> {
  const moduleUrl = pathToFileURL(paths.modulePath).href;
  const { default: start } = (await import(moduleUrl)) as { default: (options: object) => Promise<EngineModule> };
  const { ChdbBindings } = (await import(pathToFileURL(paths.bindingsPath).href)) as {
    ChdbBindings: new (module: object) => Bindings;
  };
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

/** Errors arrive as text, but callers need the code in it. */
async function ask(bindings: Bindings, connection: bigint, sql: string, format: string): Promise<WireResult> {
  try {
    return await bindings.queryConn(connection, sql, format);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const clickhouseCode = Number(/^Code: (\d+)\./.exec(message)?.[1] ?? Number.NaN);
    throw Object.assign(new Error(message), Number.isNaN(clickhouseCode) ? {} : { clickhouseCode });
  }
}
