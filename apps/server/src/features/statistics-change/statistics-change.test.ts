import type { ExplainedChange, ExplainedMetric } from '@poklik/contract/statistics-change';
import { toMicro } from '@poklik/domain/money/amount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { type FixtureClick, storeClicks } from '../../testing/statistics-fixture.ts';
import { createStatisticsCalls, IN_AUTUMN, type StatisticsCalls } from '../statistics/statistics.fixture.ts';

const TIMEOUT_MS = 180_000;
const SEPTEMBER = { start_date: '2026-09-08', end_date: '2026-09-14', timezone: 'UTC' };

type Query = Record<string, string | number>;

describe.skipIf(!(await hasEngine()))('why a metric changed', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  let ids: number[];
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
    ids = [];
    for (const name of ['Fewer clicks', 'Lower payout', 'Slow approvals', 'Unchanged'])
      ids.push((await fixture.on.created({ name })).id);
    const [fewer = 0, lower = 0, slow = 0, unchanged = 0] = ids;
    await storeClicks(fixture.clickhouse.client, fixture.on.owner.accountId, [
      ...week(1, fewer, { sub1: 'site 1' }),
      ...week(1, fewer, { sub1: 'site 2' }),
      ...week(2, fewer, { sub1: 'site 1' }),
      ...week(1, lower),
      ...week(2, lower, { payout: 7 }),
      ...week(1, slow),
      ...week(2, slow, { status: 'pending' }),
      ...week(1, unchanged),
      ...week(2, unchanged),
    ]);
  }, TIMEOUT_MS * 2);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  const ask = (query: Query, { token }: { token: string } = fixture.on.owner) =>
    fixture.patiently(() =>
      fixture.on.product.call('GET', fixture.address('/statistics/change', query), { token, language: 'en' }),
    );
  const read = async (query: Query): Promise<ExplainedChange> => {
    const answer = await ask(query);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const sum = (amounts: { amount: string }[]): bigint => amounts.reduce((all, { amount }) => all + toMicro(amount), 0n);

  it('names the campaigns, values and parts that caused it', async () => {
    const { data, meta } = await read(SEPTEMBER);
    expect(meta).toMatchObject({ previous_period: { start_date: '2026-09-01', end_date: '2026-09-07' } });
    expect(data).toMatchObject({ metric: 'profit', difference: '-225.00', cost_state: 'known', is_uncertain: false });
    const [best] = data.splits;
    expect(best?.dimension).toBe('campaign');
    expect(
      best?.causes.map(({ path, part, amount }) => [path.map(({ label }) => label).join(' › '), part, amount]),
    ).toEqual([
      ['Slow approvals', 'approval_lag', '-100.00'],
      ['Fewer clicks › site 2', 'volume', '-95.00'],
      ['Lower payout', 'payout', '-30.00'],
    ]);
    expect(best?.causes[0]).toMatchObject({ before: 0, now: 1 });
    expect(best?.causes[1]).toMatchObject({ before: 50, now: 0 });
    expect(best?.causes[2]).toMatchObject({ before: '10.00', now: '7.00' });
    expect(best?.rest).toBe('0.00');
    const amounts = best?.parts.map(({ part, amount }) => [part, amount]);
    expect(amounts).toEqual([
      ['volume', '-80.375'],
      ['mix', '-14.625'],
      ['payout', '-30.00'],
      ['approval_lag', '-100.00'],
    ]);
  });

  it('looks into one campaign', async () => {
    const { data } = await read({ ...SEPTEMBER, company_id: ids[0] as number, metric: 'revenue' });
    expect(data).toMatchObject({ metric: 'revenue', before: '200.00', now: '100.00', difference: '-100.00' });
    expect(data.splits[0]).toMatchObject({ dimension: 'sub1', rest: '0.00' });
    expect(data.splits[0]?.causes).toMatchObject([
      { part: 'volume', amount: '-100.00', path: [{ dimension: 'sub1', key: 'site 2' }] },
    ]);
  });

  it('adds up to the difference of the report, to the millionth', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const weekAgo = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    const running = { start_date: weekAgo, end_date: today, timezone: 'UTC' };
    const autumn = { ...IN_AUTUMN, start_date: '2026-10-29' };
    const filters = JSON.stringify([{ dimension: 'country', operator: 'not_in', values: ['UA'] }]);
    const reports = [
      ['profit', autumn],
      ['cost', { ...autumn, time_basis: 'conversion', compare: 'weekday' }],
      ['revenue', { ...autumn, revenue_basis: 'all', filters }],
      ['profit', { ...running, compare_maturity: 'same' }],
      ['revenue', { ...running, revenue_basis: 'expected' }],
    ] as const;
    // Conversions of a running period grow older between two calls.
    const readBoth = async (metric: ExplainedMetric, query: Query, attempts = 4): Promise<ExplainedChange['data']> => {
      const report = await fixture.read({ compare: 'previous', interval: 'none', ...query });
      const { data } = await read({ ...query, metric });
      const reported = [report.data.previous?.[metric], report.data.summary[metric]];
      if (attempts > 0 && reported.join() !== [data.before, data.now].join())
        return readBoth(metric, query, attempts - 1);
      expect([data.before, data.now]).toEqual(reported);
      return data;
    };
    for (const [metric, query] of reports) {
      const data = await readBoth(metric, query);
      const difference = toMicro(data.now ?? '') - toMicro(data.before ?? '');
      expect(toMicro(data.difference ?? '')).toBe(difference);
      expect(data.splits.length).toBeGreaterThan(1);
      for (const { parts, causes, rest } of data.splits) {
        expect(sum(parts)).toBe(difference);
        expect(sum(causes) + toMicro(rest)).toBe(difference);
        expect(causes.length).toBeLessThanOrEqual(5);
      }
    }
  });

  it('leaves an unknown cost unknown', async () => {
    const [row] = week(2, ids[3] as number);
    const { accountId } = fixture.on.owner;
    const campaign = await fixture.on.created({ name: 'No cost' });
    await fixture.clickhouse.client.insert({
      table: 'clicks',
      format: 'JSONEachRow',
      values: [1, 2, 3].map((off) => ({
        ...{ click_id: `unpriced-${off}`, at: row?.atMs, account_id: accountId, campaign_id: campaign.id },
        ...{ verdict: 0, is_unique: 1, cost_micro: 0, cost_currency: 'USD', cost_model: 'none', seg: 'x', off },
      })),
    });
    const query = { ...SEPTEMBER, company_id: campaign.id };
    expect((await read(query)).data).toMatchObject({ metric: 'revenue', cost_state: 'unknown', difference: '0.00' });
    const { data } = await read({ ...query, metric: 'cost' });
    expect(data).toMatchObject({ cost_state: 'unknown', now: null, difference: null, splits: [], is_uncertain: true });
  });

  it('is for those who see money, and needs a comparison', async () => {
    const { owner, product } = fixture.on;
    const { token, id } = await product.person();
    const { pool } = product.services;
    await pool.query(
      "update team_members set account_id = $2, role = 'VIEWER', campaign_ids = $3, can_see_money = false where user_id = $1",
      [id, owner.accountId, [ids[0]]],
    );
    await pool.query('update users set account_id = $2 where id = $1', [id, owner.accountId]);
    expect((await ask(SEPTEMBER, { token })).statusCode).toBe(403);
    await pool.query('update team_members set can_see_money = true where user_id = $1', [id]);
    const { data } = (await ask(SEPTEMBER, { token })).json() as ExplainedChange;
    expect(data.difference, 'only their campaign').toBe('-95.00');
    expect((await ask({ ...SEPTEMBER, company_id: ids[1] as number }, { token })).statusCode).toBe(404);
    expect((await ask({ ...SEPTEMBER, compare: 'none' })).statusCode).toBe(422);
    expect((await ask({ ...SEPTEMBER, metric: 'roi' })).statusCode).toBe(422);
  });
});

/** 50 clicks at $0.10 of which ten convert. */
function week(
  number: 1 | 2,
  campaignId: number,
  { sub1 = '', payout = 10, status = 'approved' }: { sub1?: string; payout?: number; status?: string } = {},
): FixtureClick[] {
  const from = Date.UTC(2026, 8, 1 + (number - 1) * 7);
  return Array.from({ length: 50 }, (_, place) => ({
    ...{ atMs: from + place * 3_600_000, campaign_id: campaignId, version: 1, rule: 0, destination: 0, verdict: 0 },
    ...{ is_bot: 0, is_unique: 1, country: place % 2 ? 'UA' : 'PL', language: '', device: 'mobile', os: 'android' },
    ...{ browser: 'chrome', referrer_host: '', traffic_source: '', sub1, sub2: '' },
    ...{ cost_micro: 100_000, cost_currency: 'USD' },
    conversion: place % 5 === 0 ? { afterMs: 60_000, type: 'lead', status, payout_micro: payout * 1_000_000 } : null,
  }));
}
