import type { Campaign } from '@poklik/contract/campaigns';
import type { Onboarding } from '@poklik/contract/onboarding';
import { ROLES } from '@poklik/contract/roles';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenClickhouse, openClickhouse } from '../../stores/clickhouse.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { type CampaignCalls, createCampaignCalls } from './campaigns.fixture.ts';
import { campaignsJobs } from './campaigns.jobs.ts';

/** The embedded ClickHouse starts slowly on a busy machine. */
const PATIENCE = { timeout: 180_000, interval: 100 };
const DAY_MS = 86_400_000;

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
  await calls.setTariff('business');
});
afterAll(() => calls.close());

const NOW = () => Date.now();
const NO_METRICS = {
  ...{ clicks: 0, unique_clicks: 0, unpriced_clicks: 0, conversions: 0 },
  ...{ revenue: '0.00', revenue_on_hold: '0.00', cost: '0.00', profit: '0.00' },
};

describe('without ClickHouse', () => {
  beforeAll(() => {
    const query = async () => Promise.reject(new Error('connection refused'));
    calls.product.services.clickhouse.client = { query } as unknown as OpenClickhouse['client'];
  });

  it('campaigns and black list entries are listed with unknown metrics', async () => {
    const campaign = await calls.created({ name: 'Alone' });
    expect(campaign).toMatchObject({ stats: null, today: null, sparkline: null });
    expect(await calls.list('?sort=clicks')).toMatchObject({ data: [{ id: campaign.id, stats: null }], totals: null });
    const token = calls.owner.token;
    await calls.product.call('POST', '/black_list_ips', { token, body: { ip_addresses: '192.0.2.1' } });
    for (const sort of ['hits', 'created_at']) {
      const answer = await calls.product.call('GET', `/black_list_ips?sort=${sort}`, { token });
      expect(answer.json().data).toMatchObject([{ ip: '192.0.2.1', hits: null, last_hit_at: null }]);
    }
  });

  it('the operator overview shows everything else', async () => {
    const operator = await calls.product.person({ role: ROLES.SUPER_ADMIN });
    calls.product.services.clickhouse.ping = async () => ({ ok: false, reason: 'connection refused' });
    const { data } = (await calls.product.call('GET', '/overview', { token: operator.token })).json();
    expect(data).toEqual({
      customers: 2,
      active_campaigns: 1,
      clicks_today: null,
      events_today: null,
      revenue_this_month: '0.00',
      withdrawals_waiting: 0,
      open_invoices: { count: 0, amount: '0.00' },
      currency: 'USD',
      payment_provider: 'sandbox',
      data_health: {
        statistics: 'down',
        reason: 'connection refused',
        figures: { status: 'unknown', checked_at: null, complete_from: null },
        ledger: { status: 'unknown', checked_at: null, findings: 0 },
      },
    });
    expect((await calls.product.call('GET', '/overview', { token: calls.owner.token })).statusCode).toBe(403);
  });
});

describe.skipIf(!(await hasEngine()))('with ClickHouse', { timeout: PATIENCE.timeout }, () => {
  let clickhouse: OpenClickhouse;
  let analytics: TestAnalytics;
  let many: Campaign;
  let few: Campaign;

  beforeAll(async () => {
    analytics = await createTestAnalytics();
    clickhouse = await openClickhouse({
      url: analytics.url.href,
      dataDir: '',
      priority: 0,
      log: pino({ level: 'silent' }),
    });
    calls.product.services.clickhouse = clickhouse;
    await calls.empty();
    many = await calls.created({ name: 'Many' });
    few = await calls.created({ name: 'Few' });
  }, PATIENCE.timeout);
  afterAll(async () => {
    await clickhouse.close();
    await analytics.drop();
  }, PATIENCE.timeout);

  let rowCount = 0;
  const insertClicks = (campaign: Pick<Campaign, 'id'>, changes: object = {}, times = 1) =>
    clickhouse.client.insert({
      table: 'clicks',
      format: 'JSONEachRow',
      values: Array.from({ length: times }, () => ({
        click_id: `click-${++rowCount}`,
        at: NOW(),
        account_id: calls.owner.accountId,
        campaign_id: campaign.id,
        is_unique: 1,
        cost_micro: '250000',
        cost_currency: 'USD',
        cost_model: 'cpc',
        seg: 'test',
        off: rowCount,
        ...changes,
      })),
    });
  /** On a busy machine a query may exceed the product's timeout, so it is repeated. */
  const waitForAnswer = <T>(question: () => Promise<T>, isAnswered: (answer: T) => boolean): Promise<T> =>
    vi.waitFor(async () => {
      const answer = await question();
      expect(isAnswered(answer)).toBe(true);
      return answer;
    }, PATIENCE);
  const getCampaign = (id: number): Promise<Campaign> =>
    waitForAnswer(
      async () => (await calls.get(id)).json().data as Campaign,
      ({ stats }) => stats !== null,
    );
  const list = (query = '') =>
    waitForAnswer(
      () => calls.list(query),
      ({ totals }) => totals !== null,
    );

  const isFirstClickDone = async (): Promise<boolean | null> => {
    const answer = await calls.product.call('GET', '/onboarding', { token: calls.owner.token });
    const { steps } = answer.json().data as Onboarding;
    return steps.find(({ step }) => step === 'click')?.done ?? null;
  };

  it('a campaign without clicks shows zeros', async () => {
    expect(await getCampaign(many.id)).toMatchObject({
      stats: NO_METRICS,
      today: NO_METRICS,
      sparkline: [0, 0, 0, 0, 0, 0, 0],
    });
  });

  it('the first counted click completes its onboarding step', async () => {
    const isKnown = (answer: boolean | null) => answer !== null;
    const at = NOW() - 20 * DAY_MS;
    await insertClicks(few, { at, account_id: calls.stranger.accountId });
    await insertClicks(few, { at, verdict: ClickOutcome.blocked });
    expect(await waitForAnswer(isFirstClickDone, isKnown)).toBe(false);
    await insertClicks(few, { at });
    expect(await waitForAnswer(isFirstClickDone, isKnown)).toBe(true);
  });

  it('the list shows the last seven days and today, sorts by metrics and returns totals', async () => {
    await insertClicks(many, {}, 3);
    await insertClicks(many, { at: NOW() - 2 * DAY_MS, is_unique: 0 });
    await insertClicks(many, { at: NOW() - 9 * DAY_MS });
    await insertClicks(many, { verdict: ClickOutcome.excluded, black_list_id: 1 });
    await insertClicks(few, { cost_micro: '5000000' });
    await insertClicks(few, { account_id: calls.stranger.accountId });
    const { data, totals } = await list('?sort=clicks&order=desc');
    expect(data.map(({ name }) => name)).toEqual(['Many', 'Few']);
    expect(data[0]).toMatchObject({
      stats: { ...NO_METRICS, clicks: 4, unique_clicks: 3, cost: '1.00', profit: '-1.00' },
      today: { ...NO_METRICS, clicks: 3, unique_clicks: 3, cost: '0.75', profit: '-0.75' },
      sparkline: [0, 0, 0, 0, 1, 0, 3],
    });
    const campaigns = { campaigns_with_clicks: 2, campaigns_with_cost: 2 };
    expect(totals).toMatchObject({
      ...NO_METRICS,
      ...campaigns,
      clicks: 5,
      unique_clicks: 4,
      cost: '6.00',
      profit: '-6.00',
    });
    expect((await list('?sort=profit&order=desc')).data.map(({ name }) => name)).toEqual(['Many', 'Few']);
    expect((await list('?sort=cost&order=desc')).data.map(({ name }) => name)).toEqual(['Few', 'Many']);
    expect((await list('?search=few')).totals?.clicks).toBe(1);
    const day = new Date(NOW() - 9 * DAY_MS).toISOString().slice(0, 10);
    const earlier = await list(`?start_date=${day}&end_date=${day}&sort=cpc&order=desc`);
    expect(earlier.data[0]).toMatchObject({ name: 'Many', stats: { clicks: 1 }, today: { clicks: 3 } });
    expect(earlier.totals?.clicks).toBe(1);
  });

  it('an unknown cost is null, not zero, in rows and totals', async () => {
    const free = await calls.created({ name: 'Unpriced' });
    await insertClicks(free, { cost_micro: '0', cost_model: 'none' }, 2);
    const alone = await list('?search=unpriced');
    const unknown = { clicks: 2, unpriced_clicks: 2, cost: null, profit: null };
    expect(alone.data[0]?.stats).toMatchObject(unknown);
    expect(alone.totals).toMatchObject({ ...unknown, campaigns_with_clicks: 1, campaigns_with_cost: 0 });
    expect((await list()).totals).toMatchObject({
      ...{ clicks: 7, unpriced_clicks: 2, cost: '6.00', campaigns_with_clicks: 3, campaigns_with_cost: 2 },
    });
    await calls.remove(free.id);
  });

  it('the cost of a CPM campaign is unknown until the first impression', async () => {
    const banner = await calls.created({ name: 'Banner', cost_model: 'cpm', cost_value: '5' });
    await insertClicks(banner, { cost_micro: '0', cost_model: 'cpm', sub1: 'a' }, 2);
    const unknown = { clicks: 2, unpriced_clicks: 2, cost: null, profit: null };
    expect((await getCampaign(banner.id)).stats).toMatchObject(unknown);
    expect((await list('?search=banner')).totals).toMatchObject(unknown);
    const report = async (query = '') =>
      (await calls.product.call('GET', `/statistics?company_id=${banner.id}&timezone=UTC${query}`, calls.owner)).json()
        .data;
    expect((await report()).summary).toMatchObject(unknown);
    // The same rule applies to rollups and to rows.
    expect((await report('&group_by=sub1')).rows).toMatchObject([unknown]);
    await clickhouse.client.insert({
      table: 'page_events',
      format: 'JSONEachRow',
      values: [
        {
          at: NOW(),
          account_id: calls.owner.accountId,
          campaign_id: banner.id,
          name: 'impression',
          cost_micro: '5000',
          cost_currency: 'USD',
          seg: 'test',
          off: ++rowCount,
        },
      ],
    });
    const known = { clicks: 2, unpriced_clicks: 0, cost: '0.005', profit: '-0.005' };
    expect((await getCampaign(banner.id)).stats).toMatchObject(known);
    expect((await report()).summary).toMatchObject(known);
    await calls.remove(banner.id);
  });

  it('amounts in a currency without a rate are unknown', async () => {
    const euros = await calls.created({ name: 'Euros' });
    await insertClicks(euros, { cost_currency: 'EUR' });
    expect((await getCampaign(euros.id)).stats).toMatchObject({ clicks: 1, cost: null, profit: null });
    expect((await list()).totals).toMatchObject({ clicks: 6, cost: null });
  });

  it('the black list shows and sorts by the hits of each entry', async () => {
    const token = calls.owner.token;
    const body = { ip_addresses: '192.0.2.2\n192.0.2.3' };
    const { added } = (await calls.product.call('POST', '/black_list_ips', { token, body })).json().data;
    const [quiet, busy] = added as { id: number; ip: string }[];
    const at = NOW();
    await insertClicks(many, { verdict: ClickOutcome.excluded, black_list_id: busy?.id, at }, 2);
    const entries = (query: string) =>
      waitForAnswer<{ hits: number | null }[]>(
        async () => (await calls.product.call('GET', `/black_list_ips${query}`, { token })).json().data,
        (all) => all.every(({ hits }) => hits !== null),
      );
    const seen = { id: busy?.id, hits: 2, last_hit_at: new Date(at).toISOString() };
    expect((await entries('?sort=hits&order=desc'))[0]).toMatchObject(seen);
    expect((await entries('?sort=last_hit_at&order=asc')).at(-1)).toMatchObject(seen);
    const byAddress = await entries('?search=192.0.2.2');
    expect(byAddress).toMatchObject([{ id: quiet?.id, hits: 0, last_hit_at: null }]);
  });

  it('the operator overview counts the clicks of all accounts', async () => {
    const operator = await calls.product.person({ role: ROLES.SUPER_ADMIN });
    const data = await waitForAnswer<{ clicks_today: number | null }>(
      async () => (await calls.product.call('GET', '/overview', { token: operator.token })).json().data,
      ({ clicks_today }) => clicks_today !== null,
    );
    expect(data).toMatchObject({ clicks_today: 10, data_health: { statistics: 'ok', reason: null } });
  });

  it('a deleted campaign is purged with its clicks after thirty days', async () => {
    const { pool } = calls.product.services;
    const purge = () => campaignsJobs(calls.product.services).purge_campaigns?.();
    const kept = async () => {
      const { rows } = await pool.query('select id from campaigns where id = $1', [many.id]);
      const answer = await clickhouse.client.query({
        query: 'SELECT count() AS clicks FROM clicks WHERE campaign_id = {id:UInt64}',
        query_params: { id: many.id },
        format: 'JSONEachRow',
      });
      const [row] = await answer.json<{ clicks: string }>();
      return [rows.length, Number(row?.clicks) > 0];
    };
    await calls.remove(many.id);
    await purge();
    expect(await kept()).toEqual([1, true]);
    await pool.query("update campaigns set deleted_at = now() - interval '31 days' where id = $1", [many.id]);
    await purge();
    expect(await kept()).toEqual([0, false]);
    expect((await getCampaign(few.id)).stats?.clicks).toBe(1);
  });
});
