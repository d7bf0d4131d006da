import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { startTrackerProcess } from '../testing/processes/tracker-process.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { sendRequest } from '../testing/test-tracker.ts';
import { createTlsAsk, redirectToHttps } from './tracker-https.ts';

const CERTIFICATES = fileURLToPath(new URL('../testing/certificates', import.meta.url));
const SETTINGS = {
  PUBLIC_URL: 'https://app.test',
  TRACKING_ZONE: 'links.test',
  HTTPS_PORT: '8443',
  TLS_CERTS: CERTIFICATES,
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

describe('plain HTTP beside HTTPS', () => {
  const ask = async (host: string, path: string, settings = {}) => {
    const config = loadConfig({ ...SETTINGS, ...settings });
    const port = await serve(redirectToHttps(config, (_req, res) => res.end('served')));
    const { status, headers } = await sendRequest(port, path, { host });
    return headers.location ?? status;
  };

  it.each([
    ['app.test', '/en/campaign?tab=domains', 'https://app.test/en/campaign?tab=domains'],
    ['app.test', '/v1/profile', 'https://app.test/v1/profile'],
    ['app.test', '/c/key', 200],
    ['app.test', '/postback?key=k', 200],
    ['app.test', '/v1/ready', 200],
    ['a.links.test', '/', 200],
    ['a.links.test', '/v1/profile', 200],
    ['stranger.test', '/', 200],
  ])('answers http://%s%s with %s', async (host, path, answer) => {
    expect(await ask(host, path)).toBe(answer);
  });

  it('does not redirect without an https URL, or behind a proxy, which may have HTTPS itself', async () => {
    expect(await ask('app.test', '/login', { PUBLIC_URL: 'http://app.test' })).toBe(200);
    expect(await ask('app.test', '/login', { TRUSTED_PROXIES: 'loopback' })).toBe(200);
  });
});

describe('a proxy that asks for a host', () => {
  const ask = async (path: string, headers = {}) => {
    const answer = createTlsAsk({ trustedProxies: [] });
    const port = await serve((req, res) => answer(req, res, (host) => host === 'go.shop.test') || res.end('other'));
    const { status, body } = await sendRequest(port, path, headers);
    return body === 'other' ? 'other' : status;
  };

  it('learns whether it is served', async () => {
    expect(await ask('/internal/tls-ask?domain=GO.shop.test')).toBe(200);
    expect(await ask('/internal/tls-ask?domain=stranger.test')).toBe(404);
    expect(await ask('/internal/tls-ask')).toBe(404);
  });

  it('does not ask on behalf of a visitor', async () => {
    expect(await ask('/internal/tls-ask?domain=go.shop.test', { 'x-forwarded-for': '203.0.113.1' })).toBe('other');
  });
});

describe('the tracker', () => {
  it('serves HTTPS with the certificate of the host', async () => {
    const database = await createTestDatabase();
    closers.push(() => database.drop());
    const dataDir = await mkdtemp(join(tmpdir(), 'poklik-https-'));
    closers.unshift(() => rm(dataDir, { recursive: true, force: true }));
    const httpsPort = await freePort();
    const tracker = await startTrackerProcess({
      ...SETTINGS,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      HTTPS_PORT: String(httpsPort),
    });
    closers.unshift(() => tracker.stop('SIGKILL'));
    const get = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: httpsPort, path: '/v1/live', agent: false };
        request({ ...options, servername: host, headers: { host }, rejectUnauthorized: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await get('app.test')).toBe(200);
    expect(await get('old.shop.test')).toBe(200);
    await expect(get('stranger.test')).rejects.toThrow();
    expect((await sendRequest(tracker.port, '/login', { host: 'app.test' })).headers.location).toBe(
      'https://app.test/login',
    );
    expect(await tracker.stop()).toBe(0);
  }, 120_000);
});
