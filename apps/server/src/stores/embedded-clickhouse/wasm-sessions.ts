import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { claimFolder } from '../claim-folder.ts';
import { diskMount, type EngineFiles } from './disk-mount.ts';
import type { EngineSession, EngineSessions } from './sessions.ts';

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

interface Bindings {
  connect(path: string): bigint;
  closeConn(connection: bigint): void;
  queryConn(connection: bigint, sql: string, format: string): Promise<WireResult>;
}

const MOUNTED = '/data';
const INCOMING = '/tmp/incoming';
/**
 * This build counts a little memory as used with every statement that it has long given back, and after some thousands
 * would refuse to do anything. So nothing is held against that count; each statement has a limit of its own instead.
 */
const CONFIG_FILE = '/config.xml';
const CONFIG =
  '<clickhouse><max_server_memory_usage_to_ram_ratio>0</max_server_memory_usage_to_ram_ratio></clickhouse>';
const SETTINGS = {
  // Files are read by one thread whoever asks for them: handing the reading over to others only makes everybody wait.
  local_filesystem_read_method: 'pread',
  // Of the 2 GiB that there are.
  max_memory_usage: '1200000000',
  max_bytes_before_external_group_by: '600000000',
  max_bytes_before_external_sort: '600000000',
};
/**
 * How much of a function V8 runs before it compiles it well, in bytes. A question runs very much code, and each piece of
 * it a few times: with the usual thirteen million it would take hundreds of questions.
 */
const TIERING = '--wasm-tiering-budget=100000';

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

async function startWasm(folder: string, paths: { modulePath: string; bindingsPath: string }): Promise<EngineSessions> {
  const { default: start } = (await import(pathToFileURL(paths.modulePath).href)) as {
    default: (options: object) => Promise<{ FS: EngineFiles }>;
  };
  const { ChdbBindings } = (await import(pathToFileURL(paths.bindingsPath).href)) as {
    ChdbBindings: new (module: object) => Bindings;
  };
  setFlagsFromString(TIERING);
  const module = await start({});
  module.FS.writeFile(CONFIG_FILE, CONFIG);
  module.FS.mkdir(MOUNTED);
  module.FS.mount(diskMount(module.FS), { root: folder }, MOUNTED);
  const bindings = new ChdbBindings(module);
  return { settings: SETTINGS, open: () => openSession(bindings, module.FS) };
}

function openSession(bindings: Bindings, files: EngineFiles): EngineSession {
  const connection = bindings.connect(MOUNTED);
  return {
    query: async (sql, format = 'TabSeparated') => {
      const { data, rowsRead } = await ask(bindings, connection, sql, format);
      return { bytes: data, readRows: rowsRead };
    },
    insert: async ({ table, columns, format, rows }) => {
      files.writeFile(INCOMING, rows);
      const into = columns ? `${table} (${columns.join(', ')})` : table;
      try {
        const { rowsRead } = await ask(
          bindings,
          connection,
          `INSERT INTO ${into} FROM INFILE '${INCOMING}' FORMAT ${format}`,
          'Null',
        );
        return rowsRead;
      } finally {
        files.unlink(INCOMING);
      }
    },
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
