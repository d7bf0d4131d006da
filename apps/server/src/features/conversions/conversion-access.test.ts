import type { Conversion } from '@poklik/contract/conversions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeConversion } from '../../testing/conversions/store-conversion.ts';
import type { Person } from '../../testing/test-app.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';

let calls: CampaignCalls;
let member: Person;
let given: number;
let kept: number;
const ids: Record<'given' | 'dear' | 'kept', string> = { given: '', dear: '', kept: '' };

beforeAll(async () => {
  calls = await createCampaignCalls();
  await calls.setTariff('business');
  member = await calls.product.person();
  const { pool } = calls.product.services;
  await pool.query('update users set account_id = $2 where id = $1', [member.id, calls.owner.accountId]);
  given = (await calls.created({ name: '=Given' })).id;
  kept = (await calls.created({ name: 'Kept' })).id;
  const { accountId } = calls.owner;
  ids.given = await storeConversion(pool, { accountId, campaignId: given, payout: 7.77, transactionId: '+T-1' });
  ids.dear = await storeConversion(pool, { accountId, campaignId: given, payout: 31.41, status: 'pending' });
  ids.kept = await storeConversion(pool, { accountId, campaignId: kept, payout: 99.09 });
});
afterAll(() => calls.close());

const restrict = ({ campaignIds = null, canSeeMoney = true, canExport = true }: Partial<Record<string, unknown>>) =>
  calls.product.services.pool.query(
    `update team_members set account_id = $2, role = 'EDITOR', campaign_ids = $3, can_see_money = $4, can_export = $5
     where user_id = $1`,
    [member.id, calls.owner.accountId, campaignIds, canSeeMoney, canExport],
  );
const call = (method: 'GET' | 'POST' | 'PUT', path: string, { token }: Person = member, body?: object) =>
  calls.product.call(method, path, { token, ...(body ? { body } : {}) });
const lines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');

it('an export has the filters and the order of the list, and escapes formulas', async () => {
  const query = `status=approved&company_id=${given}`;
  const list = (await call('GET', `/conversions?${query}`, calls.owner)).json().data as Conversion[];
  const answer = await call('GET', `/conversions/export?${query}`, calls.owner);
  expect(answer.headers).toMatchObject({ 'content-disposition': 'attachment; filename="conversions.csv"' });
  const [head, ...rows] = lines(answer.body);
  expect(head).toMatch(/^Received,Click,Time to convert \(s\),Campaign,Type,Status,/);
  expect(rows).toHaveLength(list.length);
  expect(rows[0]).toContain(",'=Given,lead,Approved,,7.77,0.00,USD,7.77,Postback,'+T-1,");
  const all = lines((await call('GET', '/conversions/export?sort=payout&order=desc', calls.owner)).body).slice(1);
  expect(all.map((row) => /[^,]+,[^,]+,\d+,[^,]+,lead,\w+,,([\d.]+),/.exec(row)?.[1])).toEqual([
    '99.09',
    '31.41',
    '7.77',
  ]);
});

it('a list can be filtered by revenue and by click time', async () => {
  const listPayouts = async (query: string) =>
    ((await call('GET', `/conversions?${query}`, calls.owner)).json().data as Conversion[])
      .map(({ payout }) => payout)
      .sort();
  expect(await listPayouts('revenue_min=7.77&revenue_max=31.41')).toEqual(['31.41', '7.77']);
  expect(await listPayouts('revenue_min=31.410001')).toEqual(['99.09']);
  expect((await call('GET', '/conversions?revenue_min=much', calls.owner)).statusCode).toBe(422);
  await calls.product.services.pool.query(
    `update conversions set click_at = received_at - interval '3 days' where id = $1`,
    [ids.given],
  );
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  expect(await listPayouts(`end_date=${day(2)}`)).toEqual([]);
  expect(await listPayouts(`end_date=${day(2)}&time_basis=click`)).toEqual(['7.77']);
  expect(await listPayouts(`end_date=${day(2)}&time_basis=click&revenue_min=8`)).toEqual([]);
});

it('a member restricted to campaigns can list, change and export only their conversions', async () => {
  await restrict({ campaignIds: [given] });
  const { data, meta, totals } = (await call('GET', '/conversions')).json();
  expect(data.map(({ id }: Conversion) => id).sort()).toEqual([ids.given, ids.dear].sort());
  expect(meta.total).toBe(2);
  expect(totals.reduce((sum: number, { revenue }: { revenue: string }) => sum + Number(revenue), 0)).toBeCloseTo(39.18);
  expect((await call('GET', `/conversions?company_id=${kept}`)).json().meta.total).toBe(0);
  expect(lines((await call('GET', '/conversions/export')).body)).toHaveLength(3);
  const [missing, hidden] = [`${ids.kept.slice(0, 28)}zzzz`, ids.kept];
  expect((await call('GET', `/conversions/${hidden}`)).body).toBe((await call('GET', `/conversions/${missing}`)).body);
  expect((await call('PUT', `/conversions/${hidden}`, member, { status: 'rejected' })).statusCode).toBe(404);
  expect((await call('POST', `/conversions/${hidden}/resend`)).statusCode).toBe(404);
  const bulk = await call('POST', '/conversions/bulk', member, { ids: [hidden, ids.given], status: 'rejected' });
  expect(bulk.json().data).toEqual({ changed: 1 });
});

it('a member without access to money sees no amounts in lists, exports, history or sorting', async () => {
  await restrict({ canSeeMoney: false });
  for (const path of ['/conversions', `/conversions/${ids.dear}`, '/conversions/export']) {
    const { body, statusCode } = await call('GET', path);
    expect(statusCode, path).toBe(200);
    expect(body, path).not.toMatch(/7\.77|31\.41|99\.09/);
  }
  expect(lines((await call('GET', '/conversions/export')).body)[0]).not.toMatch(/Payout/);
  for (const path of ['/conversions?sort=payout', '/conversions/export?sort=payout', '/conversions?revenue_min=7'])
    expect((await call('GET', path)).statusCode, path).toBe(403);
});

it('a member without export permission cannot export', async () => {
  await restrict({ canExport: false });
  expect((await call('GET', '/conversions/export')).statusCode).toBe(403);
  expect((await call('GET', '/conversions')).statusCode).toBe(200);
});
