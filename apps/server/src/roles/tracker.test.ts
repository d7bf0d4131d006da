import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CampaignSettings } from '@poklik/contract/campaigns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { freePort } from '../stores/free-port.ts';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ask, until } from '../testing/test-tracker.ts';
import { createWebRoot } from '../testing/web-root.ts';
import { openTracker } from './tracker.ts';

const LOCALES = fileURLToPath(new URL('../../../../packages/locales', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url));

async function addCampaign({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  const [account] = await db.insert(accounts).values({}).returning();
  const settings = CampaignSettings.parse({ name: 'A campaign', default_url: 'https://default.test/?c={click_id}' });
  const { name, status } = settings;
  await db
    .insert(campaigns)
    .values({ accountId: account?.id ?? 0, key: 'known', name, status, settings, postbackKey: 'k' });
}

describe('a tracker on its own', () => {
  let database: TestDatabase;
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await addCampaign(database);
    dataDir = await mkdtemp(join(tmpdir(), 'poklik-role-'));
  }, 60_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function startProgram(databaseUrl: string): Promise<{ port: number; stop(): Promise<number | null> }> {
    const port = await freePort();
    const env = {
      ...process.env,
      ROLES: 'tracker',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'fatal',
    };
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    await until(
      () =>
        ask(port, '/v1/health').then(
          ({ status }) => status === 200,
          () => false,
        ),
      60_000,
    );
    return {
      port,
      async stop() {
        child.kill('SIGTERM');
        const [code] = await once(child, 'exit');
        return code as number | null;
      },
    };
  }

  it('serves links, writes its log and stops when asked', async () => {
    const { port, stop } = await startProgram(database.url);
    const answer = await ask(port, '/c/known');
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toMatch(/^https:\/\/default\.test\/\?c=[0-9a-z]{29,}$/);
    expect(answer.headers['x-poklik-recorded']).toBeUndefined();
    expect((await ask(port, '/v1/profile')).status).toBe(404);
    expect(await stop()).toBe(0);
    const [node = ''] = await readdir(join(dataDir, 'events'));
    expect(await readdir(join(dataDir, 'events', node))).toHaveLength(1);
  }, 120_000);

  it('starts and redirects while PostgreSQL is down', async () => {
    const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    const { port, stop } = await startProgram(nowhere);
    expect((await ask(port, '/c/known')).status).toBe(302);
    expect((await ask(port, '/c/unknown')).status).toBe(503);
    expect(await stop()).toBe(0);
  }, 120_000);
});

describe('the tracker in front of everything else', () => {
  let test: TestApp;
  const closers: (() => Promise<unknown>)[] = [];
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'poklik-role-'));
    test = await createTestApp({ dataDir });
    await addCampaign(test.services);
  }, 60_000);
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    await test.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('answers its links on the same port, sets no cookie of the application, and leaves the rest alone', async () => {
    const tracker = await openTracker(test.services, closers);
    const web = await createWebRoot();
    closers.push(() => web.remove());
    const app = await createApp(test.services, { webRoot: web.path, localesRoot: LOCALES }, tracker);
    closers.push(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const port = Number(new URL(`http://${app.listeningOrigin.replace(/^\w+:\/\//, '')}`).port);
    const click = await ask(port, '/c/known');
    expect([click.status, click.headers['set-cookie']]).toEqual([302, undefined]);
    expect((await ask(port, '/v1/health')).status).toBe(200);
    expect((await ask(port, '/v1/profile')).status).toBe(401);
    expect((await ask(port, '/c/unknown')).status).toBe(404);
  });
});
