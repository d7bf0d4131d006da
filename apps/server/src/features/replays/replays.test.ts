import type { Campaign } from '@poklik/contract/campaigns';
import type { Replay } from '@poklik/contract/replays';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import type { Person } from '../../testing/test-app.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';
import { removeOldReplays } from './replays.repo.ts';
import { runReplay } from './run-replay.service.ts';

const TIMEOUT_MS = 120_000;
const DAY_MS = 86_400_000;
const NOW = Date.now();
const dayBefore = (days: number) => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10);
const PERIOD = { start_date: dayBefore(30), end_date: dayBefore(0) };

describe.skipIf(!(await hasEngine()))('replays', { timeout: TIMEOUT_MS }, () => {
  let analytics: TestAnalytics;
  let calls: CampaignCalls;
  beforeAll(async () => {
    [calls, analytics] = await Promise.all([createCampaignCalls(), createTestAnalytics()]);
    calls.product.services.clickhouse = { client: analytics.client, ping: async () => ({ ok: true }) };
    await calls.setTariff('business');
  }, TIMEOUT_MS);
  afterAll(async () => {
    await calls.close();
    await analytics.drop();
  });

  const send = (id: number, body: object, { token }: Person = calls.owner) =>
    calls.product.call('POST', `/companies/${id}/replay`, { token, body });
  const read = async (id: number, { token }: Person = calls.owner) =>
    calls.product.call('GET', `/replays/${id}`, { token });
  /** The worker of the test's program may have been faster. */
  async function replayed(campaign: Campaign, settings: object, person?: Person): Promise<Replay> {
    const answer = await send(campaign.id, { settings: { ...campaign, ...settings }, ...PERIOD }, person);
    expect([answer.statusCode, answer.json().data?.state], answer.body).toEqual([202, 'waiting']);
    const { id } = answer.json().data;
    await runReplay(calls.product.services, id);
    await expect.poll(async () => (await read(id)).json().data.state, { timeout: 30_000 }).not.toBe('waiting');
    return (await read(id, person)).json().data;
  }

  interface Led {
    rule: number;
    destination: number;
    country: string;
    /** Random values are spread evenly over the range. */
    from: number;
    until: number;
    clicks: number;
    revenue: number;
  }
  /** Evenly over ten days. */
  async function lead({ id }: Campaign, { from, until, clicks, revenue, ...place }: Led): Promise<void> {
    const facts = { language: 'de', device: 'mobile', os: 'ios', browser: 'safari' };
    const own = { ...facts, ...place, account_id: calls.owner.accountId, campaign_id: id, version: 1 };
    const rows = Array.from({ length: clicks }, (_, off) => ({
      ...own,
      ...{ at: NOW - (1 + (off % 10)) * DAY_MS, off, seg: JSON.stringify([id, place]), verdict: 0, state: 'open' },
      ...{
        draw: from + Math.floor(((until - from) * off) / clicks),
        click_id: `${id}-${JSON.stringify(place)}-${off}`,
      },
    }));
    await analytics.client.insert({ table: 'clicks', values: rows, format: 'JSONEachRow' });
    const conversions = rows.slice(0, 10).map(({ at, click_id }, change) => ({
      ...{ ...own, at, click_at: at, click_id, sign: 1, status: 'approved', type: 'lead', is_bot: 0 },
      ...{ payout_micro: (revenue / 10) * 1e6, conversion_id: click_id, change_id: change },
    }));
    await analytics.client.insert({ table: 'conversions', values: conversions, format: 'JSONEachRow' });
  }

  it('says how many clicks go elsewhere, which rules match none, and what they would bring', async () => {
    const [a, b] = ['https://a.example/', 'https://b.example/'];
    const germany = {
      conditions: [{ dimension: 'country', operator: 'in', values: ['DE'] }],
      destinations: [{ url: b }],
    };
    const campaign = await calls.created({
      ...{
        name: 'Replayed',
        default_url: 'https://d.example/',
        destinations: [{ url: a }, { url: b }],
        rules: [germany],
      },
    });
    await lead(campaign, { rule: 1, destination: 1, country: 'DE', from: 0, until: 1e6, clicks: 400, revenue: 40 });
    await lead(campaign, { rule: 0, destination: 1, country: 'AT', from: 0, until: 5e5, clicks: 300, revenue: 3 });
    await lead(campaign, { rule: 0, destination: 2, country: 'AT', from: 5e5, until: 1e6, clicks: 300, revenue: 30 });

    const same = await replayed(campaign, {});
    expect(same.report).toMatchObject({
      ...{ clicks: 1_000, sampled: 1_000, moved: 0, moves: [], unmatched: [], without_history: 0 },
      amounts: { before: '73.00', after: { value: '73.00', low: '73.00', high: '73.00' } },
    });

    const noSwiss = { ...germany, name: 'Swiss', conditions: [{ ...germany.conditions[0], values: ['CH'] }] };
    const onlyB = await replayed(campaign, { rules: [germany, noSwiss], destinations: [{ url: b }] });
    expect(onlyB.report).toMatchObject({
      moved: 300,
      moves: [{ from: { kind: 'url', name: a }, to: { kind: 'url', name: b }, clicks: 300 }],
      unmatched: [{ rule: 2, name: 'Swiss' }],
    });
    const after = Number(onlyB.report?.amounts?.after?.value);
    expect([after > 85, after < 101]).toEqual([true, true]);

    const toNew = await replayed(campaign, { destinations: [{ url: 'https://new.example/' }] });
    expect(toNew.report).toMatchObject({ moved: 600, without_history: 1, amounts: { before: '73.00', after: null } });
    // Nothing of the campaign changed, and its members who don't see money see none.
    expect((await calls.get(campaign.id)).json().data.version).toBe(1);
    const member = await calls.product.person();
    const { pool } = calls.product.services;
    await pool.query('update users set account_id = $2 where id = $1', [member.id, calls.owner.accountId]);
    await pool.query(
      "update team_members set account_id = $2, role = 'VIEWER', can_see_money = false where user_id = $1",
      [member.id, calls.owner.accountId],
    );
    expect((await replayed(campaign, {}, member)).report).toMatchObject({ moved: 0, amounts: null });
    expect((await read(same.id, calls.stranger)).statusCode).toBe(404);
  });

  it('refuses bad input, fails without harm, and is removed after a week', async () => {
    const campaign = await calls.created({ name: 'Refused' });
    const foreign = await calls.product.call('POST', '/offers', {
      token: calls.stranger.token,
      body: { name: 'Foreign', url: 'https://f.test' },
    });
    const settings = { default_url: 'https://d.example/' };
    for (const body of [
      { settings, start_date: PERIOD.end_date, end_date: PERIOD.start_date },
      { settings, start_date: '2020-01-01', end_date: '2020-12-31' },
      { settings: { ...settings, timezone: 'Mars' }, ...PERIOD },
      { settings: { default_url: 'no' }, ...PERIOD },
      { settings: { ...settings, destinations: [{ offer_id: foreign.json().data.id }] }, ...PERIOD },
    ])
      expect((await send(campaign.id, body)).statusCode).toBe(422);
    expect((await send(campaign.id, { settings, ...PERIOD }, calls.stranger)).statusCode).toBe(404);

    const { pool, db, clickhouse } = calls.product.services;
    const { rows } = await pool.query(
      "insert into replays (campaign_id, settings, start_date, end_date, timezone) values ($1, $2, $3, $4, 'UTC') returning id",
      [campaign.id, settings, PERIOD.start_date, PERIOD.end_date],
    );
    const id = Number(rows[0].id);
    const broken = { ...calls.product.services, clickhouse: { ...clickhouse, client: {} as typeof clickhouse.client } };
    await runReplay(broken, id);
    expect((await read(id)).json().data).toMatchObject({ state: 'failed', report: null });
    await pool.query("update replays set created_at = now() - interval '8 days' where id = $1", [id]);
    await removeOldReplays(db);
    expect((await read(id)).statusCode).toBe(404);
  });
});
