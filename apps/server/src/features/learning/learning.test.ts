import type { Campaign } from '@poklik/contract/campaigns';
import type { SetLearning } from '@poklik/contract/learning';
import { OWN_SET } from '@poklik/contract/routing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyClickhouse } from '../../testing/empty-clickhouse.ts';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createTestAnalytics, type TestAnalytics } from '../../testing/test-clickhouse.ts';
import { type CampaignCalls, createCampaignCalls, MINIMAL } from '../campaigns/campaigns.fixture.ts';
import { removeOldLearnedWeights } from '../retention/retention.repo.ts';
import { learnAllWeights } from './learn-weights.service.ts';
import { findLearnedSetsAt } from './learning.repo.ts';

const TIMEOUT_MS = 120_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEARN = { mode: 'learn', warm_up: 100 };
const STARTED_MS = Date.now();
const targets = ['a', 'b'].map((name) => ({ name, url: `https://${name}.example`, weight: 100 }));

describe.skipIf(!(await hasEngine()))('weights that learn', { timeout: TIMEOUT_MS }, () => {
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

  let made = 0;
  const createLearning = (change: object = {}): Promise<Campaign> => {
    made += 1;
    return calls.created({ name: `Learning ${made}`, destinations: targets, optimise: LEARN, ...change });
  };
  interface Led {
    destination: number;
    clicks: number;
    conversions: number;
    rule?: number;
    status?: string;
    payout?: number;
    type?: string;
    /** Labels that learning must not see. */
    labels?: { is_bot: number; verdict: number };
  }
  /** Two days ago, reported at once. */
  async function lead({ id }: Pick<Campaign, 'id'>, led: Led): Promise<void> {
    const at = STARTED_MS - 2 * DAY_MS;
    const { destination, clicks, conversions, rule = 0, status = 'approved', payout = 1, type = 'lead' } = led;
    const place = { account_id: calls.owner.accountId, campaign_id: id, version: 1, rule, destination };
    const { is_bot = 0, verdict = 0 } = led.labels ?? {};
    await analytics.client.insert({
      table: 'clicks',
      values: Array.from({ length: clicks }, (_, off) => ({
        ...{ ...place, at, verdict, is_bot, seg: `${id} ${rule} ${destination} ${verdict}`, off },
        click_id: `${id}-${rule}-${destination}-${verdict}-${off}`,
      })),
      format: 'JSONEachRow',
    });
    await analytics.client.insert({
      table: 'conversions',
      values: Array.from({ length: conversions }, (_, change) => ({
        ...{ ...place, at, click_at: at, sign: 1, status, type, is_bot, payout_micro: payout * 1e6 },
        conversion_id: `${id}-${rule}-${destination}-${change}-${type}-${status}`,
        change_id: change,
      })),
      format: 'JSONEachRow',
    });
  }
  const learning = async (id: number, uid = OWN_SET, token = calls.owner.token): Promise<SetLearning> =>
    (await calls.product.call('GET', `/companies/${id}/sets/${uid}/learning`, { token })).json().data;
  const round = (now?: number) => learnAllWeights(calls.product.services, now);
  const sharesOf = (found: SetLearning) => found.targets.map(({ share }) => share);

  it('hold the owner’s until there is enough data, then follow the results, and say why', async () => {
    const campaign = await createLearning();
    expect(await learning(campaign.id)).toMatchObject({ state: 'waiting', floor: 0.05, warm_up: 100, history: [] });
    await lead(campaign, { destination: 1, clicks: 90, conversions: 2 });
    await lead(campaign, { destination: 2, clicks: 400, conversions: 40 });
    await round();
    const early = await learning(campaign.id);
    expect([early.state, sharesOf(early)]).toEqual(['warming_up', [0.5, 0.5]]);

    await lead({ id: campaign.id }, { destination: 1, clicks: 310, conversions: 0, labels: { is_bot: 1, verdict: 1 } });
    await round();
    const found = await learning(campaign.id);
    expect(found).toMatchObject({ state: 'learned', goal: 'conversions', beats: { probability: expect.any(Number) } });
    expect(found.targets.map(({ name, clicks, conversions }) => [name, clicks, conversions])).toEqual([
      ['a', 400, 2],
      ['b', 400, 40],
    ]);
    expect(sharesOf(found)).toEqual([0.05, 0.95]);
    expect(found.history.map(({ shares }) => shares?.length ?? null)).toEqual([null, 2]);
    const [a, b] = found.targets;
    expect(b?.value).toBeGreaterThan(0.08);
    expect([b?.low, b?.high].map((each) => each !== null && each !== undefined)).toEqual([true, true]);
    expect(a?.best).toBeLessThan(0.01);

    // A round that changes nothing only makes the reasons newer.
    await round();
    expect((await learning(campaign.id)).history).toHaveLength(2);
    // The owner's weights stay what they were, and no version is made.
    const saved: Campaign = (await calls.get(campaign.id)).json().data;
    expect([saved.version, saved.destinations.map(({ weight }) => weight)]).toEqual([1, [100, 100]]);
  });

  it('do not depend on who clicked', async () => {
    const outcomes = [];
    for (const labels of [
      { is_bot: 0, verdict: 0 },
      { is_bot: 1, verdict: 1 },
    ]) {
      const campaign = await createLearning();
      await lead(campaign, { destination: 1, clicks: 300, conversions: 10, labels });
      await lead(campaign, { destination: 2, clicks: 300, conversions: 16, labels });
      await round(Math.floor(STARTED_MS / 1_000));
      const found = await learning(campaign.id);
      outcomes.push(found.targets.map(({ uid: _, ...rest }) => rest));
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.map(({ clicks }) => clicks)).toEqual([300, 300]);
  });

  it('belong to the set of a rule, by what its conversions are worth, and hide amounts from members without money', async () => {
    const rule = { name: 'r', conditions: [{ dimension: 'country', operator: 'in', values: ['DE'] }] };
    const campaign = await createLearning({
      ...{ destinations: [], optimise: undefined },
      rules: [{ ...rule, destinations: targets, optimise: { ...LEARN, goal: 'revenue' } }],
    });
    const uid = campaign.rules[0]?.uid ?? '';
    await lead(campaign, { rule: 1, destination: 1, clicks: 400, conversions: 40, payout: 1 });
    await lead(campaign, { rule: 1, destination: 2, clicks: 400, conversions: 40, payout: 9 });
    await round();
    const found = await learning(campaign.id, uid);
    expect(sharesOf(found)[1]).toBeGreaterThan(0.9);
    expect(found.targets[1]?.value).toBeGreaterThan(0.2);
    expect(await learning(campaign.id)).toMatchObject({ state: 'fixed', targets: [] });
    const { pool } = calls.product.services;
    await pool.query('update team_members set can_see_money = false where account_id = $1', [calls.owner.accountId]);
    const redacted = await learning(campaign.id, uid);
    await pool.query('update team_members set can_see_money = true where account_id = $1', [calls.owner.accountId]);
    expect(redacted.targets.map(({ value, low, high, best }) => [value, low, high, typeof best])).toEqual(
      Array(2).fill([null, null, null, 'number']),
    );
  });

  it('follow destinations when they change places, and wait for a new one', async () => {
    const campaign = await createLearning();
    await lead(campaign, { destination: 1, clicks: 400, conversions: 2 });
    await lead(campaign, { destination: 2, clicks: 400, conversions: 40 });
    await round();
    const [a, b] = campaign.destinations;
    const body = { name: campaign.name, optimise: LEARN };
    await calls.put(campaign.id, { ...body, destinations: [b, a] });
    expect(sharesOf(await learning(campaign.id))).toEqual([0.95, 0.05]);
    await calls.put(campaign.id, { ...body, destinations: [b, a, { url: 'https://new.example', weight: 200 }] });
    expect(sharesOf(await learning(campaign.id))).toEqual([0.25, 0.25, 0.5]);
    await round();
    expect(await learning(campaign.id)).toMatchObject({ state: 'warming_up' });
    await calls.put(campaign.id, { ...body, optimise: { ...LEARN, mode: 'fixed' }, destinations: [b, a] });
    expect(sharesOf(await learning(campaign.id))).toEqual([0.5, 0.5]);
  });

  it('stay as they are while the analytics database is away', async () => {
    const campaign = await createLearning();
    await lead(campaign, { destination: 1, clicks: 400, conversions: 40 });
    await lead(campaign, { destination: 2, clicks: 400, conversions: 2 });
    await round();
    const before = await learning(campaign.id);
    const { clickhouse } = calls.product.services;
    const away = async () => Promise.reject(new Error('connection refused'));
    calls.product.services.clickhouse = { ...emptyClickhouse(), client: { query: away } as never };
    await round();
    calls.product.services.clickhouse = clickhouse;
    expect(sharesOf(before)).toEqual([0.95, 0.05]);
    expect(await learning(campaign.id)).toEqual(before);
  });

  it('are known for every moment, and their history ends', async () => {
    const campaign = await createLearning();
    await lead(campaign, { destination: 1, clicks: 400, conversions: 40 });
    await lead(campaign, { destination: 2, clicks: 400, conversions: 2 });
    const now = Math.floor(Date.now() / 1_000);
    await round(now - 3 * 86_400);
    await round(now);
    const { db, pool } = calls.product.services;
    const at = async (hours: number) =>
      (await findLearnedSetsAt(db, campaign.id, new Date(Date.now() - hours * HOUR_MS)))[OWN_SET];
    expect([await at(100), await at(1)]).toEqual([undefined, null]);
    expect(Object.values((await at(-1)) ?? {}).sort()).toEqual([50, 950]);
    await pool.query("update learned_weights set created_at = now() - interval '401 days' where campaign_id = $1", [
      campaign.id,
    ]);
    await removeOldLearnedWeights(db);
    expect((await learning(campaign.id)).history.map(({ epoch }) => epoch)).toEqual([2]);
  });

  it.each([
    ['floors that leave too little', { floor: 6 }, 9, 'optimise.floor', 'floor'],
    ['a floor above 20', { floor: 21 }, 2, 'optimise.floor', ''],
    ['too short a warm-up', { warm_up: 9 }, 2, 'optimise.warm_up', ''],
    ['an unknown goal', { goal: 'clicks' }, 2, 'optimise.goal', ''],
  ])('reject %s', async (_, change, count, field, word) => {
    const destinations = Array.from({ length: count }, (_each, at) => ({ url: `https://${at}.example` }));
    const answer = await calls.create({ ...MINIMAL, destinations, optimise: { ...LEARN, ...change } });
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
    expect(JSON.stringify(answer.json().errors)).toContain(word);
  });

  it('are not found for sets that the campaign doesn’t have, and for campaigns of others', async () => {
    const campaign = await createLearning();
    const ask = (uid: string, token: string) =>
      calls.product.call('GET', `/companies/${campaign.id}/sets/${uid}/learning`, { token });
    expect((await ask('nothere1', calls.owner.token)).statusCode).toBe(404);
    expect((await ask(OWN_SET, calls.stranger.token)).statusCode).toBe(404);
    expect((await ask(OWN_SET, calls.owner.token)).statusCode).toBe(200);
  });
});
