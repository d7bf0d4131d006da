import { createRequire } from 'node:module';
import type { ChdbResult, RawInsertFormat } from 'chdb';

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
      return {
        query: async (sql, format) => answerOf(await session.queryAsync(sql, format ? { format } : {})),
        insert: async ({ table, columns, format, rows }) => {
          if (!isRaw(format)) throw unknownFormat(format);
          const values = { table, values: rows, format };
          const { rowsWritten } = await session.insert(columns ? { ...values, columns: [...columns] } : values);
          return rowsWritten;
        },
        close: () => session.close(),
      };
    },
  };
}

/** Those that the library passes on to the engine. */
const RAW_FORMATS: readonly string[] = ['JSONEachRow', 'TabSeparated'] satisfies RawInsertFormat[];
const isRaw = (format: string): format is RawInsertFormat => RAW_FORMATS.includes(format);
const unknownFormat = (format: string): Error =>
  Object.assign(new Error(`Unknown format ${format}. (UNKNOWN_FORMAT)`), { clickhouseCode: 73 });
