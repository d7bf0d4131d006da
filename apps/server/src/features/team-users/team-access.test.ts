import type { TeamRole } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type CampaignCalls, createCampaignCalls, MINIMAL } from '../campaigns/campaigns.fixture.ts';

let on: CampaignCalls;
let member: Person;
beforeAll(async () => {
  on = await createCampaignCalls();
  await on.setTariff('business');
  member = await on.product.person();
  await on.product.services.pool.query('update users set account_id = $2 where id = $1', [
    member.id,
    on.owner.accountId,
  ]);
});
beforeEach(() => on.empty());
afterAll(() => on.close());

interface Restriction {
  role?: TeamRole;
  campaignIds?: number[] | null;
  canSeeMoney?: boolean;
}

const restrict = ({ role = 'EDITOR', campaignIds = null, canSeeMoney = true }: Restriction) =>
  on.product.services.pool.query(
    'update team_members set account_id = $2, role = $3, campaign_ids = $4, can_see_money = $5 where user_id = $1',
    [member.id, on.owner.accountId, role, campaignIds, canSeeMoney],
  );
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  on.product.call(method, path, { token: member.token, body });
const listNames = async () =>
  (await call('GET', '/companies?sort=name&order=asc')).json().data.map(({ name }: { name: string }) => name);

describe('a member with a few campaigns', () => {
  it('can access these in every endpoint, and no others', async () => {
    const given = await on.created({ name: 'Given', tags: ['given'] });
    const kept = await on.created({ name: 'Kept', tags: ['kept'] });
    await restrict({ campaignIds: [given.id] });
    expect(await listNames()).toEqual(['Given']);
    expect((await call('GET', '/companies_related/get_options')).json().data.tags).toEqual(['given']);
    const body = { ...MINIMAL, name: 'Changed' };
    expect((await call('PUT', `/companies/${given.id}`, body)).statusCode).toBe(200);
    const refused = [
      call('GET', `/companies/${kept.id}`),
      call('PUT', `/companies/${kept.id}`, { ...body, name: 'Taken' }),
      call('DELETE', `/companies/${kept.id}`),
      call('POST', `/companies/${kept.id}/clone`),
      call('GET', `/companies/${kept.id}/versions`),
      call('POST', `/companies/${kept.id}/versions/1/restore`),
    ];
    for (const answer of await Promise.all(refused)) expect(answer.statusCode).toBe(404);
    const bulk = await call('POST', '/companies_related/bulk', { ids: [given.id, kept.id], action: 'pause' });
    expect(bulk.json().data.changed).toBe(1);
    expect((await on.get(kept.id)).json().data).toMatchObject({ name: 'Kept', status: 'active', version: 1 });
  });

  it('can access the campaigns they create', async () => {
    const given = await on.created({ name: 'Given' });
    await restrict({ campaignIds: [given.id] });
    const made = (await call('POST', '/companies', { ...MINIMAL, name: 'Made' })).json().data;
    const copy = (await call('POST', `/companies/${made.id}/clone`)).json().data;
    expect((await call('GET', `/companies/${copy.id}`)).statusCode).toBe(200);
    expect(await listNames()).toHaveLength(3);
  });

  it('lists, adds and removes blocklist entries of these campaigns only', async () => {
    const given = await on.created({ name: 'Given' });
    const kept = await on.created({ name: 'Kept' });
    const add = async (ip: string, campaignId: number | null) =>
      (
        await on.product.call('POST', '/black_list_ips', {
          token: on.owner.token,
          body: { ip_addresses: ip, campaign_id: campaignId },
        })
      ).json().data.added[0].id;
    const ids = [await add('192.0.2.1', null), await add('192.0.2.2', given.id), await add('192.0.2.3', kept.id)];
    await restrict({ campaignIds: [given.id] });
    const seen = (await call('GET', '/black_list_ips')).json();
    expect(seen.data.map(({ ip }: { ip: string }) => ip).sort()).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(seen.limits.used).toBe(3);
    for (const campaignId of [null, kept.id]) {
      const answer = await call('POST', '/black_list_ips', { ip_addresses: '192.0.2.9', campaign_id: campaignId });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors.campaign_id).toHaveLength(1);
    }
    await call('DELETE', '/black_list_ips', { ip_address_ids: ids });
    const left = (await on.product.call('GET', '/black_list_ips', { token: on.owner.token })).json().data;
    expect(left.map(({ ip }: { ip: string }) => ip).sort()).toEqual(['192.0.2.1', '192.0.2.3']);
  });
});

describe('a member without access to money', () => {
  it('gets no amounts, cannot sort by them, and does not change them by saving', async () => {
    const { id } = await on.created({ cost_model: 'cpc', cost_value: '0.77', default_payout: '12.34' });
    await restrict({ canSeeMoney: false });
    for (const path of ['/companies', `/companies/${id}`, `/companies/${id}/versions`]) {
      const { body, statusCode } = await call('GET', path);
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/0\.77|12\.34/);
      expect(body).toContain('"default_payout":null');
    }
    for (const sort of ['profit', 'cost', 'revenue'])
      expect((await call('GET', `/companies?sort=${sort}`)).statusCode).toBe(403);
    const saved = await call('PUT', `/companies/${id}`, { ...MINIMAL, name: 'Saved', default_payout: '99' });
    expect(saved.statusCode).toBe(200);
    expect((await on.get(id)).json().data).toMatchObject({
      name: 'Saved',
      cost_value: '0.77',
      default_payout: '12.34',
    });
  });
});

describe('a role in the team', () => {
  it.each([
    ['ADMIN', 201],
    ['EDITOR', 201],
    ['VIEWER', 403],
    ['BILLING', 403],
  ] as const)('%s gets %i for creating a campaign, and can read', async (role, status) => {
    await restrict({ role });
    expect((await call('GET', '/companies')).statusCode).toBe(200);
    expect((await call('POST', '/companies', { ...MINIMAL, name: `By ${role}` })).statusCode).toBe(status);
  });

  it('is part of the profile', async () => {
    await restrict({ role: 'VIEWER', campaignIds: [], canSeeMoney: false });
    const profile = (await call('GET', '/profile')).json();
    expect(profile.team).toMatchObject({ role: 'VIEWER', campaign_ids: [], can_see_money: false, can_export: true });
    expect(profile.team.permissions).toEqual(profile.permissions);
    expect(profile.permissions).not.toContain('campaigns:write');
  });

  it('ends when the owner is blocked', async () => {
    await restrict({});
    const block = (status: string) =>
      on.product.services.pool.query('update users set status = $2 where id = $1', [on.owner.id, status]);
    await block('blocked');
    expect((await call('GET', '/profile')).statusCode).toBe(401);
    await block('active');
    expect((await call('GET', '/profile')).statusCode).toBe(200);
  });
});
