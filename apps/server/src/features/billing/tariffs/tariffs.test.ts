import { ROLES } from '@poklik/contract/roles';
import type { Tariff } from '@poklik/contract/tariffs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';

let product: TestApp;
let operator: Person;
let user: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  user = await product.person();
});
afterAll(() => product.close());

const NEW = {
  code: 'agency',
  name: { ua: 'Агенція', ru: 'Агентство', en: 'Agency' },
  description: { ua: '', ru: '', en: '' },
  price: '499',
  events_limit: null,
  campaigns_limit: null,
  seats_limit: 50,
  retention_days: 730,
  api_per_minute: 6000,
  blacklist_limit: null,
};
const listFor = async ({ token }: Person): Promise<Tariff[]> =>
  (await product.call('GET', '/tariffs', { token })).json().data;
const create = (body: object) => product.call('POST', '/tariffs', { token: operator.token, body });
const change = (id: number, body: object) =>
  product.call('PUT', `/tariffs/${id}`, { token: operator.token, body: { ...NEW, ...body } });

describe('tariffs', () => {
  it('are the four built-in ones, with monthly and yearly prices', async () => {
    const tariffs = await listFor(user);
    expect(tariffs.map(({ code, prices }) => [code, prices.month, prices.year])).toEqual([
      ['free', '0.00', '0.00'],
      ['starter', '29.00', '290.00'],
      ['pro', '79.00', '790.00'],
      ['business', '199.00', '1990.00'],
    ]);
    expect(tariffs[3]).toMatchObject({ events_limit: 5_000_000, campaigns_limit: null, accounts: null });
  });

  it('can be added, hidden and archived by the operator, who then is the only one to see them', async () => {
    const { data } = (await create(NEW)).json();
    expect(data).toMatchObject({ code: 'agency', price: '499.00', prices: { year: '4990.00' }, accounts: 0 });
    const codes = async (person: Person) => (await listFor(person)).map(({ code }) => code);
    expect(await codes(user)).toContain('agency');
    expect((await change(data.id, { is_public: false })).json().data.is_public).toBe(false);
    expect(await codes(user)).not.toContain('agency');
    expect((await product.call('DELETE', `/tariffs/${data.id}`, { token: operator.token })).statusCode).toBe(200);
    expect((await listFor(operator)).find(({ id }) => id === data.id)).toMatchObject({ is_archived: true });
    expect((await change(data.id, { is_archived: false })).json().data).toMatchObject({
      is_archived: false,
      is_public: true,
    });
  });

  it('need a unique code and a price in whole cents', async () => {
    const taken = await create({ ...NEW, code: 'pro' });
    expect(taken.statusCode).toBe(422);
    expect(taken.json().errors.code).toEqual(['A plan with this code already exists']);
    expect((await create({ ...NEW, code: 'fine', price: '1.005' })).json().errors).toHaveProperty('price');
  });

  it('always include the free one: its code and price cannot change, nor can it be archived', async () => {
    const free = (await listFor(operator)).find(({ code }) => code === 'free') as Tariff;
    for (const changes of [{ code: 'gratis' }, { price: '1' }, { is_archived: true }])
      expect((await change(free.id, { code: 'free', price: '0', ...changes })).json().code).toBe('tariff_in_use');
    expect((await product.call('DELETE', `/tariffs/${free.id}`, { token: operator.token })).statusCode).toBe(409);
    expect((await change(free.id, { code: 'free', price: '0.00', campaigns_limit: 4 })).statusCode).toBe(200);
  });
});
