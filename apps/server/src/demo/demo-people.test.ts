import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordHasher } from '../features/auth/passwords.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { seedDemo } from './demo-people.ts';

let product: TestApp;
const as = async (email: string) => {
  const answer = await product.call('POST', '/login', { body: { email, password: 'demo-password-2026' } });
  const { token } = answer.json();
  return async (path: string) => (await product.call('GET', path, { token })).json();
};

beforeAll(async () => {
  product = await createTestApp();
  await seedDemo(product.services, passwordHasher(product.services.config.passwordCost));
});
afterAll(() => product.close());

it('a customer of the demonstration has campaigns of every status, with tags, rules and several destinations', async () => {
  const read = await as('user@demo.test');
  const [current, archived] = [await read('/companies?per_page=100'), await read('/companies?status=archived')];
  const campaigns = [...current.data, ...archived.data];
  expect(new Set(campaigns.map(({ status }) => status))).toEqual(new Set(['draft', 'active', 'paused', 'archived']));
  expect(campaigns.length).toBeGreaterThan(10);
  expect(campaigns.filter(({ rules }) => rules.length > 0).length).toBeGreaterThanOrEqual(4);
  expect(campaigns.some(({ destinations }) => destinations.length > 1)).toBe(true);
  expect(campaigns.every(({ traffic_source, status }) => traffic_source !== null || status === 'draft')).toBe(true);
});

it('two more accounts have campaigns, and one of them has no room for more', async () => {
  expect((await (await as('agency@demo.test'))('/companies')).meta.total).toBe(4);
  const { data } = await (await as('shop@demo.test'))('/companies_related/get_options');
  expect(data.limits).toEqual({ campaigns_used: 3, campaigns_max: 3 });
});

it('a second start adds nothing', async () => {
  const read = await as('user@demo.test');
  const before = await read('/companies');
  await seedDemo(product.services, passwordHasher(product.services.config.passwordCost));
  expect((await read('/companies')).meta).toEqual(before.meta);
});
