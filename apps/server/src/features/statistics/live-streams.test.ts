import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

const TICK_MS = 1_500;

let on: TestApp;
let [listener, other]: Person[] = [];
let port = 0;
const requests: ClientRequest[] = [];
let asked = 0;

beforeAll(async () => {
  on = await createTestApp();
  [listener, other] = [await on.person(), await on.person()];
  on.services.clickhouse.client = {
    query: async ({ query }: { query: string }) => {
      // Ignore queries of other accounts.
      if (query.includes('BY campaign_id')) asked += 1;
      return { json: async () => [] };
    },
  } as never;
  await on.app.listen({ host: '127.0.0.1', port: 0 });
  port = (on.app.server.address() as { port: number }).port;
}, 60_000);
afterAll(async () => {
  for (const request of requests) request.destroy();
  await on.close();
});

const open = (person: Person | undefined, path: string, language = 'en'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${person?.token}`, 'accept-language': language };
    const request = get({ host: '127.0.0.1', port, path: `/v1${path}`, headers, agent: false }, resolve);
    requests.push(request.on('error', reject));
  });

async function closeAll(): Promise<void> {
  for (const request of requests.splice(0)) request.on('error', () => undefined).destroy();
  await vi.waitFor(async () => {
    const one = await open(listener, '/statistics/live');
    one.destroy();
    expect(one.statusCode).toBe(200);
  }, 10_000);
}

describe('event streams', () => {
  it('are limited per user, without affecting other users', async () => {
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, place) =>
        open(listener, place % 2 ? '/notifications/stream' : '/statistics/live'),
      ),
    );
    const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status);
    expect([of(200).length, of(429).length]).toEqual([10, 140]);
    for (const [language, message] of [
      ['en', /live views/],
      ['ru', /вкладок/],
      ['ua', /вкладок/],
    ] as const) {
      const refused = await on.call('GET', '/statistics/live', { token: listener?.token, language });
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
      expect(refused.json()).toMatchObject({ code: 'too_many_streams', message: expect.stringMatching(message) });
    }
    expect((await open(other, '/notifications/stream')).statusCode).toBe(200);
    await closeAll();
  }, 30_000);

  it('of one account share one query per tick, and stop querying without listeners', async () => {
    await sleep(TICK_MS);
    [asked] = [0];
    const began = Date.now();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(listener, '/statistics/live')));
    await Promise.all(answers.map((answer) => new Promise((resolve) => answer.once('data', resolve))));
    await sleep(2 * TICK_MS);
    const ticks = (Date.now() - began) / TICK_MS;
    expect(asked).toBeGreaterThanOrEqual(2);
    expect(asked).toBeLessThanOrEqual(1 + Math.ceil(ticks));
    await closeAll();
    await sleep(TICK_MS / 5);
    const before = asked;
    await sleep(2 * TICK_MS);
    expect(asked).toBe(before);
  }, 30_000);
});
