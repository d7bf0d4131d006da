import { mkdir, open, rm, writeFile } from 'node:fs/promises';
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

/** Settings and parameters belong to a session; all sessions share one engine. */
export interface EngineSession {
  query(sql: string, format?: string): Promise<Answer>;
  /** Returns how many rows it wrote. */
  insert(insertion: Insertion): Promise<number>;
  close(): void;
}

export interface EngineSessions {
  open(): EngineSession;
  /** Settings that suit this build. */
  settings: Record<string, string>;
}

/**
 * Compiling the expressions of a report to machine code takes half a second of the processor, as long as twenty runs
 * over small tables. By default the third run compiles.
 */
const RUNS_BEFORE_COMPILING = '20';
const COMPILATION = {
  min_count_to_compile_expression: RUNS_BEFORE_COMPILING,
  min_count_to_compile_aggregate_expression: RUNS_BEFORE_COMPILING,
  min_count_to_compile_sort_description: RUNS_BEFORE_COMPILING,
};

/** ClickHouse as a native library in this process. */
export async function openNativeSessions(folder: string): Promise<EngineSessions> {
  const { Session } = await import('chdb');
  const answerOf = (result: ChdbResult): Answer => ({ bytes: result.bytes(), readRows: result.rowsRead });
  return {
    settings: COMPILATION,
    open: () => {
      const session = new Session(folder);
      const query: EngineSession['query'] = async (sql, format) =>
        answerOf(await session.queryAsync(sql, format ? { format } : {}));
      return { query, insert: insertWith(query, folder), close: () => session.close() };
    },
  };
}

/** Inside the engine's folder for temporary files. */
const INCOMING = 'tmp/incoming';

/**
 * The engine reads rows from a file, in any of its formats; there is one writer at a time. `seenAs` is the folder as
 * the engine sees it. Without it, the file is passed by descriptor: the engine would treat some characters of the path
 * as a glob, and a glob without a match inserts nothing instead of failing.
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
