import type { AuditEntry } from '@poklik/contract/audit';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeNow, enableSecondFactor } from '../../testing/second-factor.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let operator: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN, email: 'operator@example.test' });
});
afterAll(() => product.close());

const REASON = 'Lost phone, confirmed by a call';
const resetTwoFactor = (id: number, { token }: Pick<Person, 'token'> = operator, body: object = { reason: REASON }) =>
  product.call('DELETE', `/users/${id}/two_factor`, { token, body });
const login = ({ email, password }: Person, code?: string) =>
  product.call('POST', '/login', { body: { email, password, ...(code ? { code } : {}) } });
const activityOf = async (id: number, query = ''): Promise<AuditEntry[]> =>
  (await product.call('GET', `/users/${id}/activity${query}`, { token: operator.token })).json().data;

describe('resetting two-factor authentication', () => {
  it('by the operator ends sessions, allows login by password, and notifies the user with the reason', async () => {
    const person = await product.person({ language: 'en' });
    const secret = await enableSecondFactor(product, person.id, 'enabled');
    expect((await login(person)).json().code).toBe('two_factor_needed');
    const answer = (await resetTwoFactor(person.id)).json();
    expect(answer).toMatchObject({
      message: `Two-factor authentication disabled for ${person.email}.`,
      data: { id: person.id, totp_enabled: false },
    });
    expect((await product.call('GET', '/profile', { token: person.token })).statusCode).toBe(401);
    const { token } = (await login(person)).json();
    const { data } = (await product.call('GET', '/activity', { token })).json();
    expect(data.find(({ action }: AuditEntry) => action === 'two_factor.reset')).toMatchObject({
      by: 'support',
      name: null,
      ip: null,
      details: [{ name: 'reason', before: null, after: REASON }],
    });
    const { notifications } = (await product.call('GET', '/notifications', { token })).json();
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toContain('two_factor_reset');
    expect((await product.findEmail(person.email, /two-factor/i)).text).toContain(REASON);
    // The old key cannot be used for a new setup.
    expect((await login(person, codeNow(secret))).statusCode).toBe(200);
    expect((await product.call('GET', '/two_factor', { token })).json().data.recovery_codes_left).toBe(0);
  });

  it('is rejected for oneself, for users without it, and without a reason', async () => {
    await enableSecondFactor(product, operator.id, 'enabled');
    expect((await resetTwoFactor(operator.id)).json().code).toBe('own_user');
    const person = await product.person();
    expect((await resetTwoFactor(person.id)).json().code).toBe('status_conflict');
    await enableSecondFactor(product, person.id, 'pending');
    expect((await resetTwoFactor(person.id)).json().code).toBe('status_conflict');
    await enableSecondFactor(product, person.id, 'enabled');
    for (const body of [{}, { reason: 'x' }, { reason: '   ' }])
      expect((await resetTwoFactor(person.id, operator, body)).statusCode).toBe(422);
    expect((await login(person)).json().code).toBe('two_factor_needed');
  });

  it('is rejected during impersonation and for administrators', async () => {
    const [victim, customer] = [await product.person(), await product.person()];
    await enableSecondFactor(product, victim.id, 'enabled');
    const impersonated = (await product.call('POST', `/login_user/${customer.id}`, { token: operator.token })).json();
    const admin = await product.person({ role: ROLES.ADMIN });
    for (const caller of [impersonated, admin, customer])
      expect((await resetTwoFactor(victim.id, caller)).statusCode).toBe(403);
    expect((await login(victim)).json().code).toBe('two_factor_needed');
  });
});

describe('a user’s activity', () => {
  it('is shown to the operator with actor and IP address', async () => {
    const person = await product.person();
    const { token } = (await product.call('POST', `/login_user/${person.id}`, { token: operator.token })).json();
    await product.call('PUT', '/profile', { token, body: { company: 'By support' } });
    const helper = await product.person({ role: ROLES.SUPER_ADMIN, email: 'helper@example.test' });
    await product.call('POST', `/user_verify/${person.id}`, { token: helper.token });
    const [verified, acted, started, signedIn] = await activityOf(person.id);
    expect(verified).toMatchObject({ action: 'user.verified', by: 'support', name: helper.email, ip: '127.0.0.1' });
    expect(acted).toMatchObject({ action: 'impersonation.acted', by: 'you', in_your_name: true, ip: '127.0.0.1' });
    expect(started).toMatchObject({ action: 'impersonation.started', by: 'you' });
    expect(signedIn).toMatchObject({ action: 'session.started', by: 'member', name: person.email });
    const page = await product.call('GET', `/users/${person.id}/activity?per_page=1`, { token: operator.token });
    expect(page.json()).toMatchObject({
      user: { id: person.id, email: person.email },
      links: { next: `/v1/users/${person.id}/activity?page=2&per_page=1` },
      meta: { total: 4 },
    });
  });

  it('of a member contains their own entries, and of an unknown user is not found', async () => {
    const [owner, member] = [await product.person(), await product.person()];
    await product.services.pool.query('update users set account_id = $1 where id = $2', [owner.accountId, member.id]);
    await product.services.pool.query("update team_members set account_id = $1, role = 'VIEWER' where user_id = $2", [
      owner.accountId,
      member.id,
    ]);
    await login(member);
    expect(await activityOf(owner.id)).toHaveLength(2);
    expect(await activityOf(member.id)).toMatchObject([{ action: 'session.started', name: member.email }]);
    const missing = await product.call('GET', '/users/999999999/activity', { token: operator.token });
    expect(missing.statusCode).toBe(404);
  });
});
