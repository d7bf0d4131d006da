import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type PreparedCluster, prepareCluster } from '../testing/prepared-cluster.ts';
import { isAlive } from './embedded-postgres/leftovers.ts';
import { findPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createListener } from './listen.ts';

const PROGRAM = fileURLToPath(new URL('../testing/processes/run-embedded-postgres.ts', import.meta.url));
const log = pino({ level: 'silent' });
const isRoot = process.getuid?.() === 0;
let dataDir: string;
let prepared: PreparedCluster;
const programs: ChildProcess[] = [];
beforeAll(async () => {
  prepared = await prepareCluster();
});
afterAll(() => prepared.remove());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'poklik-postgres-'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  const cluster = await readlink(join(dataDir, 'postgres')).catch(() => join(dataDir, 'postgres'));
  await stopPostmaster(cluster);
  await rm(cluster, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a program that owns the database of `dataDir`. */
function startProgram(): { program: ChildProcess; said: Promise<string> } {
  const program = spawn(process.execPath, ['--import', 'tsx', PROGRAM, dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  programs.push(program);
  const said = once(createInterface({ input: program.stdout as NodeJS.ReadableStream }), 'line').then(([line]) =>
    String(line),
  );
  said.catch(() => undefined);
  return { program, said };
}

async function killHard(program: ChildProcess): Promise<void> {
  const hasExited = program.exitCode !== null || program.signalCode !== null;
  const exited = hasExited ? undefined : once(program, 'exit');
  program.kill('SIGKILL');
  await exited;
}

const start = () => startEmbeddedPostgres({ dataDir, log });
const postmaster = () => findPostmaster(join(dataDir, 'postgres'));

async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

const REMEMBER = ['CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)'];
const remembers = async (url: string) => expect(await ask(url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);

describe('embedded PostgreSQL', { timeout: 120_000 }, () => {
  it('starts on an empty folder, durable and password-protected', async () => {
    const postgres = await start();
    expect(
      await ask(
        postgres.url,
        `SELECT current_database() AS database, rolsuper AS superuser, current_setting('synchronous_commit') AS commit,
           current_setting('fsync') AS fsync, current_setting('server_version_num')::int / 10000 AS version
         FROM pg_roles WHERE rolname = current_user`,
      ),
    ).toEqual([{ database: 'poklik', superuser: false, commit: 'on', fsync: 'on', version: 18 }]);
    const stranger = new URL(postgres.adminUrl);
    stranger.password = 'guess';
    await expect(ask(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    await postgres.stop();
    expect(await postmaster()).toBeUndefined();
  });

  it('keeps its data across a restart', async () => {
    await prepared.copyTo(dataDir);
    const first = await start();
    await ask(first.url, ...REMEMBER);
    await first.stop();
    const second = await start();
    await remembers(second.url);
    await second.stop();
  });

  it('takes over the server left running by a killed program', async () => {
    await prepared.copyTo(dataDir);
    const { program, said } = startProgram();
    const url = (await said).replace('ready ', '');
    await ask(url, ...REMEMBER);
    const left = await postmaster();
    await killHard(program);
    const postgres = await start();
    expect(await postmaster()).toEqual(left);
    expect(postgres.url).toBe(url);
    await remembers(postgres.url);
    await postgres.stop();
    expect(await postmaster()).toBeUndefined();
  });

  it('starts after server and program were killed together', async () => {
    await prepared.copyTo(dataDir);
    const { program, said } = startProgram();
    await ask((await said).replace('ready ', ''), ...REMEMBER);
    const left = await postmaster();
    await killHard(program);
    process.kill(left?.pid ?? 0, 'SIGKILL');
    const postgres = await start();
    await remembers(postgres.url);
    await postgres.stop();
  });

  it('ignores a PID file whose number belongs to another process', async () => {
    await prepared.copyTo(dataDir);
    const other = spawn('sleep', ['60']);
    onTestFinished(() => void other.kill());
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(file, `${other.pid}\n${join(dataDir, 'postgres')}\n0\n5432\n\n127.0.0.1\n\nready\n`);
    const postgres = await start();
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect(isAlive(other.pid ?? 0)).toBe(true);
  });

  it('restarts a server that does not respond', async () => {
    await prepared.copyTo(dataDir);
    const { program, said } = startProgram();
    await ask((await said).replace('ready ', ''), ...REMEMBER);
    const left = await postmaster();
    await killHard(program);
    process.kill(left?.pid ?? 0, 'SIGSTOP');
    const postgres = await startEmbeddedPostgres({ dataDir, log, silencePatienceMs: 1_000 });
    expect((await postmaster())?.pid).not.toBe(left?.pid);
    await remembers(postgres.url);
    await postgres.stop();
  });

  it('starts after a program was killed at any point of its first start', async () => {
    // Other moments in every run.
    for (const latestMs of [600, 1_100, 1_600]) {
      const { program, said } = startProgram();
      await Promise.race([sleep(latestMs - Math.random() * 500), said]);
      await killHard(program);
    }
    const postgres = await start();
    expect(await ask(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log']);
  });

  it('removes the incomplete data folder of a killed program', async () => {
    const { program } = startProgram();
    const isMaking = async () => (await readdir(dataDir)).some((name) => name.startsWith('postgres.new-'));
    for (let waited = 0; !(await isMaking()) && waited < 60_000; waited += 5) await sleep(5);
    await killHard(program);
    expect(await isMaking()).toBe(true);
    const postgres = await start();
    expect(await isMaking()).toBe(false);
    await postgres.stop();
  });

  it('removes the incomplete password file of a killed program', async () => {
    const gone = spawn('true');
    await once(gone, 'exit');
    await writeFile(join(dataDir, `postgres-password.${gone.pid}`), 'half a password');
    const postgres = await start();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres-password'))).toEqual([
      'postgres-password',
    ]);
    await postgres.stop();
  });

  it('waits while the last statement of a killed owner still holds the lock', async () => {
    await prepared.copyTo(dataDir);
    const { program, said } = startProgram();
    const { port } = new URL((await said).replace('ready ', ''));
    await killHard(program);
    const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
    const leaving = new pg.Client({
      connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      application_name: `poklik owner ${program.pid}`,
    });
    await leaving.connect();
    await expect
      .poll(async () => (await leaving.query('SELECT pg_try_advisory_lock(7203114) AS taken')).rows, {
        timeout: 10_000,
      })
      .toEqual([{ taken: true }]);
    const left = leaving.query('SELECT pg_sleep(4)').then(() => leaving.end());
    const postgres = await start();
    await left;
    await postgres.stop();
  });

  it('rejects a second program on the same folder without affecting the first', async () => {
    await prepared.copyTo(dataDir);
    const postgres = await start();
    await ask(postgres.url, ...REMEMBER);
    const { program, said } = startProgram();
    expect(await said).toBe(`refused Another Poklik (process ${process.pid}) already uses the data folder ${dataDir}.`);
    expect(program.exitCode ?? (await once(program, 'exit'))[0]).toBe(1);
    await remembers(postgres.url);
    await postgres.stop();
  });

  it('gives a new folder to only one of two concurrent programs', async () => {
    const outcomes = await Promise.all([startProgram().said, startProgram().said]);
    expect(outcomes.map((said) => said.split(' ')[0]).sort()).toEqual(['ready', 'refused']);
  });

  it('restarts at the same address with the same owner after being killed', async () => {
    await prepared.copyTo(dataDir);
    const postgres = await start();
    await ask(postgres.url, ...REMEMBER);
    process.kill((await postmaster())?.pid ?? 0, 'SIGKILL');
    await expect
      .poll(() => ask(postgres.url, 'SELECT n FROM kept').catch(() => []), { timeout: 60_000 })
      .toEqual([{ n: 7 }]);
    expect(await startProgram().said).toContain('refused');
    await postgres.stop();
  });

  it('delivers notifications again after an outage', async () => {
    await prepared.copyTo(dataDir);
    const postgres = await start();
    const listener = createListener(postgres.url, log);
    const heard: string[] = [];
    let missed = 0;
    await listener.listen(
      'news',
      (payload) => heard.push(payload),
      () => {
        missed += 1;
      },
    );
    await ask(postgres.url, `NOTIFY news, 'before'`);
    await expect.poll(() => heard).toEqual(['before']);
    process.kill((await postmaster())?.pid ?? 0, 'SIGKILL');
    await expect.poll(() => missed, { timeout: 60_000 }).toBe(1);
    await ask(postgres.url, `NOTIFY news, 'after'`);
    await expect.poll(() => heard).toEqual(['before', 'after']);
    await listener.close();
    await postgres.stop();
  });

  it.skipIf(!isRoot)('runs in a folder that only root can enter (needs root)', async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const options = { dataDir: join(closed, 'data'), log };
    await mkdir(options.dataDir, { mode: 0o700 });
    const link = join(options.dataDir, 'postgres');
    const first = await startEmbeddedPostgres(options);
    await ask(first.url, ...REMEMBER);
    await first.stop();
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    const target = await readlink(link);
    onTestFinished(() => rm(target, { recursive: true, force: true }));
    expect(await readFile(join(target, 'PG_VERSION'), 'utf8')).toBe('18\n');
    const second = await startEmbeddedPostgres(options);
    await remembers(second.url);
    await second.stop();
  });
});
