import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ChdbResult } from 'chdb';

export interface Answer {
  bytes: Uint8Array;
  readRows: number;
}

export interface Insertion {
  table: string;
  columns: readonly string[] | undefined;
  format: string;
  rows: Buffer;
}

/** Settings and parameters live and end with a session; the engine behind it is one. */
export interface EngineSession {
  query(sql: string, format?: string): Promise<Answer>;
  /** Returns how many rows it wrote. */
  insert(insertion: Insertion): Promise<number>;
  close(): void;
}

export interface EngineSessions {
  open(): EngineSession;
  /** What this build is better asked with. */
  settings: Record<string, string>;
}

/** The library is a package per platform; npm installs the one that fits, if there is one. */
export function hasNative(): boolean {
  const require = createRequire(import.meta.url);
  const { optionalDependencies } = require('chdb/package.json') as { optionalDependencies: Record<string, string> };
  return Object.keys(optionalDependencies).some((name) => {
    try {
      return require.resolve(`${name}/package.json`) !== '';
    } catch {
      return false;
    }
  });
}

/** ClickHouse as a library of this process. */
export async function openNativeSessions(folder: string): Promise<EngineSessions> {
  const { Session } = await import('chdb');
  const answerOf = (result: ChdbResult): Answer => ({ bytes: result.bytes(), readRows: result.rowsRead });
  return {
    settings: {},
    open: () => {
      const session = new Session(folder);
      const query: EngineSession['query'] = async (sql, format) =>
        answerOf(await session.queryAsync(sql, format ? { format } : {}));
      return { query, insert: insertWith(query, folder), close: () => session.close() };
    },
  };
}

/** In the folder of the engine, where it keeps what it is just working on. */
const INCOMING = 'tmp/incoming';

/**
 * The engine reads rows from a file, in any of its formats; there is one writer at a time. `seenAs` is the folder as
 * the engine sees it. If that is the real one, the file is named by its descriptor: the engine would take some
 * characters of a path for a glob, and a glob without a match inserts nothing instead of failing.
 */
export function insertWith(query: EngineSession['query'], folder: string, seenAs?: string): EngineSession['insert'] {
  const path = join(folder, INCOMING);
  return async ({ table, columns, format, rows }) => {
    const into = columns ? `${table} (${columns.join(', ')})` : table;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, rows);
    const file = await open(path);
    try {
      const source = seenAs ? `${seenAs}/${INCOMING}` : `/dev/fd/${file.fd}`;
      const { readRows } = await query(`INSERT INTO ${into} FROM INFILE '${source}' FORMAT ${format}`, 'Null');
      if (readRows === 0) throw new Error('the engine has read no rows');
      return readRows;
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  };
}
