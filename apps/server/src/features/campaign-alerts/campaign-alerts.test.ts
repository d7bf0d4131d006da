import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertCampaign } from '../../testing/access/traffic/campaign-rows.ts';
import { storeConversion } from '../../testing/conversions/store-conversion.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { checkCampaigns, checkCaps } from './campaign-alerts.service.ts';

const TIMEOUT_MS = 120_000;
const HOUR_MS = 3_600_000;

describe.skipIf(!(await hasEngine()))('alerts about campaigns', { timeout: TIMEOUT_MS }, () => {
  let analytics: TestAnalytics;
  let product: TestApp;
  let owner: Person;
  beforeAll(async () => {
    [product, analytics] = await Promise.all([createTestApp(), createTestAnalytics()]);
    product.services.clickhouse = { client: analytics.client, ping: async () => ({ ok: true }) };
  }, TIMEOUT_MS);
  afterAll(async () => {
    await product.close();
    await analytics.drop();
  });
  beforeEach(async () => {
    owner = await product.person();
  });

  const query = (text: string, values: unknown[]) => product.services.pool.query(text, values);
  let made = 0;
  async function newCampaign(settings: object = {}): Promise<number> {
    made += 1;
    const id = await insertCampaign(product, owner.accountId, {
      name: `Campaign ${made}`,
      default_url: 'https://a.example',
    });
    await query("update campaigns set status = 'active', settings = settings || $2 where id = $1", [
      id,
      JSON.stringify({ timezone: 'Europe/Kyiv', ...settings }),
    ]);
    return Number(id);
  }
  const insertClicks = (campaignId: number, count: number, hoursAgo: number, more: object = {}) =>
    analytics.client.insert({
      table: 'clicks',
      values: Array.from({ length: count }, (_, place) => ({
        click_id: `${campaignId}-${hoursAgo}-${place}`,
        at: Date.now() - hoursAgo * HOUR_MS,
        account_id: owner.accountId,
        campaign_id: campaignId,
        verdict: 0,
        ...more,
      })),
      format: 'JSONEachRow',
    });
  /** One an hour, the last one so long ago. */
  const insertPostbacks = (campaignId: number, count: number, hoursAgo: number) =>
    query(
      `insert into postbacks (id, account_id, campaign_id, click_id, source, method, ip, raw_query, fields, received_at, verdict)
       select 'alert-' || $2::bigint || '-' || n, $1, $2, 'c', 'postback', 'GET', '', '', '{}',
         now() - make_interval(hours => $4::int + n), 'accepted' from generate_series(0, $3::int - 1) n`,
      [owner.accountId, campaignId, count, hoursAgo],
    );
  async function insertConversions(campaignId: number, count: number, hoursAgo: number) {
    for (let place = 0; place < count; place += 1) {
      const id = await storeConversion(product.services.pool, { accountId: owner.accountId, campaignId });
      await query('update conversions set received_at = now() - make_interval(hours => $2) where id = $1', [
        id,
        hoursAgo,
      ]);
    }
  }
  /** As the sync does. */
  const insertFacts = (campaignId: number, count: number, hoursAgo: number, payout: number) =>
    analytics.client.insert({
      table: 'conversions',
      values: Array.from({ length: count }, (_, place) => ({
        ...{
          conversion_id: `${campaignId}-${hoursAgo}-${place}`,
          change_id: campaignId * 1_000 + hoursAgo * 100 + place,
        },
        ...{ at: Date.now() - hoursAgo * HOUR_MS, click_at: Date.now() - hoursAgo * HOUR_MS },
        ...{ account_id: owner.accountId, campaign_id: campaignId, type: 'lead', status: 'pending' },
        ...{ revision: 1, sign: 1, payout_micro: payout * 1_000_000 },
      })),
      format: 'JSONEachRow',
    });
  const listAlerts = async () =>
    (
      await query("select kind, values from notifications where user_id = $1 and kind like 'campaign%' order by id", [
        owner.id,
      ])
    ).rows;

  it('tells the owner once that postbacks stopped while clicks go on', async () => {
    const silent = await newCampaign();
    const idle = await newCampaign();
    const quick = await newCampaign();
    const ofNetwork = await newCampaign({ network_id: 1 });
    const seldom = await newCampaign();
    for (const id of [silent, idle, ofNetwork]) await insertPostbacks(id, 12, 7);
    await insertPostbacks(quick, 12, 5);
    await insertPostbacks(seldom, 9, 7);
    for (const id of [silent, quick, ofNetwork, seldom]) await insertClicks(id, 3, 1);
    await insertClicks(idle, 3, 8);
    await checkCampaigns(product.services);
    await checkCampaigns(product.services);
    expect(await listAlerts()).toMatchObject([{ kind: 'campaign_silent', values: { campaign_id: silent, hours: 7 } }]);
    await query("update notifications set created_at = now() - interval '8 days' where user_id = $1", [owner.id]);
    await checkCampaigns(product.services);
    expect(await listAlerts()).toHaveLength(2);
  });

  it('tells the owner that CR dropped', async () => {
    const dropped = await newCampaign();
    const steady = await newCampaign();
    for (const [id, today] of [
      [dropped, 3],
      [steady, 20],
    ] as const) {
      await insertClicks(id, 70, 72);
      await insertConversions(id, 70, 72);
      await insertClicks(id, 25, 2);
      await insertConversions(id, today, 1);
    }
    await checkCampaigns(product.services);
    expect(await listAlerts()).toMatchObject([
      { kind: 'campaign_dropped', values: { campaign_id: dropped, clicks: 25, conversions: 3, expected: 25 } },
    ]);
  });

  it('tells the owner once that ROI dropped, but not without its cost', async () => {
    const dropped = await newCampaign();
    const steady = await newCampaign();
    const unpriced = await newCampaign();
    for (const [id, cost_model, payout] of [
      [dropped, 'cpc', 1],
      [steady, 'cpc', 10],
      [unpriced, 'none', 1],
    ] as const) {
      const cost = { cost_model, cost_currency: 'USD', cost_micro: 5_000_000, is_unique: 1 };
      await insertClicks(id, 70, 72, cost);
      await insertConversions(id, 70, 72);
      await insertFacts(id, 70, 72, 10);
      await insertClicks(id, 25, 2, cost);
      await insertConversions(id, 25, 2);
      await insertFacts(id, 25, 2, payout);
    }
    await checkCampaigns(product.services);
    await checkCampaigns(product.services);
    expect(await listAlerts()).toMatchObject([
      { kind: 'campaign_roi_dropped', values: { campaign_id: dropped, roi: '−80%', roi_before: '100%' } },
    ]);
  });

  it('tells the owner once a day that the limit of clicks is reached', async () => {
    const full = await newCampaign({ daily_cap: 100 });
    const open = await newCampaign({ daily_cap: 101 });
    for (const id of [full, open]) {
      for (const clicks of [60, 40]) {
        await query(
          `insert into cap_usage (campaign_id, day, tracker, clicks, granted, updated_at)
           values ($1, (now() at time zone 'Europe/Kyiv')::date, gen_random_uuid(), $2, $2, now())`,
          [id, clicks],
        );
      }
    }
    await checkCaps(product.services);
    await checkCaps(product.services);
    expect(await listAlerts()).toMatchObject([{ kind: 'campaign_capped', values: { campaign_id: full, cap: 100 } }]);
    await query("update notifications set created_at = created_at - interval '1 day' where user_id = $1", [owner.id]);
    await checkCaps(product.services);
    expect(await listAlerts()).toHaveLength(2);
  });
});
