import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';
import { accounts } from '../../stores/tables/users.ts';
import { TRACKER_ROUTES } from '../../tracking/routes.ts';
import { findTool, withoutTool } from '../find-tool.ts';
import { type RunningProgram, startProgram } from '../processes/running-program.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { sendRequest, settingsOf, until } from '../test-tracker.ts';

const CADDYFILE = fileURLToPath(new URL('../../../../../deploy/Caddyfile', import.meta.url));
const UPSTREAM = '127.0.0.1:3000';
const caddy = findTool('caddy');

describe.skipIf(!caddy)(`deploy/Caddyfile${withoutTool('caddy')}`, () => {
  let folder: string;
  let database: TestDatabase;
  let program: RunningProgram;
  let ports: { http: number; https: number };
  let proxy: ReturnType<typeof spawn> | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-caddy-'));
    database = await createTestDatabase();
    await insertLink('known', 'go.shop.test');
    program = await startProgram(join(folder, 'data'), {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://app.example',
      TRACKING_ZONE: 'track.example',
      TRUSTED_PROXIES: 'loopback',
      APP_HOSTS: '127.0.0.1',
    });
    ports = { http: await freePort(), https: await freePort() };
    proxy = await startCaddy();
  }, 180_000);
  afterAll(async () => {
    if (proxy && proxy.exitCode === null) {
      proxy.kill();
      await once(proxy, 'exit');
    }
    await program?.stop();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function insertLink(key: string, host: string): Promise<void> {
    const [account] = await database.db.insert(accounts).values({}).returning();
    const accountId = account?.id ?? 0;
    const { name, status, ...rest } = settingsOf({ default_url: 'https://shop.test/', status: 'active' });
    const settings = { name, status, ...rest };
    await database.db.insert(campaigns).values({ accountId, key, name, status, settings, postbackKey: 'k' });
    const domain = { accountId, host, kind: 'own', status: 'active', ownershipValue: 'value' } as const;
    await database.db.insert(trackingDomains).values(domain);
  }

  /** With certificates of its own authority, on free ports. */
  async function startCaddy() {
    const file = join(folder, 'Caddyfile');
    const options = `http_port ${ports.http}\nhttps_port ${ports.https}\nadmin off\nlocal_certs\nskip_install_trust\n`;
    const text = (await readFile(CADDYFILE, 'utf8')).replaceAll(UPSTREAM, `127.0.0.1:${program.port}`);
    await writeFile(file, text.replace(/^\{\n/m, `{\n${options}`));
    const child = spawn(caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const answers = () =>
      overHttps('app.example', '/v1/live').then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(async () => child.exitCode !== null || (await answers()), 30_000);
    if (child.exitCode !== null) throw new Error(said);
    return child;
  }

  const overHttps = (
    host: string,
    path: string,
  ): Promise<{ status: number | undefined; location: string | undefined }> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: ports.https, path, agent: false, rejectUnauthorized: false };
      request({ ...options, servername: host, headers: { host } }, (answer: IncomingMessage) => {
        answer.resume();
        resolve({ status: answer.statusCode, location: answer.headers.location });
      })
        .on('error', reject)
        .end();
    });

  it('is valid and formatted', async () => {
    const env = { PATH: process.env.PATH, HOME: folder };
    const run = (...args: string[]) => spawnSync(caddy ?? '', args, { env, encoding: 'utf8' });
    expect(run('validate', '--adapter', 'caddyfile', '--config', CADDYFILE)).toMatchObject({ status: 0 });
    expect(run('fmt', CADDYFILE).stdout).toBe(await readFile(CADDYFILE, 'utf8'));
  });

  it('serves links of a customer’s domain over HTTPS, with a certificate from its first visit on', async () => {
    expect(await overHttps('go.shop.test', '/c/known')).toMatchObject({ status: 302, location: 'https://shop.test/' });
    expect((await overHttps('go.shop.test', '/v1/login')).status).toBe(404);
  });

  it('serves links over plain HTTP without another hop', async () => {
    const { status, headers } = await sendRequest(ports.http, '/c/known', { host: 'go.shop.test' });
    expect([status, headers.location]).toEqual([302, 'https://shop.test/']);
  });

  it('refuses hosts of nobody, and does not let visitors ask for hosts', async () => {
    await expect(overHttps('stranger.test', '/c/known')).rejects.toThrow();
    expect((await overHttps('app.example', '/internal/tls-ask?domain=go.shop.test')).status).toBe(404);
  });

  it('serves the app over HTTPS only, and every route of the tracker over plain HTTP too', async () => {
    expect((await overHttps('app.example', '/v1/register')).status).toBe(200);
    const overHttp = (path: string) => sendRequest(ports.http, path, { host: 'app.example' });
    const { status, headers } = await overHttp('/en/login?a=b');
    expect([status, headers.location]).toEqual([308, 'https://app.example/en/login?a=b']);
    expect((await overHttp('/c/known')).headers.location).toBe('https://shop.test/');
    for (const { path } of TRACKER_ROUTES) expect([path, (await overHttp(path)).status]).not.toEqual([path, 308]);
  });
});
