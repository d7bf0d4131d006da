import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { CampaignSettings } from '@poklik/contract/campaigns';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { drainServer, listenOn } from '../http/http-server.ts';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { startTrackerProcess, type TrackerProcess } from '../testing/processes/tracker-process.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { sendRequest, until } from '../testing/test-tracker.ts';
import { createWebRoot } from '../testing/web-root.ts';
import { createApiSocket } from './api-socket.ts';
import { runTracker } from './tracker.ts';

const LOCALES = fileURLToPath(new URL('../../../../packages/locales', import.meta.url));

async function addCampaign({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  const [account] = await db.insert(accounts).values({}).returning();
  const settings = CampaignSettings.parse({ name: 'A campaign', default_url: 'https://default.test/?c={click_id}' });
  const { name, status } = settings;
  await db
    .insert(campaigns)
    .values({ accountId: account?.id ?? 0, key: 'known', name, status, settings, postbackKey: 'k' });
}

describe('the tracker alone', () => {
  let database: TestDatabase;
  let dataDir: string;
  const trackers: TrackerProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await addCampaign(database);
    dataDir = await mkdtemp(join(tmpdir(), 'poklik-role-'));
  }, 60_000);
  afterAll(async () => {
    for (const tracker of trackers) await tracker.stop('SIGKILL');
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function startProgram(databaseUrl: string): Promise<TrackerProcess> {
    const tracker = await startTrackerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    trackers.push(tracker);
    return tracker;
  }

  it('serves links, writes its log and stops on SIGTERM', async () => {
    const { port, stop } = await startProgram(database.url);
    const answer = await sendRequest(port, '/c/known');
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toMatch(/^https:\/\/default\.test\/\?c=[0-9a-z]{29,}$/);
    expect(answer.headers['x-poklik-recorded']).toBeUndefined();
    expect((await sendRequest(port, '/v1/profile')).status).toBe(404);
    expect(await stop()).toBe(0);
    const [node = ''] = await readdir(join(dataDir, 'events'));
    expect(await readdir(join(dataDir, 'events', node))).toHaveLength(1);
  }, 120_000);

  it('is not ready while clicks and postbacks cannot be recorded, but redirects', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'poklik-role-'));
    const tracker = await startTrackerProcess({ DATA_DIR: folder, DATABASE_URL: database.url });
    trackers.push(tracker);
    const status = async (path: string) => (await sendRequest(tracker.port, path)).status;
    expect([await status('/v1/ready'), await status('/v1/health')]).toEqual([200, 200]);
    // The log can neither write on nor start again.
    await rm(join(folder, 'events'), { recursive: true });
    await writeFile(join(folder, 'events'), '');
    await until(async () => {
      await status('/c/known');
      return (await status('/v1/ready')) === 503;
    });
    const answer = await sendRequest(tracker.port, '/c/known');
    expect([answer.status, answer.headers['x-poklik-recorded']]).toEqual([302, 'no']);
    expect([await status('/v1/live'), await status('/v1/health')]).toEqual([200, 503]);
    expect(JSON.parse((await sendRequest(tracker.port, '/v1/ready')).body)).toMatchObject({
      code: 'unavailable',
      errors: { tracker: [expect.stringContaining('click log')] },
    });
    await tracker.stop('SIGKILL');
    await rm(folder, { recursive: true });
  });

  it('starts and redirects while PostgreSQL is down', async () => {
    const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    const { port, stop } = await startProgram(nowhere);
    expect((await sendRequest(port, '/c/known')).status).toBe(302);
    expect((await sendRequest(port, '/c/unknown')).status).toBe(503);
    expect(await stop()).toBe(0);
  }, 120_000);
});

describe('the tracker in front of the API', () => {
  let test: TestApp;
  let dataDir: string;
  let webRoot: string;
  let port: number;
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'poklik-role-'));
    test = await createTestApp({ dataDir });
    await addCampaign(test.services);
    const web = await createWebRoot();
    closers.push(() => web.remove());
    webRoot = web.path;
    port = await serve();
  }, 60_000);
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    await test.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Both as in production, but in one process. */
  async function serve(changes: Partial<Config> = {}): Promise<number> {
    const { services } = test;
    const socket = await createApiSocket();
    closers.push(() => socket.remove());
    const freeOne = await freePort();
    const config = { ...services.config, host: '127.0.0.1', port: freeOne, ...changes };
    const front = { tracker: { problem: () => undefined } };
    const app = await createApp({ ...services, config }, { webRoot, localesRoot: LOCALES }, front);
    closers.push(() => app.close());
    await listenOn(app.server, { path: socket.path });
    closers.push(() => drainServer(app.server));
    const parent = {
      apiSocket: socket.path,
      certificateKey: new Promise<string>(() => undefined),
      databaseUrl: Promise.resolve(services.pool.options.connectionString ?? ''),
      onVisitorKey: () => undefined,
      onPassKeys: () => undefined,
      send: () => undefined,
      watchReadiness: () => undefined,
    };
    await runTracker(config, { log: services.log, closers, metrics: new Registry(), parent });
    await until(async () => (await sendRequest(freeOne, '/c/known')).status === 302);
    return freeOne;
  }

  it('serves links without application cookies and forwards the rest', async () => {
    const click = await sendRequest(port, '/c/known');
    expect([click.status, click.headers['set-cookie']]).toEqual([302, undefined]);
    expect((await sendRequest(port, '/c/unknown')).status).toBe(404);
    expect((await sendRequest(port, '/v1/live')).body).toBe('{"status":"ok"}');
    expect((await sendRequest(port, '/v1/ready')).body).toBe('{"status":"ok"}');
    expect((await sendRequest(port, '/v1/health')).status).toBe(200);
    expect((await sendRequest(port, '/v1/profile')).status).toBe(401);
    const page = await sendRequest(port, '/campaign', { accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('passes the client address to the API and trusts X-Forwarded-For only from trusted proxies', async () => {
    const { email, password } = await test.person();
    const seen = async (at: number) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
      const answer = await sendRequest(at, '/v1/login', headers, 'POST', JSON.stringify({ email, password }));
      expect(answer.status).toBe(200);
      const { rows } = await test.services.pool.query('select ip from sessions order by id desc limit 1');
      return rows[0].ip;
    };
    expect(await seen(port)).toBe('127.0.0.1');
    expect(await seen(await serve({ trustedProxies: ['loopback'] }))).toBe('203.0.113.9');
  });

  it('forwards the rejection of a body that is too large', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(2_000_000) });
    const answer = await sendRequest(port, '/v1/login', { 'content-type': 'application/json' }, 'POST', body);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'request_too_large']);
  });

  it('ends its event streams on request and closes without cutting responses', async () => {
    const person = await test.person();
    const stream = await fetch(`http://127.0.0.1:${port}/v1/notifications/stream`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await stream.body?.cancel();
  });
});
