import type { Campaign } from '@poklik/contract/campaigns';
import type { CostEntry, CostImportReport, CostPreview } from '@poklik/contract/costs';
import { toMicro } from '@poklik/domain/money/amount';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { storeClicks } from '../../testing/statistics-fixture.ts';
import { createStatisticsCalls, type StatisticsCalls } from '../statistics/statistics.fixture.ts';
import { checkCosts, findLateClicks } from './fold-costs.service.ts';

const TIMEOUT_MS = 300_000;
const DAY = '2026-10-25';
const GROUPINGS = ['country', 'hour', 'sub1', 'referrer_host,destination'];

describe.skipIf(!(await hasEngine()))('costs', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  let campaign: Campaign;
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
    campaign = fixture.campaigns[0] as Campaign;
    const rate = "insert into currency_rates (currency, rate_nano, since) values ('EUR', 1100000000, '2020-01-01')";
    await fixture.on.product.services.pool.query(rate).catch(() => undefined);
  }, TIMEOUT_MS);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  const services = () => fixture.on.product.services;
  const call = (method: 'GET' | 'POST', path: string, body?: object, { token } = fixture.on.owner) =>
    fixture.on.product.call(method, path, { token, ...(body ? { body } : {}) });
  /** The worker folds what is due. */
  const foldAll = () =>
    vi.waitFor(
      async () => {
        const { rows } = await services().pool.query('select campaign_id from cost_folds where due_from is not null');
        expect(rows).toEqual([]);
      },
      { timeout: TIMEOUT_MS, interval: 50 },
    );
  const entry = (changes: object = {}) => ({
    ...{ campaign_id: campaign.id, start: DAY, end: DAY, timezone: 'UTC', amount: '100.000001', currency: 'USD' },
    ...changes,
  });
  async function add(changes: object = {}): Promise<CostEntry> {
    const answer = await call('POST', '/costs', { entries: [entry(changes)] });
    expect(answer.statusCode, answer.body).toBe(201);
    await foldAll();
    return (answer.json().data as CostPreview[])[0]?.entry as CostEntry;
  }
  async function undo({ id }: CostEntry): Promise<void> {
    const answer = await call('POST', `/costs/${id}/undo`, { reason: 'a test' });
    expect(answer.statusCode, answer.body).toBe(200);
    await foldAll();
  }
  const dayIn = (timezone: string, changes: object = {}) =>
    fixture.read({
      ...{ start_date: DAY, end_date: DAY, timezone, company_id: campaign.id, interval: 'hour', per_page: 100 },
      ...changes,
    });
  const everything = () =>
    fixture.read({
      ...{ start_date: '2026-10-23', end_date: '2026-11-03', timezone: 'UTC', interval: 'day', per_page: 100 },
      group_by: 'campaign,country,sub1',
    });

  it.each(['Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu'])(
    'are what the bill says in every report, for a day in %s',
    async (timezone) => {
      const before = await everything();
      const added = await add({ timezone });
      for (const group_by of GROUPINGS) {
        const { data } = await dayIn(timezone, { group_by });
        const rows = data.rows.map(({ cost }) => toMicro(cost ?? '0'));
        const series = data.series.map(({ cost }) => toMicro(cost ?? '0'));
        const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
        expect([data.summary.cost, sum(rows), sum(series)], group_by).toEqual([
          '100.000001',
          100_000_001n,
          100_000_001n,
        ]);
      }
      const query = { start_date: DAY, end_date: DAY, timezone, company_id: campaign.id, group_by: 'os,sub2' };
      const lines = (await fixture.exported({ ...query, columns: 'cost' })).trim().split('\r\n').slice(1);
      expect(lines.reduce((sum, line) => sum + toMicro(line.split(',').at(-1) ?? '0'), 0n)).toBe(100_000_001n);
      const shown = await fixture.on.product.call('GET', '/costs?per_page=1', { token: fixture.on.owner.token });
      expect(shown.json().data[0]).toMatchObject({ id: added.id, cost_after: '100.000001', is_applied: true });
      await undo(added);
      expect((await everything()).data).toEqual(before.data);
    },
  );

  it('of a segment replace its cost and leave the rest alone', async () => {
    const filters = [{ dimension: 'country', values: ['UA'] }];
    const before = await dayIn('UTC', { group_by: 'country', sort: 'key', order: 'asc' });
    const added = await add({ filters, amount: '7' });
    const costOf = ({ data }: typeof before) => Object.fromEntries(data.rows.map(({ keys, cost }) => [keys[0], cost]));
    const after = await dayIn('UTC', { group_by: 'country', sort: 'key', order: 'asc' });
    expect(costOf(after)).toEqual({ ...costOf(before), UA: '7.00' });
    const fee = await add({ filters, amount: '1.5', mode: 'add', kind: 'fee' });
    expect(costOf(await dayIn('UTC', { group_by: 'country' }))).toEqual({ ...costOf(before), UA: '8.50' });
    // Undoing the first of two overlapping entries.
    await undo(added);
    await undo(fee);
    expect((await dayIn('UTC', { group_by: 'country', sort: 'key', order: 'asc' })).data).toEqual(before.data);
  });

  it('without clicks are kept, and spread once clicks turn up', async () => {
    const filters = [{ dimension: 'sub1', values: ['late'] }];
    const added = await add({ filters, amount: '3' });
    const late = { group_by: 'sub1', filters: JSON.stringify(filters) };
    expect((await dayIn('UTC', late)).data.summary).toMatchObject({ clicks: 0, cost: '3.00' });
    const [click] = fixture.autumn;
    if (!click) throw new Error('no clicks');
    const clicks = Array.from({ length: 1_000 }, (_, place) => ({
      ...{ ...click, campaign_id: campaign.id, verdict: 0, sub1: 'late', conversion: null },
      atMs: Date.parse(`${DAY}T10:00:00Z`) + place * 1_000,
    }));
    await storeClicks(fixture.clickhouse.client, fixture.on.owner.accountId, clicks);
    await findLateClicks(services());
    await foldAll();
    const { data } = await dayIn('UTC', { ...late, group_by: 'hour' });
    expect([data.summary.clicks, data.summary.cost, data.rows.length]).toEqual([1_000, '3.00', 1]);
    await undo(added);
  });

  it('of unknown clicks become known', async () => {
    const at = Date.parse('2026-10-28T10:00:00Z');
    const { client } = fixture.clickhouse;
    await client.insert({
      table: 'clicks',
      format: 'JSONEachRow',
      values: [0, 1].map((off) => ({
        ...{ click_id: `u-${off}`, at: at + off, account_id: fixture.on.owner.accountId, campaign_id: campaign.id },
        ...{ cost_model: 'none', seg: 'unknown', off, sub3: 'ad' },
      })),
    });
    const ads = JSON.stringify([{ dimension: 'sub3', values: ['ad'] }]);
    const read = async () =>
      (await fixture.read({ start_date: '2026-10-28', end_date: '2026-10-28', timezone: 'UTC', filters: ads })).data
        .summary;
    expect(await read()).toMatchObject({ cost: null, unpriced_clicks: 2 });
    const filters = [{ dimension: 'sub3', values: ['ad'] }];
    const added = await add({ start: '2026-10-28', end: '2026-10-28', filters, amount: '0.000001' });
    expect(await read()).toMatchObject({ cost: '0.000001', unpriced_clicks: 0 });
    expect(await checkCosts(services()), 'the nightly check finds nothing').toEqual([]);
    // As after a crash between the two inserts.
    await client.command({
      query: 'ALTER TABLE figures DELETE WHERE event = 17',
      clickhouse_settings: { mutations_sync: '2' },
    });
    await client.insert({
      table: 'cost_changes',
      format: 'JSONEachRow',
      values: [
        { account_id: added.campaign.id, campaign_id: campaign.id, quarter: at / 1000, entry_id: 1, amount_micro: 5 },
      ],
    });
    await checkCosts(services());
    expect(await read()).toMatchObject({ cost: '0.000001', unpriced_clicks: 0 });
    await undo(added);
    expect(await read()).toMatchObject({ cost: null, unpriced_clicks: 2 });
  });

  it('are previewed and imported from a file once', async () => {
    const csv = [
      'Campaign ID;Date;Cost;Currency;Time zone;Token number;Token value',
      `${campaign.id};${DAY};1 000,50;USD;UTC;1;a`,
      `${campaign.id};${DAY};2;USD;UTC;1;nobody`,
      `${campaign.id};2026-02-30;2;USD;UTC;;`,
      `999999;${DAY};2;USD;UTC;;`,
      `${campaign.id};2020-01-01;2;USD;UTC;;`,
      `${campaign.id};${DAY};2;PLN;UTC;;`,
      `${campaign.id};${DAY};-2;USD;UTC;;`,
    ].join('\n');
    const send = async (dry_run: boolean): Promise<CostImportReport> =>
      (await call('POST', '/costs/import', { csv, dry_run })).json().data;
    const preview = await send(true);
    expect(preview).toMatchObject({
      rows: 7,
      counts: { ok: 1, same: 0, no_clicks: 1, unknown_campaign: 1, too_old: 1, no_rate: 1, bad_row: 2 },
      totals: [{ currency: 'USD', amount: '1002.50' }],
    });
    expect(await send(false)).toEqual(preview);
    expect(await send(false)).toMatchObject({ counts: { ok: 0, same: 2, no_clicks: 0 }, totals: [] });
    await foldAll();
    const { data } = await dayIn('UTC', {
      group_by: 'sub1',
      filters: JSON.stringify([{ dimension: 'sub1', values: ['a'] }]),
    });
    expect(data.summary.cost).toBe('1000.50');
    for (const one of (await call('GET', '/costs?state=live')).json().data) await undo(one);
  });

  it.each([
    [{ campaign_id: 999_999 }, 'entries.0.campaign_id'],
    [{ end: '2026-10-24' }, 'entries.0.end'],
    [{ start: '2026-02-30' }, 'entries.0.start'],
    [{ start: '2020-01-01', end: '2020-01-02' }, 'entries.0.start'],
    [{ start: '2026-06-01', end: '2026-10-25' }, 'entries.0.end'],
    [{ start: '2099-01-01', end: '2099-01-01' }, 'entries.0.start'],
    [{ timezone: 'Mars/Olympus' }, 'entries.0.timezone'],
    [{ amount: '-1' }, 'entries.0.amount'],
    [{ amount: '1e3' }, 'entries.0.amount'],
    [{ currency: 'PLN' }, 'entries.0.currency'],
    [{ kind: 'fee' }, 'entries.0.mode'],
    [{ filters: [{ dimension: 'nothing', values: ['a'] }] }, 'entries.0.filters.0.dimension'],
    [{ filters: [{ dimension: 'sub1', values: ['a\u0000'] }] }, 'entries.0.filters.0.values.0'],
  ])('with %o are rejected at %s', async (changes, field) => {
    const answer = await call('POST', '/costs', { entries: [entry(changes)] });
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
  });

  const push = (body: object, { id = campaign.id, headers = { 'api-key': fixture.on.owner.token } as object } = {}) =>
    fixture.on.product.app.inject({
      ...{ method: 'POST', url: `/admin_api/v1/campaigns/${id}/update_costs` },
      headers: { 'accept-language': 'en', ...headers },
      payload: { start_date: `${DAY} 00:00`, end_date: `${DAY} 23:59`, timezone: 'UTC', currency: 'USD', ...body },
    });

  it('pushed hourly by a tool are each ad’s last push', async () => {
    const ads = ['a', 'b', '7'];
    for (let hour = 1; hour <= 5; hour += 1)
      for (const [place, ad] of ads.entries()) {
        const filters = { sub_id_1: ad === '7' ? 7 : ad };
        const answer = await push({ cost: hour + place / 100, filters, only_campaign_uniques: place === 0 });
        expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      }
    await foldAll();
    const live = (await call('GET', '/costs?state=live&per_page=100')).json().data as CostEntry[];
    expect(live.map(({ amount, source, over }) => [amount, source, over]).sort()).toEqual([
      ['5.00', 'keitaro', 'uniques'],
      ['5.01', 'keitaro', 'clicks'],
      ['5.02', 'keitaro', 'clicks'],
    ]);
    const undone = (await call('GET', '/costs?state=undone&per_page=100')).json().data as CostEntry[];
    expect(undone.filter(({ replaced_by }) => replaced_by !== null)).toHaveLength(12);
    const filters = JSON.stringify([{ dimension: 'sub1', values: ads }]);
    expect((await dayIn('UTC', { filters })).data.summary.cost).toBe('15.03');
    for (const one of live) await undo(one);
  });

  it('pushed for the same ad at the same time leave one', async () => {
    const answers = await Promise.all(['1', '2', '3'].map((cost) => push({ cost, filters: [] })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const live = (await call('GET', '/costs?state=live')).json().data as CostEntry[];
    expect(live).toHaveLength(1);
    for (const one of live) await undo(one);
  });

  it('pushed wrongly are rejected in the form that tools read', async () => {
    const { token } = fixture.on.owner;
    const wrong = await push({ cost: '-1' });
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { error: expect.stringContaining('cost: ') }]);
    expect((await push({ cost: 1, filters: { ad_name: 'x' } })).json().error).toContain('filters.0.dimension: ');
    expect((await push({ start_date: 5 })).statusCode).toBe(400);
    expect((await push({ cost: 1 }, { id: 999_999 })).statusCode).toBe(404);
    expect((await push({ cost: 1 }, { headers: {} })).json()).toEqual({ error: expect.any(String) });
    expect((await push({ cost: 1 }, { headers: { 'api-key': `${token}x` } })).statusCode).toBe(401);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await push({ cost: '1e3' }, { headers: bearer })).statusCode).toBe(400);
    const list = await fixture.on.product.app.inject({ url: '/admin_api/v1/campaigns', headers: bearer });
    expect(list.json()).toContainEqual({ id: campaign.id, name: 'Nutra', alias: campaign.key, state: 'active' });
  });

  it('cannot be undone twice, nor by others', async () => {
    const added = await add({ amount: '1' });
    const { stranger } = fixture.on;
    expect((await call('POST', `/costs/${added.id}/undo`, {}, stranger)).statusCode).toBe(404);
    await undo(added);
    const again = await call('POST', `/costs/${added.id}/undo`, {});
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_undone']);
  });
});
