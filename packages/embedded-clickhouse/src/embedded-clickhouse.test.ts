import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type EmbeddedClickhouse, startEmbeddedClickhouse } from './embedded-clickhouse.ts';
import { findEngine } from './engine-build.ts';

/** The portable engine starts slowly, especially on a busy machine. */
const PATIENCE = { timeout: 240_000, interval: 200 };
const PROGRAM = fileURLToPath(new URL('testing/run-embedded-clickhouse.ts', import.meta.url));
const NICE = getPriority() + 3;

describe.skipIf(findEngine() === undefined)(
  `supervised embedded ClickHouse (needs its engine for ${process.platform}-${process.arch})`,
  { timeout: PATIENCE.timeout },
  () => {
    let dataDir: string;
    let clickhouse: EmbeddedClickhouse;
    let client: ClickHouseClient;
    const lines: { msg: string }[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'poklik-embedded-'));
      clickhouse = await startEmbeddedClickhouse({
        ...{ folder: join(dataDir, 'clickhouse'), database: 'notes', priority: NICE, log },
      });
      client = createClient({
        url: clickhouse.url,
        request_timeout: PATIENCE.timeout,
        log: { level: ClickHouseLogLevel.OFF },
      });
      await answers();
      await client.command({ query: 'CREATE TABLE note (id UInt64, text String) ENGINE = MergeTree ORDER BY id' });
    }, PATIENCE.timeout);
    afterAll(async () => {
      await client.close();
      await clickhouse.stop();
      await rm(dataDir, { recursive: true, force: true });
    }, PATIENCE.timeout);

    const answers = () => vi.waitFor(async () => expect((await client.ping()).success).toBe(true), PATIENCE);

    it('has its nice value and writes to the log of its parent', async () => {
      expect(getPriority(clickhouse.pid())).toBe(NICE);
      await vi.waitFor(
        () => expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: 'embedded ClickHouse ready' })),
        PATIENCE,
      );
    });

    it('restarts with its data at the same URL after its process is killed', async () => {
      await client.insert({ table: 'note', values: [{ id: 7, text: 'kept' }], format: 'JSONEachRow' });
      const killed = clickhouse.pid();
      process.kill(killed ?? 0, 'SIGKILL');
      await expect.poll(() => isAlive(killed ?? 0), PATIENCE).toBe(false);
      await answers();
      expect(clickhouse.pid()).not.toBe(killed);
      const rows = await client.query({ query: 'SELECT text FROM note WHERE id = 7', format: 'JSONEachRow' });
      expect(await rows.json()).toEqual([{ text: 'kept' }]);
    });

    it(
      'exits and releases the folder when its parent process is killed',
      async () => {
        const folder = join(dataDir, 'other');
        const first = await runProgram(folder);
        first.program.kill('SIGKILL');
        const second = await runProgram(folder);
        await expect.poll(() => isAlive(first.pid), PATIENCE).toBe(false);
        second.program.kill('SIGKILL');
        await expect.poll(() => isAlive(second.pid), PATIENCE).toBe(false);
      },
      PATIENCE.timeout * 2,
    );
  },
);

/** A program with an embedded ClickHouse that answers, and the PID of that. */
async function runProgram(folder: string): Promise<{ program: ChildProcess; pid: number }> {
  const program = spawn(process.execPath, ['--import', 'tsx', PROGRAM, folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const [{ url, pid }] = (await once(program, 'message')) as [{ url: string; pid: number }];
  const isOpen = () =>
    fetch(`${new URL(url).origin}/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isOpen, PATIENCE).toBe(true);
  return { program, pid };
}

/** A zombie has ended. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
