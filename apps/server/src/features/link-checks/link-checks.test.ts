import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Offer } from '@poklik/contract/offers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let owner: Person;
/** By path: the answers to HEAD and GET. */
const answers: Record<string, [head: number, get: number]> = {
  '/works': [200, 200],
  '/refuses-head': [405, 200],
  '/gone': [404, 404],
  '/comes-back': [500, 500],
};
const asked: string[] = [];
const server = createServer((request, response) => {
  const { method, url = '' } = request;
  asked.push(`${method} ${url}`);
  if (url.startsWith('/away')) {
    response.writeHead(302, { location: '/works' }).end();
    return;
  }
  if (url.startsWith('/closes')) {
    request.socket.destroy();
    return;
  }
  const [head, get] = answers[url.split('?')[0] ?? ''] ?? [404, 404];
  response.writeHead(method === 'HEAD' ? head : get).end();
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  product = await createTestApp();
  product.services.config.outgoing.allowLoopback = true;
  owner = await product.person();
}, 120_000);
afterAll(async () => {
  await product.close();
  server.close();
});

const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await product.call(method, path, { token: owner.token, ...(body && { body }) })).json().data;
let made = 0;
const newOffer = (url: string, change: object = {}): Promise<Offer> => {
  made += 1;
  return call('POST', '/offers', { name: `Offer ${made}`, url, ...change });
};
const linkOf = async (id: number) => (await call('GET', `/offers/${id}`)).link;
/** Due again, as after some time. */
const pass = (id: number) => product.services.pool.query('update offers set link_due_at = now() where id = $1', [id]);
async function notices(): Promise<unknown[]> {
  const { notifications } = (await product.call('GET', '/notifications', { token: owner.token })).json();
  return notifications.filter(({ kind }: { kind: string }) => kind === 'link_failing');
}

it.each([
  ['works', '/works?c={click_id}&s={sub1}', { state: 'working', status: 200, problem: null, failing_since: null }],
  ['works although it refuses HEAD', '/refuses-head', { state: 'working', status: 200 }],
  ['works behind a redirect', '/away', { state: 'working', status: 200 }],
  [
    'that is gone is not failing at once',
    '/gone',
    { state: 'working', status: 404, failing_since: expect.any(String) },
  ],
  ['says that the server closes the connection', '/closes', { status: null, problem: 'no_answer' }],
])('a link that %s', async (_, path, found) => {
  const { id, link } = await newOffer(`${origin}${path}`);
  expect(link).toBeNull();
  expect((await call('POST', `/offers/${id}/check`)).link).toMatchObject(found);
});

it('requests empty macros, HEAD first, and a URL at most once in ten seconds', async () => {
  asked.length = 0;
  const { id } = await newOffer(`${origin}/works?only={click_id}`);
  for (let turn = 0; turn < 3; turn += 1) await call('POST', `/offers/${id}/check`);
  expect(asked).toEqual(['HEAD /works?only=']);
});

it('says why nothing answered', async () => {
  const refused = await newOffer('http://127.0.0.1:9/');
  expect((await call('POST', `/offers/${refused.id}/check`)).link).toMatchObject({ status: null, problem: 'refused' });
  const inside = await newOffer('http://10.0.0.1/');
  expect((await call('POST', `/offers/${inside.id}/check`)).link).toMatchObject({ problem: 'not_public' });
});

it('is checked by itself: three failures are failing and told once, one answer is working', async () => {
  const { id } = await newOffer(`${origin}/comes-back`, { check: 'daily' });
  const checks = async (isDone: (link: { state: string; checked_at: string }) => boolean) =>
    vi.waitFor(async () => expect(isDone(await linkOf(id))).toBe(true), { timeout: 30_000, interval: 100 });
  await checks((link) => link !== null);
  for (let turn = 0; turn < 3; turn += 1) {
    const { checked_at: before } = await linkOf(id);
    await pass(id);
    await checks((link) => link.checked_at !== before);
  }
  expect(await linkOf(id)).toMatchObject({ state: 'failing', status: 500 });
  expect(await notices()).toHaveLength(1);
  answers['/comes-back'] = [200, 200];
  await pass(id);
  await checks(({ state }) => state === 'working');
  const { rows } = await product.services.pool.query(
    `select link_due_at > now() + interval '23 hours' as later from offers where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ later: true }]);
  expect(await notices()).toHaveLength(1);
});

it('of an offer that is not to be checked is never requested', async () => {
  const { id } = await newOffer(`${origin}/works?never`);
  const { rows } = await product.services.pool.query('select link_due_at from offers where id = $1', [id]);
  expect(rows).toEqual([{ link_due_at: null }]);
});
