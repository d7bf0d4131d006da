import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { checksumSeed, encodeRecord, segmentName } from '@poklik/event-log/record';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findPostmaster, stopPostmaster } from './stores/embedded-postgres/postmaster.ts';
import { programArgs } from './testing/processes/program.ts';
import { createTestDatabase } from './testing/test-database.ts';

const FILE = fileURLToPath(import.meta.url);

/** In pino's levels. */
const WARNING = 40;

describe('main', { timeout: 180_000 }, () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'poklik-main-'));
  });
  afterEach(async () => {
    await stopPostmaster(join(dataDir, 'postgres'));
    await rm(dataDir, { recursive: true, force: true });
  });

  /** ClickHouse is unreachable: the program has to work without it. */
  function run(settings: Record<string, string>) {
    const env = { DATA_DIR: dataDir, PORT: '0', CLICKHOUSE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'warn', ...settings };
    const program = spawn(process.execPath, programArgs(), {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const signalGroup = (signal: NodeJS.Signals | 0) => process.kill(-(program.pid as number), signal);
    onTestFinished(() => {
      if (hasGroup()) signalGroup('SIGKILL');
    });
    const hasGroup = () => {
      try {
        return signalGroup(0);
      } catch {
        return false;
      }
    };
    const output = { out: '', err: '' };
    program.stdout.on('data', (chunk) => (output.out += chunk));
    program.stderr.on('data', (chunk) => (output.err += chunk));
    const ended = once(program, 'close').then(([code]) => code as number | null);
    return { program, said: output, ended, signalGroup, hasGroup };
  }

  it('prints its URL and the operator setup link, and stops everything on SIGTERM', async () => {
    const { program, said, ended } = run({ LOG_LEVEL: 'info' });
    await expect
      .poll(() => said.out, { timeout: 150_000 })
      .toMatch(/Create the operator account \(one-time link\): http\S+\n/);
    const address = /is ready: (\S+)/.exec(said.out)?.[1];
    expect((await fetch(`${address}/v1/register`)).status).toBe(200);
    program.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
    // The log is JSON when piped.
    const log = said.out.split('\n').filter((line) => line.startsWith('{'));
    const lines = log.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(lines.map(({ msg }) => msg)).toContain('shutting down');
    // On a busy machine a database may answer late.
    const warnings = lines.filter(({ level, msg }) => level >= WARNING && !msg.startsWith('postgres not responding'));
    expect(warnings).toEqual([]);
    expect(said.err).toBe('');
  });

  it('stops cleanly when the process group gets a signal and npm repeats it', async () => {
    const { program, said, ended, signalGroup, hasGroup } = run({
      DATA_DIR: join(dataDir, 'a'.repeat(120)),
      ...{ LOG_LEVEL: 'info', LOG_FORMAT: 'text' },
    });
    await expect.poll(() => said.out, { timeout: 150_000 }).toContain(' is ready: ');
    signalGroup('SIGINT');
    setTimeout(() => program.kill('SIGINT'), 100);
    expect([await ended, said.err]).toEqual([0, '']);
    expect(said.out).toMatch(/^\d\d:\d\d:\d\d shutting down signal=SIGINT$/m);
    expect(said.out).not.toContain('{');
    expect(hasGroup()).toBe(false);
    expect(await findPostmaster(join(dataDir, 'a'.repeat(120), 'postgres'))).toBeUndefined();
  });

  it('serves links while the API is stopped, restarts its tracker, and leaves no process behind when killed', async () => {
    const { program, said, hasGroup } = run({});
    await expect.poll(() => said.out, { timeout: 150_000 }).toContain(' is ready: ');
    const port = new URL(/is ready: (\S+)/.exec(said.out)?.[1] ?? '').port;
    const status = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).then(
        (answer) => answer.status,
        () => 0,
      );
    program.kill('SIGSTOP');
    expect([await status('/c/unknown'), await status('/v1/live'), await status('/v1/ready')]).toEqual([404, 200, 200]);
    program.kill('SIGCONT');
    process.kill(await trackerOf(program.pid as number), 'SIGKILL');
    await expect.poll(() => said.out, { timeout: 30_000 }).toContain('tracker ended, restarting');
    await expect.poll(() => status('/c/unknown'), { timeout: 60_000 }).toBe(404);
    await expect.poll(() => status('/v1/register'), { timeout: 60_000 }).toBe(200);
    program.kill('SIGKILL');
    await expect.poll(hasGroup, { timeout: 30_000 }).toBe(false);
  });

  it('serves ClickHouse to other machines with the stats role alone', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const { program, said, ended } = run({
      ROLES: 'stats',
      CLICKHOUSE_URL: '',
      STATS_LISTEN: `http://poklik:secret@${address}/poklik`,
      // At low priority it may not stop in time on a busy machine.
      STATS_PRIORITY: '0',
    });
    const authorization = `Basic ${Buffer.from('poklik:secret').toString('base64')}`;
    const ask = () =>
      fetch(`http://${address}/?query=${encodeURIComponent('SELECT 6 * 7')}`, { headers: { authorization } }).then(
        (answer) => answer.text(),
        () => 'not yet',
      );
    await expect.poll(ask, { timeout: 150_000, interval: 500 }).toBe('42\n');
    program.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said.err).toBe('');
  });

  it('reports a used port in one line before it starts anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const { said, ended } = run({ HOST: '127.0.0.1', PORT: String(port) });
    expect(await ended).toBe(1);
    expect(said.err).toBe(
      `Port ${port} on 127.0.0.1 is not available: another program is using it. Set PORT or HOST.\n`,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  describe('with data of a newer version', () => {
    it.each([
      ['all roles', {}],
      ['the tracker alone', { ROLES: 'tracker', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }],
      [
        'the statistics alone',
        { ROLES: 'stats', CLICKHOUSE_URL: '', STATS_LISTEN: 'http://poklik:secret@127.0.0.1:0/poklik' },
      ],
    ])('names the folder and changes nothing: %s', async (_, settings) => {
      await writeFile(join(dataDir, 'format'), '2\n');
      const { said, ended } = run(settings);
      expect(await ended).toBe(1);
      expect(said.err).toMatch(/^This program is older than its data: the data folder \S+ has format 2, .* knows 1\./);
      expect(await readdir(dataDir)).toEqual(['format']);
    });

    it('names the log segment and changes nothing', async () => {
      const path = join(dataDir, 'events/here/00000000000000000001-later.log');
      const bytes = Buffer.alloc(200);
      const start = { kind: '^', payload: '{"format":2}' };
      const length = encodeRecord(bytes, 0, start, { seed: checksumSeed(segmentName(path)), offset: 0 });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes.subarray(0, length));
      const { said, ended } = run({});
      expect(await ended).toBe(1);
      expect(said.err).toMatch(/^This program is older than its data: the log segment \S+-later\.log has format 2\./);
      expect(await readdir(dataDir)).toEqual(['events']);
    });

    it('names the database and changes nothing: PostgreSQL', async () => {
      const database = await createTestDatabase();
      onTestFinished(() => database.drop());
      const later = Date.UTC(2099, 0, 1);
      await database.pool.query(
        `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`,
      );
      const { said, ended } = run({ DATABASE_URL: database.url });
      expect(await ended).toBe(1);
      expect(said.err).toMatch(/^This program is older than its data: PostgreSQL has 1 .*2099-01-01/);
    });

    it('names the database and changes nothing: ClickHouse', async () => {
      const database = await createTestDatabase();
      onTestFinished(() => database.drop());
      const asked: string[] = [];
      const clickhouse = createHttpServer(async (request, response) => {
        let query = new URL(request.url ?? '/', 'http://store').searchParams.get('query') ?? '';
        for await (const chunk of request) query += chunk;
        if (request.url !== '/ping') asked.push(query);
        const step = { migration: '9999_later.sql', statement: 0, checksum: 'unknown' };
        response.end(query.includes('FROM schema_migrations') ? `${JSON.stringify(step)}\n` : 'Ok.\n');
      }).listen(0, '127.0.0.1');
      await once(clickhouse, 'listening');
      onTestFinished(() => void clickhouse.close());
      const { port } = clickhouse.address() as { port: number };
      const { said, ended } = run({ DATABASE_URL: database.url, CLICKHOUSE_URL: `http://127.0.0.1:${port}` });
      expect(await ended).toBe(1);
      expect(said.out + said.err).toMatch(/older than its data: ClickHouse has 1 .*9999_later\.sql/);
      expect(asked.filter((query) => /^\s*(ALTER|DROP|INSERT)/i.test(query))).toEqual([]);
    });
  });

  it.each([
    [{ PORT: 'many' }, /^Invalid settings:\n {2}PORT: /],
    [
      { DATA_DIR: `${FILE}/data` },
      /^Cannot write to the data folder \S+\/data: ENOTDIR.* Set DATA_DIR to another folder\.\n$/,
    ],
    [{ ROLES: 'stats', CLICKHOUSE_URL: '' }, /^The stats role alone needs STATS_LISTEN=/],
    [
      { ROLES: 'stats', CLICKHOUSE_URL: '', STATS_LISTEN: 'http://poklik:secret@10.0.0.1:8123' },
      /STATS_LISTEN: is not encrypted; .* STATS_LISTEN_INSECURE=1/,
    ],
    [{ ROLES: 'api', CLICKHOUSE_URL: '' }, /CLICKHOUSE_URL: is required without the stats role/],
  ])('exits with one readable message when it cannot start with %o', async (settings, message) => {
    const { said, ended } = run(settings);
    expect(await ended).toBe(1);
    expect(said.err).toMatch(message);
    expect(said.err).not.toContain('    at ');
  });
});

/** The tracker process of the program; Linux only. */
async function trackerOf(program: number): Promise<number> {
  const children = await readFile(`/proc/${program}/task/${program}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('--child')) return Number(pid);
  }
  throw new Error('tracker process not found');
}
