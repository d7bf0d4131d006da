import type { Campaign, CampaignTotals } from '@poklik/contract/campaigns';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { syncTrafficSources } from '../traffic-sources/traffic-source-catalogue.service.ts';

export const MINIMAL = { name: 'Summer', default_url: 'https://shop.example/?s={sub1}' };

export const rules = (condition: object) => ({
  rules: [{ conditions: [condition], destinations: [{ url: 'https://shop.example' }] }],
});

export type CampaignCalls = Awaited<ReturnType<typeof createCampaignCalls>>;

/** A test app with two customers and the campaign endpoints; calls are made by `owner` unless stated otherwise. */
export async function createCampaignCalls(changes: Parameters<typeof createTestApp>[0] = {}) {
  const product: TestApp = await createTestApp(changes);
  const owner = await product.person();
  const stranger = await product.person();
  const { pool } = product.services;
  await syncTrafficSources(product.services.db);

  const create = (body: object = {}, { token }: Person = owner, language = 'en') =>
    product.call('POST', '/companies', { token, language, body: { ...MINIMAL, ...body } });

  return {
    product,
    owner,
    stranger,
    close: () => product.close(),
    empty: () => pool.query('delete from campaigns'),
    create,
    async created(body: object = {}, person: Person = owner): Promise<Campaign> {
      const answer = await create(body, person);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json().data;
    },
    get: (id: number, { token }: Person = owner) => product.call('GET', `/companies/${id}`, { token }),
    put: (id: number, body: object) =>
      product.call('PUT', `/companies/${id}`, { token: owner.token, body: { ...MINIMAL, ...body } }),
    remove: (id: number) => product.call('DELETE', `/companies/${id}`, { token: owner.token }),
    clone: (id: number) => product.call('POST', `/companies/${id}/clone`, { token: owner.token }),
    bulk: (body: object) => product.call('POST', '/companies_related/bulk', { token: owner.token, body }),
    restore: (id: number, version: number) =>
      product.call('POST', `/companies/${id}/versions/${version}/restore`, { token: owner.token }),
    versions: async (id: number, query = '') =>
      (await product.call('GET', `/companies/${id}/versions${query}`, { token: owner.token })).json(),
    list: async (query = '') =>
      (await product.call('GET', `/companies${query}`, { token: owner.token })).json() as {
        data: Campaign[];
        meta: { total: number; current_page: number };
        links: { next: string | null };
        totals: CampaignTotals | null;
      },
    setTariff: (code: string) =>
      pool.query('update accounts set tariff_id = (select id from tariffs where code = $2) where id = $1', [
        owner.accountId,
        code,
      ]),
  };
}
