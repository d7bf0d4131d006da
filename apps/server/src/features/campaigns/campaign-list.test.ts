import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { type CampaignCalls, createCampaignCalls } from './campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
});
afterAll(() => calls.close());
beforeEach(() => calls.empty());

const listNames = async (query = '') => (await calls.list(query)).data.map(({ name }) => name);

describe('campaign list', () => {
  beforeEach(async () => {
    await calls.setTariff('business');
    await calls.created({ name: 'Їжак 10', tags: ['Push', 'UA'], traffic_source: 'facebook' });
    await calls.created({ name: 'Жук 2', status: 'paused', tags: ['push'] });
    await calls.created({ name: 'Кіт 100%', status: 'archived' });
    await calls.created({ name: 'Жук 10', status: 'draft', traffic_source: 'My own site' });
    await calls.created({ name: 'Theirs', tags: ['Push'] }, calls.stranger);
  });

  it('lists the newest first without archived campaigns', async () => {
    expect(await listNames()).toEqual(['Жук 10', 'Жук 2', 'Їжак 10']);
    expect(await listNames('?status=archived')).toEqual(['Кіт 100%']);
    expect(await listNames('?status=paused')).toEqual(['Жук 2']);
  });

  it('searches ID, name, key, tag and traffic source case-insensitively, with wildcards taken literally', async () => {
    expect(await listNames('?search=ЖУК')).toEqual(['Жук 10', 'Жук 2']);
    expect(await listNames('?search=PUSH')).toEqual(['Жук 2', 'Їжак 10']);
    expect(await listNames('?search=own%20site')).toEqual(['Жук 10']);
    expect(await listNames('?search=instagram')).toEqual(['Їжак 10']);
    expect(await listNames('?search=%25')).toEqual([]);
    expect(await listNames('?status=archived&search=%25')).toEqual(['Кіт 100%']);
    const [first] = (await calls.list()).data;
    expect(await listNames(`?search=${first?.id}`)).toContain('Жук 10');
    expect(await listNames(`?search=${first?.key.slice(2)}`)).toEqual(['Жук 10']);
  });

  it('filters by tag', async () => {
    expect(await listNames('?tag=push')).toEqual(['Жук 2', 'Їжак 10']);
    expect(await listNames('?tag=pus')).toEqual([]);
  });

  it('sorts names by alphabet and by the numbers in them', async () => {
    expect(await listNames('?sort=name&order=asc')).toEqual(['Жук 2', 'Жук 10', 'Їжак 10']);
    expect(await listNames('?sort=name&order=desc')).toEqual(['Їжак 10', 'Жук 10', 'Жук 2']);
    expect(await listNames('?sort=status&order=asc')).toEqual(['Жук 10', 'Їжак 10', 'Жук 2']);
  });

  it('returns pages that do not overlap', async () => {
    const first = await calls.list('?per_page=2&sort=name&order=asc');
    expect(first.data).toHaveLength(2);
    expect(first.meta).toMatchObject({ total: 3, current_page: 1 });
    expect(first.links.next).toBe('/v1/companies?page=2&per_page=2&sort=name&order=asc');
    expect(await listNames('?per_page=2&sort=name&order=asc&page=2')).toEqual(['Їжак 10']);
    expect(await listNames('?page=9')).toEqual([]);
  });

  it('rejects an unknown sort column or status', async () => {
    for (const query of ['?sort=secret', '?status=gone', '?search=%00']) {
      expect((await calls.product.call('GET', `/companies${query}`, { token: calls.owner.token })).statusCode).toBe(
        422,
      );
    }
  });
});

describe('large campaign list', () => {
  const MANY = 5_000;
  const queries: string[] = [];
  let analytics: TestAnalytics;
  let ids: number[];

  beforeAll(async () => {
    analytics = await createTestAnalytics();
    const { client } = analytics;
    const query: typeof client.query = (params) => {
      // Background queries are about all accounts and are ignored.
      if (params.query.includes(`account_id = ${calls.owner.accountId}`)) queries.push(params.query);
      return client.query(params);
    };
    Object.assign(calls.product.services.clickhouse.client, { query });
  });
  afterAll(() => analytics.drop());

  beforeEach(async () => {
    const { rows } = await calls.product.services.pool.query(
      `insert into campaigns (account_id, key, name, status, settings, postback_key)
       select $1::bigint, 'many-' || n, 'Campaign ' || n, 'active',
         jsonb_build_object('name', 'Campaign ' || n, 'default_url', 'https://shop.example', 'status', 'active'), 'k' || n
       from generate_series(1, $2::int) n returning id`,
      [calls.owner.accountId, MANY],
    );
    ids = rows.map(({ id }) => Number(id)).sort((one, next) => one - next);
    await addClicks();
    queries.length = 0;
  });

  /** Only the three oldest campaigns have clicks: 10, 20 and 30. */
  async function addClicks(): Promise<void> {
    const values = ids.slice(0, 3).flatMap((campaign_id, index) =>
      Array.from({ length: 10 * (index + 1) }, (_, off) => ({
        ...{ account_id: calls.owner.accountId, campaign_id, at: Date.now(), seg: `${campaign_id}`, off },
      })),
    );
    await analytics.client.insert({ table: 'clicks', format: 'JSONEachRow', values });
  }

  it.each(['', '&sort=name&order=asc', '&sort=clicks'])(
    'passes to ClickHouse only the campaigns of the page%s',
    async (sort) => {
      const { data, meta, totals } = await calls.list(`?per_page=20${sort}`);
      expect([data.length, meta.total]).toEqual([20, MANY]);
      expect(totals).toMatchObject({ clicks: 60 });
      const named = queries.flatMap((query) => query.match(/campaign_id (?:IN \(([^)]*)\)|= \d+)/g) ?? []);
      expect(queries).toHaveLength(2);
      expect(named.map((list) => list.split(',').length)).toEqual([20]);
      if (sort === '&sort=clicks')
        expect(data.slice(0, 4).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0], ids.at(-1)]);
    },
  );
});
