import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createStatisticsCalls, type StatisticsCalls } from './statistics.fixture.ts';

const TIMEOUT_MS = 180_000;
const DAY = 86_400;
const NOW = Math.floor(Date.now() / 1000);

interface Lead {
  ago: number;
  type?: string;
  country?: string;
  payout?: number;
  /** Status and age in days of each change after `pending`. */
  later?: [string, number][];
}

describe.skipIf(!(await hasEngine()))('revenue basis', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  let campaignId = 0;
  let changes = 800_000;
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
    campaignId = (await fixture.on.created({ name: 'Slow approvals' })).id;
    await store([
      ...times(30, { ago: 20, later: [['approved', 1.5]] }),
      ...times(10, { ago: 20, later: [['rejected', 1.5]] }),
      ...times(5, { ago: 30, type: 'sale', later: [['approved', 1.5]] }),
      // Decided at once, so it says nothing about pending ones.
      ...times(50, { ago: 25, later: [['approved', 0]] }).map((lead) => ({ ...lead, isDirect: true })),
      ...times(4, { ago: 0.5, payout: 10 }),
      { ago: 0.5, type: 'sale', payout: 7, country: 'PL' },
      { ago: 0.5, payout: 3, later: [['approved', 0.1]] },
    ]);
  }, TIMEOUT_MS * 2);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  const times = (count: number, lead: Lead): Lead[] => Array.from({ length: count }, () => lead);
  const store = (leads: (Lead & { isDirect?: boolean })[]) =>
    fixture.clickhouse.client.insert({
      table: 'conversions',
      format: 'JSONEachRow',
      values: leads.flatMap(({ ago, type = 'lead', country = 'UA', payout = 1, later = [], isDirect }, place) => {
        const at = Math.floor(NOW - ago * DAY);
        const row = {
          ...{ conversion_id: `basis-${changes}-${place}`, click_id: `basis-click-${changes}-${place}`, type, country },
          ...{ at: at * 1000, click_at: at * 1000, account_id: fixture.on.owner.accountId, campaign_id: campaignId },
          payout_micro: payout * 1_000_000,
        };
        const states = [['pending', 0] as const, ...later].slice(isDirect ? 1 : 0);
        return states.flatMap(([status, age], step) => {
          changes += 1;
          const change = { change_id: changes, changed_at: Math.floor(at + age * DAY) };
          const cancelled = { ...row, ...change, status: states[step - 1]?.[0], revision: step, sign: -1 };
          return [...(step > 0 ? [cancelled] : []), { ...row, ...change, status, revision: step + 1, sign: 1 }];
        });
      }),
    });
  const day = (ago: number) => new Date((NOW - ago * DAY) * 1000).toISOString().slice(0, 10);
  const read = (query: Record<string, unknown>) =>
    fixture.read({ company_id: campaignId, timezone: 'UTC', start_date: day(1), end_date: day(0), ...query });

  it.each([
    ['approved', '3.00'],
    ['expected', '33.00'],
    ['all', '50.00'],
  ])('%s gives a revenue of %s', async (revenue_basis, revenue) => {
    const groupings = ['', 'country', 'sub1'];
    for (const group_by of groupings) {
      const { data, meta } = await read({ revenue_basis, ...(group_by ? { group_by } : {}) });
      expect(data.summary, group_by).toMatchObject({ revenue, profit: revenue, conversions: 6, pending: 5 });
      expect(meta.revenue_basis).toBe(revenue_basis);
      if (group_by) expect(data.rows.reduce((sum, row) => sum + Number(row.revenue), 0)).toBe(Number(revenue));
      expect(data.series.reduce((sum, row) => sum + Number(row.revenue), 0)).toBe(Number(revenue));
    }
  });

  it('expected says how sure it is and what has not enough data', async () => {
    const { data } = await read({ revenue_basis: 'expected', group_by: 'country', sort: 'revenue' });
    expect(data.summary).toMatchObject({
      revenue_on_hold: '47.00',
      expected_on_hold: '30.00',
      unrated_on_hold: '7.00',
    });
    expect(Number(data.summary.expected_on_hold_low)).toBeCloseTo(23.9, 0);
    expect(Number(data.summary.expected_on_hold_high)).toBeCloseTo(34.6, 0);
    expect(data.rows.map((row) => [row.keys[0], row.revenue, row.expected_on_hold, row.unrated_on_hold])).toEqual([
      ['UA', '33.00', '30.00', '0.00'],
      ['PL', '0.00', '0.00', '7.00'],
    ]);
  });

  it('is the same in the export', async () => {
    const file = await fixture.exported({
      ...{ company_id: campaignId, timezone: 'UTC', start_date: day(1), end_date: day(0) },
      ...{ group_by: 'country', sort: 'revenue', revenue_basis: 'expected', columns: 'revenue,profit,unrated_on_hold' },
    });
    expect(
      file
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(-3)),
    ).toEqual([
      ['33.00', '33.00', '0.00'],
      ['0.00', '0.00', '7.00'],
    ]);
  });

  it('is the same in the campaign list, its totals and its export', async () => {
    await fixture.on.created({ name: 'Slow Аркуш', tags: ['a', 'b'] });
    const days = `search=slow&start_date=${day(1)}&end_date=${day(0)}`;
    for (const [basis, revenue] of [
      ['approved', '3.00'],
      ['expected', '33.00'],
      ['all', '50.00'],
    ]) {
      const { data, totals } = await fixture.on.list(`?${days}&revenue_basis=${basis}&sort=revenue`);
      expect(data.map(({ stats }) => stats?.revenue)).toEqual([revenue, '0.00']);
      expect(totals).toMatchObject({ revenue, profit: revenue });
    }
    const { token } = fixture.on.owner;
    const columns = 'columns=tags,revenue,roi,status';
    const file = await fixture.on.product.call(
      'GET',
      `/companies_related/export?${days}&revenue_basis=expected&sort=revenue&${columns}`,
      { token, language: 'en' },
    );
    expect(file.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Name,Tags,"Revenue, expected",ROI,Status',
      'Slow approvals,,33.00,,Active',
      'Slow Аркуш,"a, b",0.00,,Active',
      'Total,,33.00,,',
    ]);
    const unknown = await fixture.on.product.call('GET', '/companies_related/export?columns=secret', { token });
    expect(unknown.statusCode).toBe(422);
  });

  it('compares with the previous period as it stood at the same age', async () => {
    await store([
      { ago: 9, type: 'rebill', payout: 5, later: [['approved', 1]] },
      { ago: 9, type: 'rebill', payout: 6, later: [['approved', 3]] },
      { ago: 9, type: 'rebill', payout: 7, later: [['rejected', 3]] },
    ]);
    const week = { start_date: day(6), end_date: day(0), compare: 'previous' };
    for (const filters of [
      '[]',
      JSON.stringify([{ dimension: 'conversion_type', operator: 'in', values: ['rebill'] }]),
    ]) {
      const today = await read({ ...week, filters });
      expect(today.data.previous).toMatchObject({
        approved: 2,
        rejected: 1,
        revenue: '11.00',
        revenue_on_hold: '0.00',
      });
      expect(today.meta.previous_as_of).toBeNull();
      const same = await read({ ...week, filters, compare_maturity: 'same' });
      expect(same.data.previous).toMatchObject({ approved: 1, pending: 2, revenue: '5.00', revenue_on_hold: '13.00' });
      expect(Date.parse(same.meta.previous_as_of ?? '') / 1000 - (NOW - 7 * DAY)).toBeLessThan(600);
      const expected = await read({ ...week, filters, compare_maturity: 'same', revenue_basis: 'expected' });
      expect(expected.data.previous).toMatchObject({ revenue: '11.00' });
      expect(expected.meta.previous_as_of).toBeNull();
    }
  });
});
