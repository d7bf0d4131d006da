import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const listActivity = async ({ token }: Pick<Person, 'token'>, query = '') =>
  (await app.call('GET', `/activity${query}`, { token })).json();

describe('activity log', () => {
  it('lists the user’s actions newest first, with paging', async () => {
    const person = await app.person();
    await app.call('POST', '/two_factor', { token: person.token, body: { password: PASSWORD } });
    await app.call('POST', '/login', { body: { email: person.email, password: PASSWORD } });
    const body = { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD };
    await app.call('PUT', '/profile/password', { token: person.token, body });
    const { data, meta } = await listActivity(person, '?per_page=2');
    expect(data.map(({ action, by, ip }: Record<string, unknown>) => ({ action, by, ip }))).toEqual([
      { action: 'password.changed', by: 'you', ip: '127.0.0.1' },
      { action: 'session.started', by: 'you', ip: '127.0.0.1' },
    ]);
    expect(data[1].details).toEqual([{ name: 'device', before: null, after: expect.any(String) }]);
    expect(meta).toMatchObject({ total: 3, last_page: 2 });
    expect((await listActivity(person, '?per_page=2&page=2')).data).toHaveLength(1);
    expect((await listActivity(person, '?order=asc')).data.at(-1).action).toBe('password.changed');
  });

  it('lists actions of an impersonating operator without revealing the operator', async () => {
    const [person, operator] = [await app.person(), await app.person({ role: ROLES.SUPER_ADMIN })];
    const { token } = (await app.call('POST', `/login_user/${person.id}`, { token: operator.token })).json();
    await app.call('PUT', '/profile', { token, body: { company: 'By support' } });
    await app.call('POST', '/logout', { token });
    const { data } = await listActivity(person);
    expect(data.slice(0, 3)).toEqual([
      expect.objectContaining({ action: 'impersonation.ended', by: 'support', in_your_name: true, ip: null }),
      expect.objectContaining({ action: 'impersonation.acted', entity: '/v1/profile', by: 'support' }),
      expect.objectContaining({ action: 'impersonation.started', by: 'support' }),
    ]);
    expect(JSON.stringify(data)).not.toContain(operator.email);
  });

  it('lists only their own entries for members and all entries for the owner', async () => {
    const [owner, member, stranger] = [await app.person(), await app.person(), await app.person()];
    await app.services.pool.query('update users set account_id = $1 where id = $2', [owner.accountId, member.id]);
    await app.services.pool.query("update team_members set account_id = $1, role = 'VIEWER' where user_id = $2", [
      owner.accountId,
      member.id,
    ]);
    await app.call('POST', '/login', { body: { email: member.email, password: PASSWORD } });
    const [toOwner, toMember, toStranger] = [
      await listActivity(owner),
      await listActivity(member),
      await listActivity(stranger),
    ];
    expect(toOwner.data).toHaveLength(2);
    expect(toOwner.data[0]).toMatchObject({ by: 'member', name: member.email });
    expect(toMember.data).toEqual([expect.objectContaining({ action: 'session.started', by: 'you' })]);
    expect(toStranger.data).toHaveLength(1);
  });
});
