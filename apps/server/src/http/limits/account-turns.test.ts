import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const REPORTS = 40;
/** Each request for clicks runs two queries. */
const QUERIES_MAX = 2 * 8;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
}, 60_000);
afterAll(() => app.close());

it('many reports of one account at once wait for each other and not in the queue of all customers', async () => {
  const [flooding, other] = [await app.person(), await app.person()];
  const waiting: (() => void)[] = [];
  let running = 0;
  let most = 0;
  app.services.clickhouse.client = {
    query: async ({ query_params: { accountId } }: { query_params: { accountId: number } }) => {
      if (accountId === flooding.accountId) {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
      }
      return { json: async () => [] };
    },
  } as never;
  const flood = Array.from({ length: REPORTS }, () => app.call('GET', '/clicks', { token: flooding.token }));
  await vi.waitFor(() => expect(running).toBe(QUERIES_MAX), 10_000);
  expect((await app.call('GET', '/clicks', { token: other.token })).statusCode).toBe(200);
  const saved = await app.call('PUT', '/profile', { token: flooding.token, body: { name: 'Anna' } });
  expect(saved.statusCode, 'changes do not wait for reports').toBe(200);

  let isOver = false;
  const answers = Promise.all(flood).finally(() => {
    isOver = true;
  });
  await vi.waitFor(() => {
    for (const go of waiting.splice(0)) go();
    expect(isOver).toBe(true);
  }, 10_000);
  expect((await answers).map(({ statusCode }) => statusCode)).toEqual(Array(REPORTS).fill(200));
  expect(most).toBe(QUERIES_MAX);
}, 60_000);
