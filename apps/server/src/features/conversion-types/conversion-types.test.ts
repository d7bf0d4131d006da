import type { ListedConversionType } from '@poklik/contract/conversion-types';
import type { Metrics } from '@poklik/contract/statistics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { createStatisticsCalls, IN_AUTUMN, type StatisticsCalls } from '../statistics/statistics.fixture.ts';

const TIMEOUT_MS = 180_000;

describe.skipIf(!(await hasEngine()))('conversion types', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
  }, TIMEOUT_MS * 2);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  const call = (method: 'GET' | 'PUT', body?: object, { token } = fixture.on.owner) =>
    fixture.on.product.call(method, '/conversion_types', { token, ...(body ? { body } : {}) });
  const listed = async (answer: ReturnType<typeof call>): Promise<ListedConversionType[]> => {
    const { statusCode, body } = await answer;
    if (statusCode !== 200) throw new Error(body);
    return JSON.parse(body).data;
  };
  const put = (...types: object[]) => call('PUT', { types });
  /** From the rollups and from the events. */
  const read = async (query: Record<string, string> = {}): Promise<Metrics[]> => {
    const answers = [];
    for (const group_by of ['country', 'sub1'])
      answers.push(await fixture.read({ ...IN_AUTUMN, group_by, interval: 'none', per_page: 100, ...query }));
    return answers.map(({ data }) => data.summary);
  };

  it('of a new account are the standard ones, and the steps before and after a sale are no conversions', async () => {
    const types = await listed(call('GET', undefined, fixture.on.stranger));
    expect(types.map(({ code, is_conversion, is_revenue }) => [code, is_conversion, is_revenue])).toEqual([
      ['lead', true, true],
      ['registration', false, true],
      ['deposit', true, true],
      ['sale', true, true],
      ['upsell', false, true],
      ['rebill', false, true],
      ['install', true, true],
    ]);
  });

  it('switched off and on again leave the same metrics, and both are in the activity log', async () => {
    const all = ['lead', 'sale', 'registration', 'upsell'].map((code) => ({ code }));
    await listed(put(...all));
    const types = 'lead,sale,registration,upsell';
    const before = await read({ types });
    const [whole] = before as [Metrics];
    await listed(put(...all.map((type) => ({ ...type, is_conversion: type.code !== 'registration' }))));
    const off = await read({ types });
    const registrations = whole.types?.registration;
    expect(registrations?.conversions).toBeGreaterThan(10);
    for (const metrics of off) {
      expect(metrics.conversions).toBe(whole.conversions - (registrations?.conversions ?? 0));
      expect(metrics.approved).toBe(whole.approved - (registrations?.approved ?? 0));
      expect(metrics.cr).toBeCloseTo(metrics.conversions / metrics.clicks, 12);
      expect(metrics.approve_rate).toBeCloseTo(metrics.approved / metrics.conversions, 12);
      expect(Number(metrics.cpa)).toBeCloseTo(Number(metrics.cost) / metrics.conversions, 5);
      // The type itself, revenue and cost stay.
      expect(metrics.types).toEqual(whole.types);
      expect([metrics.revenue, metrics.cost, metrics.clicks]).toEqual([whole.revenue, whole.cost, whole.clicks]);
    }
    await listed(put(...all));
    expect(await read({ types })).toEqual(before);
    const log = await fixture.on.product.call('GET', '/activity', { token: fixture.on.owner.token });
    const [last, earlier] = JSON.parse(log.body).data;
    expect([last.action, earlier.action]).toEqual(['conversion_types.updated', 'conversion_types.updated']);
    expect(last.details).toEqual([
      {
        name: 'registration',
        before: '3. conversion no revenue yes',
        after: '3. conversion yes revenue yes',
      },
    ]);
  });

  it('have their own columns in rows, lists and exports', async () => {
    const { data } = await fixture.read({
      ...IN_AUTUMN,
      group_by: 'campaign',
      interval: 'none',
      types: 'sale,lead',
      sort: 'sale/lead',
      order: 'desc',
    });
    const columns = 'sale.approved,sale.cr,sale/lead';
    const ratios = data.rows.map(({ types }) => (types?.sale?.conversions ?? 0) / (types?.lead?.conversions ?? 0));
    expect(ratios).toEqual(ratios.toSorted((one, other) => other - one));
    const file = await fixture.exported({
      ...IN_AUTUMN,
      group_by: 'campaign',
      columns,
      sort: 'sale/lead',
      order: 'desc',
    });
    const [header, ...lines] = file.trim().split('\r\n');
    expect(header).toBe('Campaign,Sale: Approved,Sale: CR,Sale / Lead');
    expect(lines.map((line) => line.split(',').slice(-3).map(Number))).toEqual(
      data.rows.map(({ types }, place) => [types?.sale?.approved, types?.sale?.cr, ratios[place]]),
    );
    const period = { start_date: IN_AUTUMN.start_date, end_date: IN_AUTUMN.end_date };
    const list = await fixture.on.list(`?${new URLSearchParams({ ...period, types: 'sale,lead', sort: 'sale/lead' })}`);
    const withConversions = list.data.filter(({ stats }) => stats?.types?.lead?.conversions);
    expect(withConversions.map(({ id }) => String(id))).toEqual(data.rows.map(({ keys }) => keys[0]));
    expect(list.totals?.types?.sale?.conversions).toBe(data.summary.types?.sale?.conversions);
  });

  it.each([
    ['an empty list', [], 'types'],
    ['more than twenty', Array.from({ length: 21 }, (_, place) => ({ code: `type${place}` })), 'types'],
    ['one code twice', [{ code: 'lead' }, { code: 'LEAD' }], 'types'],
    ['a code with spaces', [{ code: 'first deposit' }], 'types.0.code'],
    ['a negative payout', [{ code: 'lead', payout: '-1' }], 'types.0.payout'],
    ['an exponent', [{ code: 'lead', payout: '1e3' }], 'types.0.payout'],
    ['an unknown currency', [{ code: 'lead', payout: '1', currency: 'ABC' }], 'types.0.currency'],
    ['an unknown mode', [{ code: 'lead', dedupe_mode: 'merge' }], 'types.0.dedupe_mode'],
  ])('with %s are a field error and change nothing', async (_, types, field) => {
    const before = await listed(call('GET'));
    const answer = await put(...types);
    expect([answer.statusCode, Object.keys(JSON.parse(answer.body).errors ?? {})]).toEqual([422, [field]]);
    expect(await listed(call('GET'))).toEqual(before);
  });

  it.each(['sale.', 'sale.profit', "sale' or 1=1.cr", 'sale/', '/sale', 'sale/lead/deposit'])(
    'refuse the column %j',
    async (sort) => {
      expect((await fixture.get({ ...IN_AUTUMN, group_by: 'country', sort })).statusCode).toBe(422);
      expect(
        (await fixture.on.product.call('GET', `/companies?${new URLSearchParams({ sort })}`, fixture.on.owner))
          .statusCode,
      ).toBe(422);
    },
  );
});
