import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngine, nodeForEngine } from './engine-build.ts';

/** The portable engine starts slowly, especially on a busy machine. */
const PATIENCE = { timeout: 240_000, interval: 200 };
const PROGRAM = fileURLToPath(new URL('testing/run-serve-clickhouse.ts', import.meta.url));

const run = (folder: string): ChildProcess =>
  spawn(nodeForEngine(), ['--import', 'tsx', PROGRAM, folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** Resolves with the exit code. */
async function stop(program: ChildProcess): Promise<unknown> {
  const exited = once(program, 'exit');
  program.disconnect();
  return (await exited)[0];
}

describe.skipIf(findEngine() === undefined)(
  `embedded ClickHouse (needs its engine for ${process.platform}-${process.arch})`,
  { timeout: PATIENCE.timeout },
  () => {
    let dataDir: string;
    let folder: string;
    let origin: string;
    let program: ChildProcess;
    let client: ClickHouseClient;

    const start = async () => {
      program = run(folder);
      const [url] = await once(program, 'message');
      ({ origin } = new URL(String(url)));
      client = createClient({
        url: String(url),
        request_timeout: PATIENCE.timeout,
        log: { level: ClickHouseLogLevel.OFF },
      });
    };
    beforeAll(async () => {
      // Characters that the engine treats as a glob pattern or as the end of a string.
      dataDir = await mkdtemp(join(tmpdir(), "poklik-click{house,}*? it's-"));
      folder = join(dataDir, 'clickhouse');
      await start();
      await client.command({ query: 'CREATE TABLE note (id UInt64, text String) ENGINE = MergeTree ORDER BY id' });
    }, PATIENCE.timeout);
    afterAll(async () => {
      await client.close();
      await stop(program);
      await rm(dataDir, { recursive: true, force: true });
    }, PATIENCE.timeout);

    const ask = async <T>(query: string, query_params: Record<string, unknown> = {}): Promise<T[]> =>
      (await client.query({ query, query_params, format: 'JSONEachRow' })).json<T>();

    it('returns bound values unchanged', async () => {
      const values = {
        plain: 'word',
        awkward: `it's "quoted" \\ back\tslash\nnew line {id:UInt8} ; -- €Київ`,
        numbers: [1, 2, 3],
        words: ["a'b", 'c\\d'],
        nothing: null,
        big: '18446744073709551615',
      };
      const query = `SELECT {plain:String} AS plain, {awkward:String} AS awkward, {numbers:Array(UInt8)} AS numbers,
      {words:Array(String)} AS words, {nothing:Nullable(String)} AS nothing, toString({big:UInt64}) AS big`;
      expect(await ask(query, values)).toEqual([values]);
    });

    // The WebAssembly build miscounts memory and would reject everything after a few thousand statements. Each of its
    // threads needs its own memory.
    it.skipIf(findEngine() === 'native').each([
      ['has no server-wide memory limit', 'max_server_memory_usage', '0'],
      ['loads its tables with few threads', 'max_active_parts_loading_thread_pool_size', '2'],
    ])('%s', async (_, name, value) => {
      const query = 'SELECT value FROM system.server_settings WHERE name = {name:String}';
      expect(await ask(query, { name })).toEqual([{ value }]);
    });

    it('isolates parameters and settings of concurrent queries', async () => {
      const answersOf = Array.from({ length: 12 }, async (_, n) => {
        const result = await client.query({
          query: `SELECT {n:UInt32} AS n, toString(getSetting('max_block_size')) AS size`,
          query_params: { n },
          clickhouse_settings: { max_block_size: String(1_000 + n) },
          format: 'JSON',
        });
        return (await result.json<{ n: number; size: string }>()).data[0];
      });
      expect(await Promise.all(answersOf)).toEqual(
        Array.from({ length: 12 }, (_, n) => ({ n, size: String(1_000 + n) })),
      );
    });

    it('keeps inserted rows', async () => {
      const values = [
        { id: '1', text: 'one\ttab' },
        { id: '2', text: "two 'quotes'" },
      ];
      const inserted = await client.insert({ table: 'note', values, columns: ['id', 'text'], format: 'JSONEachRow' });
      expect(inserted.summary?.written_rows).toBe('2');
      expect(await ask('SELECT toString(note.id) AS id, text FROM note WHERE note.id <= 2 ORDER BY note.id')).toEqual(
        values,
      );
    });

    it("returns ClickHouse's error codes", async () => {
      await expect(ask('SELECT * FROM nowhere')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' });
      await expect(ask('SELEC')).rejects.toMatchObject({ code: '62' });
      await expect(
        client.insert({ table: 'note', values: [{ id: 'word' }], format: 'JSONEachRow' }),
      ).rejects.toMatchObject({ code: '27' });
    });

    it('isolates a query from an earlier failed one', async () => {
      const tooMuch = client.query({
        query: 'SELECT number FROM numbers(1000000)',
        format: 'JSON',
        clickhouse_settings: { max_result_bytes: '1000' },
      });
      await expect(tooMuch).rejects.toMatchObject({ code: '396' });
      expect(await Promise.all(Array.from({ length: 6 }, () => ask('SELECT 1 AS one')))).toEqual(
        Array(6).fill([{ one: 1 }]),
      );
    });

    it('prevents queries from writing, reading files or using the network', async () => {
      const file = join(dataDir, 'out.txt');
      await expect(ask(`SELECT * FROM file('/etc/passwd', 'LineAsString')`)).rejects.toMatchObject({ code: '164' });
      await expect(ask(`SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')`)).rejects.toMatchObject({
        code: '164',
      });
      await expect(ask('SELECT 1 SETTINGS readonly = 0')).rejects.toMatchObject({ code: '164' });
      await expect(client.exec({ query: `SELECT 1 INTO OUTFILE '${file}'` })).rejects.toMatchObject({ code: '164' });
      expect(existsSync(file)).toBe(false);
      await expect(
        client.command({ query: 'DROP TABLE note', clickhouse_settings: { readonly: '1' } }),
      ).rejects.toMatchObject({ code: '164' });
      expect(await ask('EXISTS TABLE note')).toEqual([{ result: 1 }]);
    });

    it('rejects requests without the password', async () => {
      const answer = await fetch(`${origin}/?query=SELECT+1`, { headers: { authorization: 'Basic Z3Vlc3M=' } });
      expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([403, '516']);
    });

    it('stops without an error, and starts again with its data', async () => {
      await client.insert({ table: 'note', values: [{ id: 7, text: 'kept' }], format: 'JSONEachRow' });
      await client.close();
      expect(await stop(program)).toBe(0);
      await start();
      expect(await ask('SELECT text FROM note WHERE id = 7')).toEqual([{ text: 'kept' }]);
    });

    it('moves a damaged folder away and starts with an empty one', async () => {
      await client.close();
      await stop(program);
      await writeFile(join(folder, 'metadata', 'poklik.sql'), 'ATTACH DATABASE');
      await start();
      expect(await readdir(dataDir)).toContain('clickhouse.damaged-1');
      expect(await ask('EXISTS TABLE note')).toEqual([{ result: 0 }]);
    });
  },
);
