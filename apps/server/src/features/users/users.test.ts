import { ROLES } from '@poklik/contract/roles';
import type { ListedUser } from '@poklik/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let operator: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN, email: 'operator@example.test' });
});
afterAll(() => product.close());

const as = (token: string) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  product.call(method, path, { token, body });
const asOperator: ReturnType<typeof as> = (...request) => as(operator.token)(...request);
const list = async (query: string): Promise<ListedUser[]> => (await asOperator('GET', `/users${query}`)).json().data;
/** Audit actions except logins. */
const listAudit = async (account: number) =>
  (
    await product.services.pool.query(
      "select actor_id, impersonator_id, action, entity from audit_entries where account_id = $1 and action <> 'session.started' order by position",
      [account],
    )
  ).rows.map((row) => ({ ...row, actor_id: Number(row.actor_id) }));

describe('the user list', () => {
  it('finds users by email, name, company, id and campaign key', async () => {
    const anna = await product.person({ email: 'anna.k@shop.example' });
    await as(anna.token)('PUT', '/profile', { name: 'Ганна Коваль', company: '100% Ads_' });
    const body = { name: 'Summer', default_url: 'https://shop.example' };
    const { key } = (await as(anna.token)('POST', '/companies', body)).json().data;
    for (const search of ['ANNA.K@', 'коваль', '0% ads_', String(anna.id), key]) {
      const found = await list(`?search=${encodeURIComponent(search)}`);
      expect(
        found.map(({ id }) => id),
        search,
      ).toContain(anna.id);
    }
    expect(await list('?search=nobody%25')).toEqual([]);
  });

  it('shows identity, plan and status', async () => {
    const person = await product.person({ email: 'plain@example.test' });
    expect(await list('?search=plain@example.test')).toMatchObject([
      {
        id: person.id,
        role: 1,
        status: 'active',
        email_verified_at: null,
        team_role: 'OWNER',
        owner: { id: person.id, email: person.email },
        tariff: { code: 'free', name: 'Free' },
      },
    ]);
  });

  it('is sorted, filtered and paginated', async () => {
    await product.person({ role: ROLES.ADMIN, email: 'aaa@example.test' });
    expect((await list('?sort=email&order=asc'))[0]?.email).toBe('aaa@example.test');
    expect((await list('?role=2')).every(({ role }) => role === 2)).toBe(true);
    expect((await list('?verified=yes')).length).toBe(0);
    const { links, meta } = (await asOperator('GET', '/users?per_page=1&role=1')).json();
    expect(meta.current_page).toBe(1);
    expect(links.next).toBe('/v1/users?page=2&per_page=1&role=1');
    for (const query of ['?role=4', '?status=gone', '?verified=maybe', '?sort=password_hash'])
      expect((await asOperator('GET', `/users${query}`)).statusCode).toBe(422);
  });
});

describe('a user', () => {
  it('is verified by the operator once, and the second call reports it', async () => {
    const { id, accountId, email } = await product.person();
    const first = (await asOperator('POST', `/user_verify/${id}`)).json();
    expect(first.message).toBe(`${email} verified.`);
    expect(Date.now() - Date.parse(first.data.email_verified_at)).toBeLessThan(60_000);
    const second = (await asOperator('POST', `/user_verify/${id}`)).json();
    expect(second.message).toBe(`${email} was already verified.`);
    expect(second.data.email_verified_at).toBe(first.data.email_verified_at);
    expect((await listAudit(accountId)).map(({ action }) => action)).toEqual(['user.verified']);
  });

  it('who is blocked loses access on the next request, cannot log in, and logs in again when unblocked', async () => {
    const person = await product.person();
    expect((await asOperator('PUT', `/users/${person.id}`, { status: 'blocked' })).json().data.status).toBe('blocked');
    expect((await as(person.token)('GET', '/profile')).statusCode).toBe(401);
    const login = () => product.call('POST', '/login', { body: { email: person.email, password: person.password } });
    expect((await login()).json().code).toBe('account_blocked');
    await asOperator('PUT', `/users/${person.id}`, { status: 'active' });
    expect((await as(person.token)('GET', '/profile')).statusCode).toBe(401);
    expect((await login()).statusCode).toBe(200);
  });

  it('gets another role and logs in again; a team member does not', async () => {
    const person = await product.person();
    expect((await asOperator('PUT', `/users/${person.id}`, { role: 2 })).json().data.role).toBe(2);
    expect((await as(person.token)('GET', '/profile')).statusCode).toBe(401);
    const { pool } = product.services;
    await pool.query("update team_members set role = 'VIEWER' where user_id = $1", [person.id]);
    const owner = await product.person();
    await pool.query('update users set account_id = $2 where id = $1', [person.id, owner.accountId]);
    await pool.query('update team_members set account_id = $2 where user_id = $1', [person.id, owner.accountId]);
    const refused = await asOperator('PUT', `/users/${person.id}`, { role: 3 });
    expect(refused.json().code).toBe('team_member');
    expect(await list(`?search=${person.email}`)).toMatchObject([
      { role: 2, team_role: 'VIEWER', owner: { id: owner.id } },
    ]);
  });
});

describe('the last operator', () => {
  it('can be neither demoted nor blocked, even by concurrent calls', async () => {
    const other = await product.person({ role: ROLES.SUPER_ADMIN });
    const third = await product.person({ role: ROLES.SUPER_ADMIN });
    for (const change of [{ role: 1 }, { status: 'blocked' }])
      expect((await asOperator('PUT', `/users/${operator.id}`, change)).json().code).toBe('own_user');
    const ring: [Person, Person][] = [
      [operator, other],
      [other, third],
      [third, operator],
    ];
    await Promise.all(ring.map(([who, whom]) => as(who.token)('PUT', `/users/${whom.id}`, { role: 1 })));
    const { rows } = await product.services.pool.query("select id from users where role = 3 and status = 'active'");
    expect(rows.length).toBeGreaterThan(0);
    await product.services.pool.query("update users set role = 3, status = 'active' where id = $1", [operator.id]);
    const { email, password } = operator;
    operator.token = (await product.call('POST', '/login', { body: { email, password } })).json().token;
    await product.services.pool.query('update users set role = 1 where id = any($1)', [[other.id, third.id]]);
  });
});

describe('impersonation', () => {
  const impersonate = async (person: Person): Promise<string> =>
    (await asOperator('POST', `/login_user/${person.id}`)).json().token;

  it('opens the account as its owner sees it, returns its end, and notifies the owner', async () => {
    const person = await product.person();
    const token = await impersonate(person);
    const profile = (await as(token)('GET', '/profile')).json();
    expect(profile).toMatchObject({ id: person.id, email: person.email, role: 1 });
    const left = Date.parse(profile.impersonated_until) - Date.now();
    expect(left).toBeGreaterThan(59 * 60_000);
    expect(left).toBeLessThanOrEqual(60 * 60_000);
    const own = (await as(person.token)('GET', '/profile')).json();
    expect(own.impersonated_until).toBeNull();
    const { notifications } = (await as(person.token)('GET', '/notifications')).json();
    expect(notifications[0]).toMatchObject({ kind: 'impersonated' });
  });

  it('logs every change with both names, and ends only its own token', async () => {
    const person = await product.person();
    const token = await impersonate(person);
    const body = { name: 'By support', default_url: 'https://shop.example' };
    expect((await as(token)('POST', '/companies', body)).statusCode).toBe(201);
    await as(token)('GET', '/companies');
    expect((await as(token)('POST', '/logout')).statusCode).toBe(200);
    expect((await as(token)('GET', '/profile')).statusCode).toBe(401);
    expect((await as(person.token)('GET', '/profile')).statusCode).toBe(200);
    expect((await asOperator('GET', '/profile')).statusCode).toBe(200);
    const both = { actor_id: person.id, impersonator_id: String(operator.id) };
    expect(await listAudit(person.accountId)).toEqual([
      { ...both, action: 'impersonation.started', entity: `user:${person.id}` },
      { ...both, action: 'impersonation.acted', entity: '/v1/companies' },
      { ...both, action: 'impersonation.ended', entity: `user:${person.id}` },
    ]);
  });

  it('is rejected for operators, oneself and blocked users', async () => {
    const other = await product.person({ role: ROLES.SUPER_ADMIN });
    for (const id of [other.id, operator.id])
      expect((await asOperator('POST', `/login_user/${id}`)).json().code).toBe('impersonation_refused');
    const blocked = await product.person();
    await asOperator('PUT', `/users/${blocked.id}`, { status: 'blocked' });
    expect((await asOperator('POST', `/login_user/${blocked.id}`)).json().code).toBe('account_blocked');
    await product.services.pool.query('update users set role = 1 where id = $1', [other.id]);
  });

  it('ends after an hour, and at once when the operator is demoted', async () => {
    const person = await product.person();
    const helper = await product.person({ role: ROLES.SUPER_ADMIN });
    const token = (await as(helper.token)('POST', `/login_user/${person.id}`)).json().token;
    const status = async () => (await as(token)('GET', '/profile')).statusCode;
    expect(await status()).toBe(200);
    await asOperator('PUT', `/users/${helper.id}`, { role: 1 });
    expect(await status()).toBe(401);
    const late = await impersonate(person);
    await product.services.pool.query(
      "update sessions set created_at = now() - interval '60 minutes', last_seen_at = now() where impersonator_id = $1",
      [operator.id],
    );
    expect((await as(late)('GET', '/profile')).statusCode).toBe(401);
  });

  it('does not add the operator’s device to the user’s known devices', async () => {
    const person = await product.person();
    const device = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
    await product.call('POST', `/login_user/${person.id}`, { token: operator.token, headers: device });
    const { email, password } = person;
    await product.call('POST', '/login', { body: { email, password }, headers: device });
    const { notifications } = (await as(person.token)('GET', '/notifications')).json();
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toContain('new_login');
  });
});
