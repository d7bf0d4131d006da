import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasEngine, statsCommand } from '../testing/stats-command.ts';
import { type OpenClickhouse, openClickhouse } from './clickhouse.ts';
import { migrateClickhouse } from './clickhouse-migrations.ts';
import { hasNative } from './embedded-clickhouse/sessions.ts';
import { type StatsProcess, startStatsProcess } from './embedded-clickhouse/stats-process.ts';
import { isAlive } from './embedded-postgres/leftovers.ts';
import { freePort } from './free-port.ts';

const log = pino({ level: 'silent' });
/** The WebAssembly engine starts slowly, especially on a busy machine. */
const PATIENCE = { timeout: 240_000, interval: 200 };
const PROGRAM = fileURLToPath(new URL('../testing/run-embedded-clickhouse.ts', import.meta.url));

describe.skipIf(!(await hasEngine()))(
  `embedded ClickHouse (needs its engine for ${process.platform}-${process.arch})`,
  { timeout: PATIENCE.timeout },
  () => {
    let dataDir: string;
    let address: URL;
    let stats: StatsProcess;
    let client: ClickHouseClient;

    beforeAll(async () => {
      // Characters that the engine treats as a glob pattern or as the end of a string.
      dataDir = await mkdtemp(join(tmpdir(), "poklik-click{house,}*? it's-"));
      address = new URL(`http://poklik:secret@127.0.0.1:${await freePort()}/poklik`);
      stats = startStatsProcess({ address, dataDir, logLevel: 'warn', log, priority: 0, ...statsCommand() });
      client = createClient({
        url: address,
        request_timeout: PATIENCE.timeout,
        log: { level: ClickHouseLogLevel.OFF },
      });
      await answers();
      await client.command({ query: 'CREATE TABLE note (id UInt64, text String) ENGINE = MergeTree ORDER BY id' });
    }, PATIENCE.timeout);
    afterAll(async () => {
      await client.close();
      await stats.stop();
      await rm(dataDir, { recursive: true, force: true });
    }, PATIENCE.timeout);

    const answers = () => vi.waitFor(async () => expect((await client.ping()).success).toBe(true), PATIENCE);
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
    it.skipIf(hasNative()).each([
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

    it('pauses merges during a backlog and merges afterwards', async () => {
      await client.command({ query: 'CREATE TABLE backlog (id UInt64, text String) ENGINE = MergeTree ORDER BY id' });
      const values = Buffer.from(`1\t${'x'.repeat(1_000)}\n`.repeat(9_000));
      for (let batch = 0; batch < 2; batch += 1) {
        await client.insert({
          table: 'backlog',
          columns: ['id', 'text'],
          values: Readable.from([values], { objectMode: false }),
          format: 'TabSeparated',
        });
      }
      const putTogether = () => client.command({ query: 'OPTIMIZE TABLE backlog FINAL' });
      await expect(putTogether()).rejects.toThrow(/cancel/i);
      await vi.waitFor(putTogether, PATIENCE);
      expect(await ask('SELECT toString(count()) AS rows FROM backlog')).toEqual([{ rows: '18000' }]);
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
      const answer = await fetch(`${address.origin}/?query=SELECT+1`, { headers: { authorization: 'Basic Z3Vlc3M=' } });
      expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([403, '516']);
    });

    it('continues an interrupted migration', async () => {
      const folder = join(dataDir, 'migrations');
      await mkdir(folder);
      const file = join(folder, '0001_first.sql');
      const first = 'CREATE TABLE IF NOT EXISTS visit (at DateTime) ENGINE = MergeTree ORDER BY at;\n';
      const second = '-- two\nALTER TABLE visit ADD COLUMN IF NOT EXISTS country String;\n';
      await writeFile(file, `${first}${second}SELEC broken;\n`);
      await expect(migrateClickhouse(client, folder)).rejects.toMatchObject({ code: '62' });
      // Simulates a crash before the second statement was recorded.
      const [record] = await ask('SELECT migration, statement, checksum FROM schema_migrations WHERE statement = 0');
      await client.command({ query: 'TRUNCATE TABLE schema_migrations' });
      await client.insert({ table: 'schema_migrations', values: [record], format: 'JSONEachRow' });
      await writeFile(file, `${first}${second}ALTER TABLE visit ADD COLUMN IF NOT EXISTS device String;\n`);
      await migrateClickhouse(client, folder);
      await migrateClickhouse(client, folder);
      expect(await ask(`SELECT name FROM system.columns WHERE table = 'visit' ORDER BY position`)).toEqual(
        ['at', 'country', 'device'].map((name) => ({ name })),
      );
      expect(await ask('SELECT statement FROM schema_migrations ORDER BY statement')).toEqual(
        [0, 1, 2].map((statement) => ({ statement })),
      );
      await writeFile(file, `${first}SELECT 1;\n`);
      await expect(migrateClickhouse(client, folder)).rejects.toThrow('Statement 2 of 0001_first.sql was changed');
    });

    it('restarts with its data at the same address after its process is killed', async () => {
      await client.insert({ table: 'note', values: [{ id: 7, text: 'kept' }], format: 'JSONEachRow' });
      const killed = stats.pid();
      process.kill(killed ?? 0, 'SIGKILL');
      await expect.poll(() => isAlive(killed ?? 0), PATIENCE).toBe(false);
      await answers();
      expect(stats.pid()).not.toBe(killed);
      expect(await ask('SELECT text FROM note WHERE id = 7')).toEqual([{ text: 'kept' }]);
    });

    it(
      'exits and releases the folder when its parent process is killed',
      async () => {
        const folder = join(dataDir, 'other');
        const run = async () => {
          const program = spawn(process.execPath, ['--import', 'tsx', PROGRAM, folder], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          onTestFinished(() => void program.kill('SIGKILL'));
          const [line] = await once(createInterface({ input: program.stdout }), 'line');
          const [pid, origin] = String(line).split(' ');
          const isOpen = () =>
            fetch(`${origin}/ping`).then(
              ({ ok }) => ok,
              () => false,
            );
          await expect.poll(isOpen, PATIENCE).toBe(true);
          return { program, pid: Number(pid) };
        };
        const first = await run();
        first.program.kill('SIGKILL');
        const second = await run();
        await expect.poll(() => isAlive(first.pid), PATIENCE).toBe(false);
        second.program.kill('SIGKILL');
        await expect.poll(() => isAlive(second.pid), PATIENCE).toBe(false);
      },
      PATIENCE.timeout * 2,
    );
  },
);

describe('unavailable ClickHouse', () => {
  let clickhouse: OpenClickhouse;
  afterAll(() => clickhouse.close());

  it('is reported by ping, and only queries fail', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    clickhouse = await openClickhouse({ url, dataDir: '', logLevel: 'silent', log });
    expect(await clickhouse.ping()).toEqual({ ok: false, reason: expect.stringContaining('ECONNREFUSED') });
    await expect(clickhouse.client.query({ query: 'SELECT 1' })).rejects.toThrow('ECONNREFUSED');
  });
});
