import { ROLES } from '@poklik/contract/roles';
import type { Segment } from '@poklik/contract/segments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let operator: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
});
afterAll(() => product.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  product.call(method, path, { token: operator.token, ...(body && { body }) });
const list = async (): Promise<Segment[]> => (await call('GET', '/segments')).json().data;

it('a segment finds the users who match now, and only customers', async () => {
  const created = await call('POST', '/segments', { name: 'VIP', filter: { tag: 'VIP', status: 'active' } });
  expect(created.json().data).toMatchObject({ name: 'VIP', filter: { tag: 'vip', status: 'active' }, customers: 0 });
  const customer = await product.person();
  await call('PUT', `/users/${customer.id}/tags`, { tags: ['vip'] });
  expect((await list()).map(({ customers }) => customers)).toEqual([1]);
  const { id } = created.json().data;
  await call('PUT', `/segments/${id}`, { name: 'Everyone', filter: {} });
  // The operator is a user, but no customer.
  expect(await list()).toMatchObject([{ name: 'Everyone', customers: 1 }]);
  await call('PUT', `/users/${customer.id}`, { status: 'blocked' });
  await call('PUT', `/segments/${id}`, { name: 'Everyone', filter: { status: 'active' } });
  expect(await list()).toMatchObject([{ customers: 0 }]);
  expect((await call('DELETE', `/segments/${id}`)).statusCode).toBe(200);
  expect((await call('DELETE', `/segments/${id}`)).statusCode).toBe(404);
  expect((await call('PUT', `/segments/${id}`, { name: 'Late', filter: {} })).statusCode).toBe(404);
});

it('names are unique, and a segment keeps its own', async () => {
  const { id } = (await call('POST', '/segments', { name: 'Quiet', filter: { inactive: '30' } })).json().data;
  const again = await call('POST', '/segments', { name: 'QUIET', filter: {} });
  expect(again.json().errors).toEqual({ name: ['There’s already a segment with this name'] });
  expect((await call('PUT', `/segments/${id}`, { name: 'quiet', filter: { inactive: '90' } })).statusCode).toBe(200);
});

it.each([
  ['an unknown value', { name: 'X', filter: { usage: '12' } }],
  ['no name', { name: ' ', filter: {} }],
])('%s is refused', async (_, body) => {
  expect((await call('POST', '/segments', body)).statusCode).toBe(422);
});
