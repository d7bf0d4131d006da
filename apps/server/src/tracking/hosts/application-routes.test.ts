import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@poklik/contract/language';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOpenApiDocument } from '../../http/reference/openapi.ts';
import { listOperations } from '../../http/reference/openapi-document.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';
import { createTestTracking, type TestTracking, until } from '../../testing/test-tracker.ts';

const SCREENS = fileURLToPath(new URL('../../../../web/src/app/screens.ts', import.meta.url));
const HOST = 'go.shop.test';
const SESSION = { host: HOST, cookie: 'token=abc; realToken=abc', authorization: 'Bearer abc' };
/** What monitoring may ask on every host. */
const EVERYWHERE = ['/v1/live', '/v1/ready', '/v1/health'];

let tracking: TestTracking;
beforeAll(async () => {
  tracking = await createTestTracking({ trackingZone: { zone: 'links.test', appHosts: ['app.test'] } });
  const { database, accountId } = tracking;
  const domain = { accountId, host: HOST, kind: 'own', status: 'active', ownershipValue: 'value' } as const;
  const [row] = await database.db.insert(trackingDomains).values(domain).returning();
  await database.pool.query("select pg_notify('domains_changed', $1)", [String(row?.id)]);
  await until(async () => (await tracking.click('/robots.txt', { host: HOST })).status === 200);
});
afterAll(() => tracking?.close());

const filled = (path: string): string => path.replaceAll(/\{\w+\}|:\w+\??/g, '1');

it('a tracking domain serves no operation of the API', async () => {
  const document = buildOpenApiDocument({ appName: 'Poklik', publicUrl: 'https://app.test' });
  const operations = listOperations(document).map(({ method, path }) => [method, `/v1${filled(path)}`] as const);
  const closed = operations.filter(([, path]) => !EVERYWHERE.includes(path));
  expect(closed.length).toBeGreaterThan(150);
  for (const [method, path] of closed) {
    const answer = await tracking.click(path, SESSION, method.toUpperCase());
    const status = method.toUpperCase() === 'GET' ? 404 : 405;
    expect([method, path, answer.status, answer.headers['set-cookie']]).toEqual([method, path, status, undefined]);
  }
});

it('a tracking domain serves no screen', async () => {
  const paths = [...readFileSync(SCREENS, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => filled(path ?? ''));
  expect(paths.length).toBeGreaterThan(25);
  for (const path of paths.flatMap((each) => [each, ...LANGUAGES.map((language) => `${language}/${each}`)])) {
    const answer = await tracking.click(`/${path}`, SESSION);
    expect([path, answer.status, answer.headers['set-cookie']]).toEqual([path, 404, undefined]);
  }
});
