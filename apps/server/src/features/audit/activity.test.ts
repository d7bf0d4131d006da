import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const log = async ({ token }: Pick<Person, 'token'>, query = '') =>
  (await product.call('GET', `/activity${query}`, { token })).json();

describe('the activity log', () => {
  it('shows what the reader did, newest first and in pages', async () => {
    const person = await product.person();
    await product.call('POST', '/two_factor', { token: person.token, body: { password: PASSWORD } });
    await product.call('POST', '/login', { body: { email: person.email, password: PASSWORD } });
    const body = { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD };
    await product.call('PUT', '/profile/password', { token: person.token, body });
    const { data, meta } = await log(person, '?per_page=2');
    expect(data.map(({ action, by, ip }: Record<string, unknown>) => ({ action, by, ip }))).toEqual([
      { action: 'password.changed', by: 'you', ip: '127.0.0.1' },
      { action: 'session.started', by: 'you', ip: '127.0.0.1' },
    ]);
    expect(data[1].details).toEqual([{ name: 'device', before: null, after: expect.any(String) }]);
    expect(meta).toMatchObject({ total: 3, last_page: 2 });
    expect((await log(person, '?per_page=2&page=2')).data).toHaveLength(1);
    expect((await log(person, '?order=asc')).data.at(-1).action).toBe('password.changed');
  });

  it('shows what the operator did in the reader’s name, without who they are', async () => {
    const [person, operator] = [await product.person(), await product.person({ role: ROLES.SUPER_ADMIN })];
    const { token } = (await product.call('POST', `/login_user/${person.id}`, { token: operator.token })).json();
    await product.call('PUT', '/profile', { token, body: { company: 'By support' } });
    await product.call('POST', '/logout', { token });
    const { data } = await log(person);
    expect(data.slice(0, 3)).toEqual([
      expect.objectContaining({ action: 'impersonation.ended', by: 'support', in_your_name: true, ip: null }),
      expect.objectContaining({ action: 'impersonation.acted', entity: '/v1/profile', by: 'support' }),
      expect.objectContaining({ action: 'impersonation.started', by: 'support' }),
    ]);
    expect(JSON.stringify(data)).not.toContain(operator.email);
  });

  it('shows a member only what concerns them, and the owner everything', async () => {
    const [owner, member, stranger] = [await product.person(), await product.person(), await product.person()];
    await product.services.pool.query('update users set account_id = $1 where id = $2', [owner.accountId, member.id]);
    await product.services.pool.query("update team_members set account_id = $1, role = 'VIEWER' where user_id = $2", [
      owner.accountId,
      member.id,
    ]);
    await product.call('POST', '/login', { body: { email: member.email, password: PASSWORD } });
    const [toOwner, toMember, toStranger] = [await log(owner), await log(member), await log(stranger)];
    expect(toOwner.data).toHaveLength(2);
    expect(toOwner.data[0]).toMatchObject({ by: 'member', name: member.email });
    expect(toMember.data).toEqual([expect.objectContaining({ action: 'session.started', by: 'you' })]);
    expect(toStranger.data).toHaveLength(1);
  });
});
