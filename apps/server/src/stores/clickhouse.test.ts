import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type StatsProcess, startStatsProcess } from '../processes/stats-process.ts';
import { hasEngine, statsCommand } from '../testing/processes/stats-command.ts';
import { type OpenClickhouse, openClickhouse } from './clickhouse.ts';
import { migrateClickhouse } from './clickhouse-migrations.ts';
import { isAlive } from './embedded-postgres/leftovers.ts';
import { freePort } from './free-port.ts';

const log = pino({ level: 'silent' });
/** The WebAssembly engine starts slowly, especially on a busy machine. */
const PATIENCE = { timeout: 240_000, interval: 200 };
const PROGRAM = fileURLToPath(new URL('../testing/processes/run-embedded-clickhouse.ts', import.meta.url));

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
