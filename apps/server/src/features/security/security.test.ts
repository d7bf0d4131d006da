import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeNow, enableSecondFactor } from '../../testing/second-factor.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

const NEW_PASSWORD = 'another phrase altogether';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const login = (person: Person, extra: object = {}, headers: Record<string, string> = {}) =>
  product.call('POST', '/login', { body: { email: person.email, password: person.password, ...extra }, headers });
const getStatus = async (token: string) => (await product.call('GET', '/profile', { token })).statusCode;
const listAuditActions = async ({ accountId }: Person): Promise<string[]> =>
  (
    await product.services.pool.query('select action from audit_entries where account_id = $1 order by position', [
      accountId,
    ])
  ).rows.map(({ action }) => action);

describe('changing the password', () => {
  it('requires the current password, ends other sessions and sends an email', async () => {
    const person = await product.person();
    const elsewhere = (await login(person)).json().token;
    const change = (current_password: string, password = NEW_PASSWORD) =>
      product.call('PUT', '/profile/password', {
        token: person.token,
        body: { current_password, password, password_confirmation: password },
      });
    const wrong = await change('not the password');
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().errors).toEqual({ current_password: ['Wrong password'] });
    expect((await change(PASSWORD, person.email)).json().errors).toHaveProperty('password');
    expect(await getStatus(elsewhere)).toBe(200);

    expect((await change(PASSWORD)).statusCode).toBe(200);
    expect([await getStatus(person.token), await getStatus(elsewhere)]).toEqual([200, 401]);
    expect((await login(person)).statusCode).toBe(401);
    expect((await login({ ...person, password: NEW_PASSWORD })).statusCode).toBe(200);
    expect((await product.findEmail(person.email, /password was changed/i)).text).toContain('all other sessions');
    expect(await listAuditActions(person)).toContain('password.changed');
  });
});

describe('sessions', () => {
  it('are listed with their device and can be ended one by one', async () => {
    const person = await product.person();
    const firefox = (await login(person, {}, { 'user-agent': FIREFOX })).json().token;
    const list = async () => (await product.call('GET', '/sessions', { token: person.token })).json().data;
    const [first, second] = await list();
    expect([first, second]).toEqual([
      expect.objectContaining({ device: 'Firefox, Linux', ip: '127.0.0.1', is_current: false, is_operator: false }),
      expect.objectContaining({ is_current: true }),
    ]);
    expect((await product.call('DELETE', `/sessions/${first.id}`, { token: person.token })).statusCode).toBe(200);
    expect(await getStatus(firefox)).toBe(401);
    expect(await list()).toEqual([expect.objectContaining({ id: second.id })]);
    expect((await product.call('DELETE', `/sessions/${first.id}`, { token: person.token })).statusCode).toBe(404);
  });

  it('of other users cannot be ended; all own sessions but the current one can', async () => {
    const [person, other] = [await product.person(), await product.person()];
    const more = [(await login(person)).json().token, (await login(person)).json().token];
    const [foreign] = (await product.call('GET', '/sessions', { token: other.token })).json().data;
    expect((await product.call('DELETE', `/sessions/${foreign.id}`, { token: person.token })).statusCode).toBe(404);
    expect((await product.call('DELETE', '/sessions', { token: person.token })).statusCode).toBe(200);
    expect(await Promise.all([person.token, ...more, other.token].map(getStatus))).toEqual([200, 401, 401, 200]);
  });

  it('that expired are not listed', async () => {
    const person = await product.person();
    await login(person);
    await product.services.pool.query(
      `update sessions set last_seen_at = now() - interval '13 hours'
       where id = (select max(id) from sessions where user_id = $1)`,
      [person.id],
    );
    expect((await product.call('GET', '/sessions', { token: person.token })).json().data).toHaveLength(1);
  });

  it('opened by impersonation are marked, and cannot end sessions', async () => {
    const [person, operator] = [await product.person(), await product.person({ role: ROLES.SUPER_ADMIN })];
    const impersonated = (await product.call('POST', `/login_user/${person.id}`, { token: operator.token })).json()
      .token;
    const sessions = (await product.call('GET', '/sessions', { token: person.token })).json().data;
    expect(sessions.map((session: { is_operator: boolean }) => session.is_operator)).toEqual([true, false]);
    const secret = await enableSecondFactor(product, person.id, 'enabled');
    const both = { password: PASSWORD, code: codeNow(secret) };
    for (const [method, path, body] of [
      [
        'PUT',
        '/profile/password',
        { current_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
      ],
      ['DELETE', '/sessions', undefined],
      ['DELETE', `/sessions/${sessions[1].id}`, undefined],
      ['POST', '/two_factor', { password: PASSWORD }],
      ['PUT', '/two_factor', { code: both.code }],
      ['DELETE', '/two_factor', both],
      ['POST', '/two_factor/recovery_codes', both],
    ] as const)
      expect((await product.call(method, path, { token: impersonated, body })).statusCode, `${method} ${path}`).toBe(
        403,
      );
    expect(await getStatus(person.token)).toBe(200);
  });
});
