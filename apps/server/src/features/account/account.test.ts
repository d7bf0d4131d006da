import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeNow, enableSecondFactor } from '../../testing/second-factor.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const query = (sql: string, values: unknown[] = []) => app.services.pool.query(sql, values);
const close = (person: Person, changes: object = {}) =>
  app.call('DELETE', '/account', {
    token: person.token,
    body: { confirmation: person.email, password: PASSWORD, ...changes },
  });
const getTerms = async (person: Person) =>
  (await app.call('GET', '/account/closing', { token: person.token })).json().data;
const createCampaign = async (person: Person, name: string) =>
  (
    await app.call('POST', '/companies', {
      token: person.token,
      body: { name, default_url: 'https://example.com/' },
    })
  ).json().data;

async function joinTeam(owner: Person, member: Person): Promise<void> {
  await query('update users set account_id = $1 where id = $2', [owner.accountId, member.id]);
  await query("update team_members set account_id = $1, role = 'VIEWER' where user_id = $2", [
    owner.accountId,
    member.id,
  ]);
}

async function deposit(operator: Person, customer: Person): Promise<void> {
  const answer = await app.call('POST', `/transactions/users/${customer.id}/deposit`, {
    token: operator.token,
    body: { amount: '12.50', reason: 'a gift' },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

describe('account export', () => {
  it('contains the user and the account but no secrets', async () => {
    const person = await app.person();
    const secret = await enableSecondFactor(app, person.id, 'pending');
    await createCampaign(person, 'Exported');
    const answer = await app.call('GET', '/account/export', { token: person.token });
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    expect(data.person).toMatchObject({ id: person.id, email: person.email });
    expect(data.sessions).toEqual([expect.objectContaining({ ip: '127.0.0.1' })]);
    expect(data.account.campaigns).toEqual([expect.objectContaining({ name: 'Exported' })]);
    expect(data.account.team).toEqual([expect.objectContaining({ email: person.email, role: 'OWNER' })]);
    const { rows } = await query('select password_hash from users where id = $1', [person.id]);
    for (const hidden of [rows[0].password_hash, person.token, secret, 'token_hash', 'sealed'])
      expect(answer.body).not.toContain(hidden);
    const log = (await app.call('GET', '/activity', { token: person.token })).json().data;
    expect(log[0]).toMatchObject({ action: 'account.exported' });
  });

  it('contains only the member when requested by a member', async () => {
    const [owner, member] = [await app.person(), await app.person()];
    await joinTeam(owner, member);
    const { data } = (await app.call('GET', '/account/export', { token: member.token })).json();
    expect(data.person).toMatchObject({ email: member.email });
    expect(data.account).toBeNull();
    expect(JSON.stringify(data)).not.toContain(owner.email);
  });
});

describe('account deletion', () => {
  it('requires the email, the password and the two-factor code if enabled', async () => {
    const person = await app.person();
    const secret = await enableSecondFactor(app, person.id, 'enabled');
    expect(await getTerms(person)).toMatchObject({ asks_code: true, blocked_by: [], balance: '0.00' });
    const problems = async (changes: object) => (await close(person, changes)).json().errors;
    expect(await problems({ confirmation: 'other@example.test' })).toHaveProperty('confirmation');
    expect(await problems({ password: 'wrong' })).toHaveProperty('password');
    expect(await problems({})).toHaveProperty('code');
    expect(await problems({ code: '000000' })).toHaveProperty('code');
    expect((await app.call('GET', '/profile', { token: person.token })).statusCode).toBe(200);
    expect((await close(person, { code: codeNow(secret) })).statusCode).toBe(200);
  });

  it('logs everyone out, deletes campaigns, anonymizes users and frees the email address', async () => {
    const [owner, member] = [await app.person(), await app.person()];
    await joinTeam(owner, member);
    const campaign = await createCampaign(owner, 'Ends');
    await app.call('PUT', '/profile', {
      token: owner.token,
      body: { name: 'Very Private', phone: '+380441112233' },
    });
    expect(await getTerms(owner)).toMatchObject({ campaigns: 1, members: 1 });
    const done = await close(owner);
    expect(done.statusCode, done.body).toBe(200);
    for (const { token } of [owner, member])
      expect((await app.call('GET', '/profile', { token })).statusCode).toBe(401);
    const { email, password } = owner;
    expect((await app.call('POST', '/login', { body: { email, password } })).statusCode).toBe(401);
    const { rows } = await query('select deleted_at from campaigns where id = $1', [campaign.id]);
    expect(rows[0].deleted_at).not.toBeNull();
    const kept = await query(
      `select (select json_agg(u) from users u where u.account_id = $1) as users,
        (select json_agg(t) from team_members t where t.account_id = $1) as team,
        (select count(*)::int from sessions s join users u on u.id = s.user_id where u.account_id = $1) as sessions`,
      [owner.accountId],
    );
    for (const gone of ['Very Private', '+380441112233', owner.email, member.email])
      expect(JSON.stringify(kept.rows)).not.toContain(gone);
    expect(kept.rows[0].sessions).toBe(0);
    for (const who of [owner, member]) await app.findEmail(who.email, /account was deleted/);
    const again = await app.person({ email: owner.email });
    expect(again.id).not.toBe(owner.id);
  });

  it('keeps the ledger and forfeits the balance only when confirmed', async () => {
    const [person, operator] = [await app.person(), await app.person({ role: ROLES.SUPER_ADMIN })];
    await deposit(operator, person);
    expect(await getTerms(person)).toMatchObject({ balance: '12.50' });
    expect((await close(person)).json().errors).toHaveProperty('give_up_balance');
    expect((await close(person, { give_up_balance: true })).statusCode).toBe(200);
    const { rows } = await query('select count(*)::int as count from ledger_journals where account_id = $1', [
      person.accountId,
    ]);
    expect(rows[0].count).toBe(1);
    const log = await query('select action from audit_entries where account_id = $1 order by position desc limit 1', [
      person.accountId,
    ]);
    expect(log.rows[0].action).toBe('account.deleted');
    const listed = (await app.call('GET', `/users?search=deleted-${person.id}`, { token: operator.token })).json();
    expect(listed.data).toEqual([]);
  });

  it('is forbidden for the last operator, for members and while impersonating', async () => {
    await query('update users set role = 1 where role = 3');
    const operator = await app.person({ role: ROLES.SUPER_ADMIN });
    expect((await getTerms(operator)).blocked_by).toEqual(['last_super_admin']);
    expect((await close(operator)).json().code).toBe('last_super_admin');
    const [owner, member] = [await app.person(), await app.person()];
    await joinTeam(owner, member);
    expect((await close(member)).statusCode).toBe(403);
    const { token } = (await app.call('POST', `/login_user/${owner.id}`, { token: operator.token })).json();
    expect((await close({ ...owner, token })).statusCode).toBe(403);
    expect((await app.call('GET', '/account/export', { token })).statusCode).toBe(403);
    const second = await app.person({ role: ROLES.SUPER_ADMIN });
    expect((await close(second)).statusCode).toBe(200);
    expect((await close(operator)).json().code).toBe('last_super_admin');
  });

  it('is blocked by an open withdrawal', async () => {
    const person = await app.person();
    const { rows } = await query(
      `insert into payout_details (account_id, method, sealed, masked, fingerprint, is_replacement, created_by_id)
       values ($1, 'other', 'x', '***', 'x', false, $2) returning id`,
      [person.accountId, person.id],
    );
    await query(
      `insert into withdrawals (account_id, user_id, amount_minor, fee_minor, currency, payout_id)
       values ($1, $2, 2000, 0, 'USD', $3)`,
      [person.accountId, person.id, rows[0].id],
    );
    expect((await getTerms(person)).blocked_by).toEqual(['withdrawal_open']);
    expect((await close(person)).json().code).toBe('withdrawal_open');
  });
});
