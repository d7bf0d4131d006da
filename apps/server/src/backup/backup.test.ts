import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'drizzle-orm';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import type { Postgres } from '../stores/postgres.ts';
import { withRunningDatabase } from '../stores/running-database.ts';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { hasEngine } from '../testing/processes/has-engine.ts';
import { type RunningProgram, startProgram } from '../testing/processes/running-program.ts';
import { launchClickhouse, quietClient } from '../testing/test-clickhouse.ts';
import { settingsOf, until } from '../testing/test-tracker.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/poklik.mjs', import.meta.url));

describe.skipIf(!(await hasEngine()))('backup of a running installation', { timeout: 300_000 }, () => {
  let place: string;
  let program: RunningProgram;
  let env: Record<string, string>;
  /** IDs of clicks that were acknowledged. */
  const clicks: string[] = [];

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'poklik-backup-'));
    await chmod(place, 0o711); // for PostgreSQL's own user
    const identity = await generateIdentity();
    await writeFile(join(place, 'key.txt'), `# a comment\n${identity}\n`);
    env = {
      DATA_DIR: join(place, 'data'),
      BACKUP_TO: join(place, 'backups'),
      BACKUP_RECIPIENT: await identityToRecipient(identity),
      BACKUP_IDENTITY: join(place, 'key.txt'),
    };
    program = await startProgram(join(place, 'data'), { CLICKHOUSE_URL: '' });
    await createCampaign();
  }, 300_000);
  afterAll(async () => {
    await program.stop();
    await rm(place, { recursive: true, force: true });
  });

  const run = (args: string[], settings: Record<string, string> = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    return spawnSync(process.execPath, [PROGRAM, ...args], {
      env: { PATH, HOME, ...env, ...settings },
      encoding: 'utf8',
    });
  };

  async function createCampaign(): Promise<void> {
    await withDatabase(async ({ db }) => {
      const [account] = await db.insert(accounts).values({}).returning();
      const { name, status, ...rest } = settingsOf({ default_url: 'https://shop.test/?c={click_id}' });
      await db.insert(campaigns).values({
        ...{ accountId: account?.id ?? 0, key: 'known', name, status, postbackKey: 'k' },
        settings: { name, status, ...rest },
      });
      await db.execute(sql`select pg_notify('campaigns_changed', '1')`);
    });
    await until(async () => (await program.ask('GET', '/c/known')).status === 302, 60_000);
  }

  const withDatabase = <T>(work: (postgres: Postgres) => Promise<T>): Promise<T> =>
    withRunningDatabase(loadConfig({ DATA_DIR: join(place, 'data') }), work);

  async function click(): Promise<void> {
    const answer = await program.ask('GET', '/c/known');
    if (answer.status !== 302) throw new Error(`a click was answered ${answer.status}`);
    clicks.push(new URL(answer.headers.get('location') ?? '').searchParams.get('c') ?? '');
  }

  /** Starts a program. */
  const latest = (): string => run(['backups']).stdout.trim().split('\n').at(-1)?.split(' ')[0] ?? '';

  it('contains every click that was acknowledged before, while clicks go on', async () => {
    for (let count = 0; count < 50; count += 1) await click();
    const before = [...clicks];
    let isOver = false;
    const load = (async () => {
      while (!isOver) await click().then(() => sleep(5));
    })();
    const backup = spawn(process.execPath, [PROGRAM, 'backup'], { env: { ...process.env, ...env }, stdio: 'pipe' });
    let output = '';
    for (const stream of [backup.stdout, backup.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(backup, 'close');
    isOver = true;
    await load;
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^Backup \d{8}T\d{6}Z created: /) });

    const into = join(place, 'restored');
    const restored = run(['restore', latest(), '--into', into]);
    expect(restored).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n0 differences\.\n$/) });
    expect(await readFile(join(into, 'secret.key'), 'utf8')).toBe(
      await readFile(join(place, 'data/secret.key'), 'utf8'),
    );

    const restarted = await launchClickhouse(into);
    const client = quietClient(restarted.address);
    try {
      await until(async () => (await client.ping()).success, 60_000);
      const answer = await client.query({ query: 'SELECT click_id FROM clicks', format: 'TabSeparated' });
      const found = (await answer.text()).split('\n').filter(Boolean);
      expect(new Set(found).size).toBe(found.length);
      expect(before.filter((id) => !found.includes(id))).toEqual([]);
    } finally {
      await client.close();
      await restarted.stop();
    }
  });

  it('is refused where data is', async () => {
    expect(run(['restore', latest()])).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') });
    expect(run(['restore', '20200101T000000Z', '--into', join(place, 'no')])).toMatchObject({
      status: 1,
      stderr: 'There is no backup 20200101T000000Z.\n',
    });
  });

  it('opens only with its key', async () => {
    expect(run(['verify-backup', latest()], { BACKUP_IDENTITY: '' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('BACKUP_IDENTITY'),
    });
    const files = await listFiles(join(place, 'backups'));
    for (const file of files.filter((path) => !path.endsWith('manifest.json')))
      expect((await readFile(file)).subarray(0, 15).toString()).toBe('poklik backup 1');
  });

  it('shares unchanged clicks and full log pieces with the next one, and leaves nothing when it is killed', async () => {
    const before = await listFiles(join(place, 'backups'));
    for (let round = 0; round < 3; round += 1) {
      const backup = spawn(process.execPath, [PROGRAM, 'backup'], { env: { ...process.env, ...env }, stdio: 'ignore' });
      // Listens before the kill, because a backup on a quick machine may be done by then.
      const closed = once(backup, 'close');
      await sleep(300 + Math.random() * 1_200);
      backup.kill('SIGKILL');
      await closed;
    }
    expect(run(['backups']).status).toBe(0);
    expect(run(['backup'])).toMatchObject({ status: 0, stderr: '' });
    const files = await listFiles(join(place, 'backups'));
    const newest = latest();
    expect(files.filter((path) => path.endsWith('.part'))).toEqual([]);
    expect(
      files.filter((path) => !before.includes(path) && !path.includes(newest) && !path.includes('archive')),
    ).toEqual([]);
    expect(run(['verify-backup', newest])).toMatchObject({ status: 0 });
  });

  it('names the damaged file after one flipped bit', async () => {
    const newest = latest();
    const files = (await listFiles(join(place, 'backups'))).filter((path) => path.includes(newest));
    for (const file of [files.find((path) => path.includes('users')), files.find((path) => path.endsWith('.json'))]) {
      const bytes = await readFile(file as string);
      const flipped = Buffer.from(bytes);
      flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(file as string, flipped);
      const name = (file as string).slice(join(place, 'backups/').length);
      expect(run(['verify-backup', name.split('/')[0] as string])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`${name} is damaged`),
      });
      await writeFile(file as string, bytes);
    }
  });

  it('goes to a bucket and back', async () => {
    const buckets = { directory: join(place, 's3'), configureBuckets: [{ name: 'backups' }] };
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, ...buckets });
    const { port } = await server.run();
    const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
    const bucket = { BACKUP_TO: 's3://backups/poklik', AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, ...keys };
    // The bucket is in this process, which a synchronous command would block.
    const runAside = async (args: string[]) => {
      const settings = { ...process.env, ...env, ...bucket };
      const command = spawn(process.execPath, [PROGRAM, ...args], { env: settings, stdio: 'pipe' });
      let output = '';
      for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += chunk));
      const [code] = await once(command, 'close');
      return { code, output };
    };
    try {
      const { code, output } = await runAside(['backup']);
      const id = /^Backup (\d{8}T\d{6}Z) created: /.exec(output)?.[1] ?? '';
      expect({ code, id }).toEqual({ code: 0, id: expect.stringMatching(/./) });
      expect(await runAside(['verify-backup', id])).toMatchObject({
        code: 0,
        output: expect.stringMatching(/0 differences/),
      });
    } finally {
      await server.close();
    }
  });

  it('fails without a place, and tells the operator', async () => {
    const notifications = async () =>
      (await withDatabase(({ db }) => db.execute(sql`select kind from notifications order by id`))).rows;
    const before = await notifications();
    expect(run(['backup'], { BACKUP_TO: join(place, 'key.txt') })).toMatchObject({ status: 1 });
    expect(await notifications()).toEqual([...before, { kind: 'backup_failed' }]);
  });
});

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.map((name) => join(folder, name));
  const files = await Promise.all(paths.map(async (path) => ((await stat(path)).isFile() ? [path] : [])));
  return files.flat();
}
