import type { Click } from '@poklik/contract/clicks';
import type { Statistics } from '@poklik/contract/statistics';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { type FixtureClick, storeClicks } from '../../testing/statistics-fixture.ts';
import { createStatisticsCalls, IN_AUTUMN, type StatisticsCalls } from './statistics.fixture.ts';

const TIMEOUT_MS = 180_000;

describe.skipIf(!(await hasEngine()))('statistics', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
  }, TIMEOUT_MS * 2);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  it('compares with the previous period, and an unfinished day with the same part of it', async () => {
    const { data, meta } = await fixture.read({
      ...IN_AUTUMN,
      start_date: '2026-10-27',
      end_date: '2026-10-28',
      compare: 'previous',
    });
    expect(meta.previous_period).toEqual({ start_date: '2026-10-25', end_date: '2026-10-26' });
    const before = await fixture.read({ ...IN_AUTUMN, start_date: '2026-10-25', end_date: '2026-10-26' });
    expect(data.previous).toEqual(before.data.summary);
    expect(data.previous_series).toEqual(before.data.series);
    const today = new Date().toISOString().slice(0, 10);
    const now = await fixture.read({ start_date: today, end_date: today, timezone: 'UTC', compare: 'previous' });
    const whole = now.data.previous_series.reduce((sum, { clicks }) => sum + clicks, 0);
    expect(now.data.previous?.clicks).toBeLessThanOrEqual(whole);
    expect((await fixture.read({ ...IN_AUTUMN })).data.previous).toBeNull();
  });

  it('limits members to their campaigns, and hides money and exports without permission', async () => {
    const { owner, product } = fixture.on;
    const [given, kept] = fixture.campaigns.map(({ id }) => id);
    const { token, id } = await product.person();
    const setAccess = (canExport: boolean) =>
      product.services.pool.query(
        `update team_members set account_id = $2, role = 'VIEWER', campaign_ids = $3, can_see_money = false, can_export = $4
         where user_id = $1`,
        [id, owner.accountId, [given], canExport],
      );
    await product.services.pool.query('update users set account_id = $2 where id = $1', [id, owner.accountId]);
    await setAccess(true);
    const ask = (path: string, query: Record<string, string | number>, by = token) =>
      fixture.patiently(() => product.call('GET', fixture.address(path, query), { token: by }));
    const money = /"(revenue|revenue_on_hold|cost|profit|roi|epc|cpc|cpa)":(?!null)/;

    const seen = await ask('/statistics', { ...IN_AUTUMN, group_by: 'campaign', compare: 'previous' });
    const { data }: Statistics = seen.json();
    expect(data.rows.map(({ keys }) => keys)).toEqual([[String(given)]]);
    expect(data.summary.clicks).toBe((await fixture.read({ ...IN_AUTUMN, company_id: given })).data.summary.clicks);
    expect(seen.body).not.toMatch(money);
    const others = JSON.stringify([{ dimension: 'campaign', values: [String(kept)] }]);
    expect((await ask('/statistics', { ...IN_AUTUMN, filters: others })).json().data.summary.clicks).toBe(0);
    expect((await ask('/statistics', { ...IN_AUTUMN, company_id: kept ?? 0 })).statusCode).toBe(404);
    expect((await ask('/statistics', { ...IN_AUTUMN, group_by: 'country', sort: 'profit' })).statusCode).toBe(403);
    const byMoney = JSON.stringify([{ group_by: ['country'], sort: 'roi' }]);
    expect((await ask('/statistics', { ...IN_AUTUMN, panels: byMoney })).statusCode).toBe(403);
    const byClicks = await ask('/statistics', { ...IN_AUTUMN, panels: JSON.stringify([{ group_by: ['campaign'] }]) });
    expect(byClicks.body).not.toMatch(money);
    expect((byClicks.json() as Statistics).data.panels?.[0]?.rows.map(({ keys }) => keys)).toEqual([[String(given)]]);

    const file = await ask('/statistics/export', { ...IN_AUTUMN, group_by: 'campaign' });
    expect(file.body).toContain('Nutra');
    expect(file.body).not.toMatch(/Games|Finance|Profit|Revenue|Cost|ROI|EPC/);

    const clicks = await ask('/clicks', { per_page: 100 });
    const campaignIds = clicks.json().data.map((click: { campaign: { id: number } }) => click.campaign.id);
    expect(new Set(campaignIds)).toEqual(new Set([given]));
    expect(clicks.body).not.toMatch(money);
    expect((await ask('/clicks', { company_id: kept ?? 0 })).json().meta.total).toBe(0);
    const [theirs] = (await ask('/clicks', { company_id: kept ?? 0 }, owner.token)).json().data;
    expect((await ask(`/clicks/${theirs.click_id}`, {})).statusCode).toBe(404);

    await setAccess(false);
    expect((await ask('/statistics/export', { ...IN_AUTUMN, group_by: 'campaign' })).statusCode).toBe(403);
  });

  it('escapes formulas in exports', async () => {
    const file = await fixture.exported({ ...IN_AUTUMN, group_by: 'campaign', columns: 'clicks' }, 'uk');
    expect(file.split('\r\n')[0]).toBe('Кампанія;Кліки');
    expect(file).toContain("'=Finance;");
    const answer = await fixture.on.product.call('GET', fixture.address('/statistics/export', IN_AUTUMN), {
      token: fixture.on.owner.token,
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statistics.csv"',
    });
    expect(answer.body.startsWith('\uFEFFDay,Impressions,Clicks')).toBe(true);
  });

  it('converts costs with the rate of their time, and reports missing rates', async () => {
    const { pool } = fixture.on.product.services;
    const euros = await fixture.on.created({ name: 'Euros' });
    const click = {
      ...(fixture.autumn[0] as FixtureClick),
      campaign_id: euros.id,
      verdict: ClickOutcome.redirected,
      conversion: null,
    };
    const spent = (day: string, cost_micro: number) => ({
      ...click,
      atMs: Date.parse(`${day}T12:00:00Z`),
      cost_micro,
      cost_currency: 'EUR',
    });
    await storeClicks(fixture.clickhouse.client, fixture.on.owner.accountId, [
      spent('2026-10-24', 10_000_000),
      spent('2026-10-28', 10_000_000),
    ]);
    const question = { ...IN_AUTUMN, company_id: euros.id };
    expect((await fixture.read(question)).data.summary).toMatchObject({
      clicks: 2,
      cost: null,
      profit: null,
      roi: null,
    });
    await pool.query(
      "insert into currency_rates (currency, rate, valid_from) values ('EUR', 1.1, '2026-01-01'), ('EUR', 1.25, '2026-10-26')",
    );
    const { data } = await fixture.read({ ...question, group_by: 'day' });
    expect(data.summary).toMatchObject({ cost: '23.50', profit: '-23.50' });
    expect(data.rows.map(({ cost }) => cost)).toEqual(['11.00', '12.50']);
    expect((await fixture.on.list('?search=Euros')).data[0]?.stats).toMatchObject({ clicks: 0 });
    await pool.query('truncate currency_rates');
  });

  it('isolates accounts, and rejects invalid queries in the reader’s language', async () => {
    const mine = fixture.campaigns[0]?.id as number;
    const [foreign, missing] = [
      await fixture.get({ company_id: mine }, fixture.on.stranger),
      await fixture.get({ company_id: 999_999 }, fixture.on.stranger),
    ];
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    const theirs = (await fixture.get({ ...IN_AUTUMN }, fixture.on.stranger)).json() as Statistics;
    expect(theirs.data.summary.clicks).toBe(
      fixture.autumn.filter(({ verdict }) => verdict === ClickOutcome.redirected).length,
    );
    for (const [field, query] of [
      ['timezone', { timezone: 'Mars/Olympus' }],
      ['end_date', { start_date: '2026-10-02', end_date: '2026-10-01' }],
      ['start_date', { start_date: '2020-01-01', end_date: '2026-10-01' }],
      ['start_date', { start_date: '2026-02-30' }],
      ['group_by', { group_by: 'country,device,os,browser' }],
      ['group_by', { group_by: 'country,country' }],
      ['filters', { filters: '[{"dimension":"ip","values":["1"]}]' }],
      ['filters', { filters: 'nonsense' }],
      ['panels', { panels: 'nonsense' }],
      ['panels', { panels: '[{"group_by":[]}]' }],
      ['panels', { panels: '[{"group_by":["country","country"]}]' }],
      ['panels', { panels: '[{"group_by":["country"],"per_page":101}]' }],
      ['panels', { panels: JSON.stringify(Array(13).fill({ group_by: ['country'] })) }],
    ] as const) {
      const answer = await fixture.get(query);
      expect([answer.statusCode, Object.keys(answer.json().errors)], JSON.stringify(query)).toEqual([422, [field]]);
    }
  });

  it('limits members to their campaigns without money, in reports, exports and the click log', async () => {
    const { product, owner } = fixture.on;
    const member = await product.person();
    const [mine, other] = fixture.campaigns.map(({ id }) => id) as [number, number];
    const { pool } = product.services;
    await pool.query('update users set account_id = $2 where id = $1', [member.id, owner.accountId]);
    const restrict = (campaignIds: number[] | null, canSeeMoney: boolean, canExport: boolean) =>
      pool.query(
        `update team_members set account_id = $2, role = 'EDITOR', campaign_ids = $3, can_see_money = $4, can_export = $5
         where user_id = $1`,
        [member.id, owner.accountId, campaignIds, canSeeMoney, canExport],
      );
    const call = (path: string, query: Parameters<StatisticsCalls['address']>[1]) =>
      product.call('GET', fixture.address(path, query), { token: member.token });
    const counted = fixture.autumn.filter(
      ({ campaign_id, verdict }) => campaign_id === mine && verdict === ClickOutcome.redirected,
    ).length;

    await restrict([mine], true, true);
    const { data } = (await fixture.get({ ...IN_AUTUMN, group_by: 'campaign' }, member)).json() as Statistics;
    expect([data.summary.clicks, data.rows.map(({ keys }) => keys[0])]).toEqual([counted, [String(mine)]]);
    expect((await fixture.get({ company_id: other }, member)).statusCode).toBe(404);
    const others = JSON.stringify([{ dimension: 'campaign', operator: 'in', values: [String(other)] }]);
    const sneaked = (await fixture.get({ ...IN_AUTUMN, filters: others }, member)).json() as Statistics;
    expect(sneaked.data.summary.clicks).toBe(0);
    const file = await call('/statistics/export', { ...IN_AUTUMN, group_by: 'campaign', columns: 'clicks,cost' });
    expect(file.body.trim().split('\r\n').slice(1)).toHaveLength(1);
    const log = (await call('/clicks', { ...IN_AUTUMN, timezone: undefined, per_page: 100 })).json();
    expect(new Set(log.data.map(({ campaign }: Click) => campaign.id))).toEqual(new Set([mine]));
    expect((await call('/clicks', { company_id: other })).json().meta.total).toBe(0);

    await restrict(null, false, true);
    const blind = (await fixture.get({ ...IN_AUTUMN, group_by: 'country' }, member)).json() as Statistics;
    for (const row of [blind.data.summary, ...blind.data.rows, ...blind.data.series])
      expect([row.revenue, row.cost, row.profit, row.roi, row.epc, row.cpc, row.cpa]).toEqual(Array(7).fill(null));
    expect(blind.data.summary.clicks).toBeGreaterThan(0);
    expect((await call('/statistics/export', { ...IN_AUTUMN })).body.split('\r\n')[0]).not.toMatch(
      /Cost|Revenue|Profit/,
    );
    expect((await fixture.get({ ...IN_AUTUMN, group_by: 'country', sort: 'profit' }, member)).statusCode).toBe(403);
    const costs = (await call('/clicks', { start_date: IN_AUTUMN.start_date, per_page: 100 })).json().data;
    expect(new Set(costs.map(({ cost }: Click) => cost))).toEqual(new Set([null]));

    await restrict(null, true, false);
    expect((await call('/statistics/export', { ...IN_AUTUMN })).statusCode).toBe(403);
  });

  it('returns 503 when ClickHouse is unavailable', async () => {
    fixture.on.product.services.clickhouse = { ...fixture.clickhouse, client: undefined as never };
    const answer = await fixture.get({});
    fixture.on.product.services.clickhouse = fixture.clickhouse;
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  });

  it('stores saved views per user', async () => {
    const save = (name: string, search: string, { token } = fixture.on.owner) =>
      fixture.on.product.call('POST', '/statistics/views', { token, body: { name, search } });
    await save('Mobile', 'device=mobile');
    await save('Mobile', 'device=tablet');
    await save('Theirs', 'period=today', fixture.on.stranger);
    const views = async ({ token } = fixture.on.owner) =>
      (await fixture.on.product.call('GET', '/statistics/views', { token })).json().data as {
        id: number;
        name: string;
        search: string;
      }[];
    const [own] = await views();
    expect(await views()).toMatchObject([{ name: 'Mobile', search: 'device=tablet' }]);
    const remove = (id: number, { token } = fixture.on.owner) =>
      fixture.on.product.call('DELETE', `/statistics/views/${id}`, { token });
    expect((await remove(own?.id ?? 0, fixture.on.stranger)).statusCode).toBe(404);
    expect((await remove(own?.id ?? 0)).json()).toEqual({ message: 'Report deleted.' });
    expect(await views()).toEqual([]);
  });
});
