import { ROLES } from '@poklik/contract/roles';
import type { TeamMember } from '@poklik/contract/team-users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEarnings } from '../../testing/money/earn-commission.ts';
import { createTestApp, PASSWORD, type Person } from '../../testing/test-app.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';

let on: CampaignCalls;
beforeAll(async () => {
  on = await createCampaignCalls();
  await on.setTariff('business');
  await pool('update users set email_verified_at = now()');
});
beforeEach(async () => {
  await on.empty();
  await pool("delete from team_members where role <> 'OWNER'");
});
afterAll(() => on.close());

const pool = (sql: string, values: unknown[] = []) => on.product.services.pool.query(sql, values);
const ask = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  on.product.call(method, path, { token, body });
let invited = 0;
const newEmail = () => {
  invited += 1;
  return `colleague-${invited}@example.test`;
};
const invite = (body: object = {}, token = on.owner.token) =>
  ask(token, 'POST', '/team_users', { email: newEmail(), role: 'EDITOR', ...body });
const team = async (token = on.owner.token): Promise<TeamMember[]> =>
  (await ask(token, 'GET', '/team_users')).json().data.members;
const secretFor = async (email: string): Promise<string> => {
  const message = await on.product.findEmail(email, /invited/);
  return new URL(/https:\S+invite=\S+/.exec(message.text)?.[0] ?? '').searchParams.get('invite') ?? '';
};
const accept = (email: string, secret: string) =>
  on.product.call('POST', '/register', {
    body: { email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true, invite_token: secret },
  });
/** A member who accepted an invitation and logged in. */
async function joined(body: object = {}): Promise<Person & { memberId: number }> {
  const { id, email } = (await invite(body)).json().data as TeamMember;
  const answer = await accept(email, await secretFor(email));
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const { token } = (await on.product.call('POST', '/login', { body: { email, password: PASSWORD } })).json();
  const { rows } = await pool('select id, account_id from users where email = $1', [email]);
  return {
    id: Number(rows[0].id),
    accountId: Number(rows[0].account_id),
    email,
    password: PASSWORD,
    token,
    memberId: id,
  };
}

describe('an invitation', () => {
  it('is emailed, names the inviter, and makes the recipient a member', async () => {
    const campaign = await on.created({ name: 'Ours' });
    const { email } = (await invite({ role: 'VIEWER', can_see_money: false })).json().data;
    const secret = await secretFor(email);
    const rules = (await on.product.call('GET', `/register?invite=${secret}`)).json().data;
    expect(rules.invitation).toEqual({ email, role: 'VIEWER', owner: on.owner.email });
    expect((await accept(email, secret)).statusCode).toBe(201);
    const { token } = (await on.product.call('POST', '/login', { body: { email, password: PASSWORD } })).json();
    const profile = (await ask(token, 'GET', '/profile')).json();
    expect(profile.team).toMatchObject({ role: 'VIEWER', can_see_money: false });
    expect(profile.email_verified_at).not.toBeNull();
    expect((await ask(token, 'GET', `/companies/${campaign.id}`)).statusCode).toBe(200);
    expect((await ask(token, 'DELETE', `/companies/${campaign.id}`)).statusCode).toBe(403);
    expect((await accept(email, secret)).json().code).toBe('link_invalid');
  });

  it('works for its address only, for three days, and only from the newest email', async () => {
    const { id, email } = (await invite()).json().data;
    const first = await secretFor(email);
    expect((await accept('other@example.test', first)).json().code).toBe('link_invalid');
    on.product.emails.length = 0;
    expect((await ask(on.owner.token, 'POST', `/team_users/${id}/resend`)).statusCode).toBe(200);
    const second = await secretFor(email);
    expect((await accept(email, first)).json().code).toBe('link_invalid');
    await pool('update team_members set invite_expires_at = now() where id = $1', [id]);
    expect((await accept(email, second)).json().code).toBe('link_invalid');
    expect((await on.product.call('GET', `/register?invite=${second}`)).json().data.invitation).toBeNull();
  });

  it('limits emails per address and hour, across all inviters', async () => {
    const strict = await createTestApp({ limits: { ...on.product.services.config.limits, emailsPerAddress: 2 } });
    const owner = await strict.person();
    await strict.services.pool.query('update users set email_verified_at = now()');
    await strict.services.pool.query("update accounts set tariff_id = (select id from tariffs where code = 'pro')");
    const send = (path: string, body?: object) => strict.call('POST', path, { token: owner.token, body });
    const { id } = (await send('/team_users', { email: 'somebody@example.test', role: 'VIEWER' })).json().data;
    expect((await send(`/team_users/${id}/resend`)).statusCode).toBe(200);
    expect((await send(`/team_users/${id}/resend`)).statusCode).toBe(429);
    await strict.call('DELETE', `/team_users/${id}`, { token: owner.token });
    expect((await send('/team_users', { email: 'somebody@example.test', role: 'VIEWER' })).statusCode).toBe(429);
    await strict.close();
  });

  it('requires a verified email, a free seat and an address that is not in the team', async () => {
    const fresh = await on.product.person();
    expect((await invite({}, fresh.token)).json().code).toBe('email_not_verified');
    await on.setTariff('starter');
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite()));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409]);
    await on.setTariff('business');
    const { email } = (await invite()).json().data;
    expect((await invite({ email: email.toUpperCase() })).json().errors.email).toHaveLength(1);
    expect((await invite({ email: on.owner.email })).json().errors.email).toHaveLength(1);
    expect((await invite({ role: 'OWNER' })).statusCode).toBe(422);
  });

  it('accepts users whose own account is empty, and rejects those with data', async () => {
    const empty = await on.product.person();
    const busy = await on.product.person();
    const rich = await on.product.person();
    const operator = await on.product.person({ role: ROLES.SUPER_ADMIN });
    await on.created({ name: 'Their own' }, busy);
    await addEarnings(on.product.services, rich.accountId, 2_000n);
    for (const [person, status] of [
      [empty, 201],
      [busy, 409],
      [rich, 409],
      [operator, 409],
    ] as const) {
      await invite({ email: person.email });
      expect((await accept(person.email, await secretFor(person.email))).statusCode).toBe(status);
    }
    expect((await ask(empty.token, 'GET', '/profile')).statusCode).toBe(401);
    expect((await ask(busy.token, 'GET', '/companies')).json().data).toHaveLength(1);
  });
});

describe('a member', () => {
  it('is updated with effect on the next request', async () => {
    const given = await on.created({ name: 'Given' });
    await on.created({ name: 'Kept' });
    const member = await joined();
    expect((await ask(member.token, 'GET', '/companies')).json().data).toHaveLength(2);
    const standing = { role: 'VIEWER', campaign_ids: [given.id], can_see_money: false, can_edit_profile: false };
    expect((await ask(on.owner.token, 'PUT', `/team_users/${member.memberId}`, standing)).statusCode).toBe(200);
    expect((await ask(member.token, 'GET', '/companies')).json().data).toHaveLength(1);
    expect((await ask(member.token, 'PUT', '/profile', { name: 'X' })).statusCode).toBe(403);
    expect((await ask(member.token, 'GET', '/profile')).json().can_edit_profile).toBe(false);
  });

  it('is listed with existing campaigns only, so that saving them is valid', async () => {
    const [given, gone] = [await on.created({ name: 'Given' }), await on.created({ name: 'Gone' })];
    const { memberId } = await joined({ campaign_ids: [given.id, gone.id] });
    await on.product.call('DELETE', `/companies/${gone.id}`, { token: on.owner.token });
    const shown = (await team()).find(({ id }) => id === memberId);
    expect(shown?.campaign_ids).toEqual([given.id]);
    const kept = { role: 'VIEWER', campaign_ids: shown?.campaign_ids };
    expect((await ask(on.owner.token, 'PUT', `/team_users/${memberId}`, kept)).statusCode).toBe(200);
  });

  it('who is removed loses access and tokens at once, keeps their login, and can be invited again', async () => {
    const member = await joined({ role: 'ADMIN' });
    const { token } = (
      await ask(member.token, 'POST', '/api_tokens', { name: 'Mine', scopes: ['campaigns:read'] })
    ).json().data;
    await on.created({ name: 'Secret of the team' });
    expect((await ask(on.owner.token, 'DELETE', `/team_users/${member.memberId}`)).statusCode).toBe(200);
    for (const dead of [member.token, token]) expect((await ask(dead, 'GET', '/companies')).statusCode).toBe(401);
    const { email, password } = member;
    const again = (await on.product.call('POST', '/login', { body: { email, password } })).json().token;
    expect((await ask(again, 'GET', '/companies')).json().data).toEqual([]);
    expect((await ask(again, 'GET', '/profile')).json().team.role).toBe('OWNER');
    on.product.emails.length = 0;
    expect((await invite({ email })).statusCode).toBe(201);
    expect((await accept(email, await secretFor(email))).statusCode).toBe(201);
    expect((await team()).map((each) => each.email)).toContain(email);
  });

  it('of any role can list the team, and only owners and administrators can manage it', async () => {
    const target = (await invite()).json().data.id;
    for (const [role, status] of [
      ['ADMIN', 200],
      ['EDITOR', 403],
      ['VIEWER', 403],
      ['BILLING', 403],
    ] as const) {
      const member = await joined({ role });
      expect((await team(member.token)).find(({ is_you: own }) => own)?.role).toBe(role);
      const answer = await ask(member.token, 'PUT', `/team_users/${target}`, { role: 'VIEWER' });
      expect(answer.statusCode, role).toBe(status);
    }
  });

  it('with the administrator role can revoke another’s token but never see its secret', async () => {
    const scopes = ['campaigns:read'];
    const { id } = (await ask(on.owner.token, 'POST', '/api_tokens', { name: 'Of the owner', scopes })).json().data;
    const admin = await joined({ role: 'ADMIN', can_see_money: false });
    const rotated = await ask(admin.token, 'POST', `/api_tokens/${id}/rotate`);
    expect([rotated.statusCode, rotated.json().code]).toEqual([409, 'role_out_of_reach']);
    expect((await ask(admin.token, 'DELETE', `/api_tokens/${id}`)).statusCode).toBe(200);
  });

  it('with the billing role needs access to money', async () => {
    const seeing = await joined({ role: 'BILLING' });
    const blind = await joined({ role: 'BILLING', can_see_money: false });
    for (const path of ['/billing', '/invoices', '/transactions', '/referrals', '/withdrawals']) {
      expect((await ask(seeing.token, 'GET', path)).statusCode, path).toBe(200);
      expect((await ask(blind.token, 'GET', path)).statusCode, path).toBe(403);
    }
  });

  it('with the administrator role cannot manage owners, administrators or themselves, nor grant more than their own access', async () => {
    const given = await on.created({ name: 'Given' });
    const admin = await joined({ role: 'ADMIN', campaign_ids: [given.id], can_see_money: false });
    const peer = await joined({ role: 'ADMIN' });
    const owner = (await team()).find(({ role }) => role === 'OWNER')?.id;
    for (const id of [owner, peer.memberId, admin.memberId])
      expect((await ask(admin.token, 'DELETE', `/team_users/${id}`)).json().code).toBe('role_out_of_reach');
    const within = { campaign_ids: [given.id], can_see_money: false };
    for (const body of [
      { role: 'ADMIN', ...within },
      within,
      { ...within, can_see_money: true },
      { can_see_money: false },
    ]) {
      const isFine = body === within;
      expect((await invite(body, admin.token)).statusCode).toBe(isFine ? 201 : 409);
    }
    expect((await ask(on.owner.token, 'DELETE', `/team_users/${owner}`)).json().code).toBe('role_out_of_reach');
  });
});
