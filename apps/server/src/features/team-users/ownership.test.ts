import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeNow, enableSecondFactor } from '../../testing/second-factor.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

/** An owner and a member with restricted access. */
async function team(): Promise<{ owner: Person; member: Person; place: number }> {
  const [owner, member] = [await product.person({ language: 'en' }), await product.person({ language: 'en' })];
  const { pool } = product.services;
  await pool.query('update users set account_id = $1 where id = $2', [owner.accountId, member.id]);
  const { rows } = await pool.query(
    `update team_members set account_id = $1, role = 'VIEWER', can_see_money = false, can_export = false
     where user_id = $2 returning id`,
    [owner.accountId, member.id],
  );
  return { owner, member: { ...member, accountId: owner.accountId }, place: Number(rows[0].id) };
}

const transfer = ({ token }: Pick<Person, 'token'>, place: number, more: object = {}) =>
  product.call('POST', `/team_users/${place}/make_owner`, { token, body: { password: PASSWORD, ...more } });
const roleOf = async ({ token }: Pick<Person, 'token'>) =>
  (await product.call('GET', '/profile', { token })).json().team.role;
const statusOf = async ({ token }: Pick<Person, 'token'>, path: string) =>
  (await product.call('GET', path, { token })).statusCode;

describe('an account', () => {
  it('transfers to a new owner with all data, at once, and both are notified', async () => {
    const { owner, member, place } = await team();
    await product.call('POST', '/companies', {
      token: owner.token,
      body: { name: 'Summer', default_url: 'https://shop.example' },
    });
    expect(await statusOf(member, '/billing')).toBe(403);
    expect((await transfer(owner, place)).json().message).toContain(member.email);

    expect(await roleOf(member)).toBe('OWNER');
    expect(await roleOf(owner)).toBe('ADMIN');
    expect(await statusOf(member, '/billing')).toBe(200);
    expect(await statusOf(owner, '/billing')).toBe(403);
    expect(await statusOf(owner, '/account/closing')).toBe(403);
    const { data } = (await product.call('GET', '/companies', { token: member.token })).json();
    expect(data).toMatchObject([{ name: 'Summer' }]);
    const log = (await product.call('GET', '/activity', { token: member.token })).json().data;
    expect(log[0]).toMatchObject({
      action: 'account.owner_changed',
      by: 'member',
      details: [{ name: 'owner', before: owner.email, after: member.email }],
    });
    expect((await product.findEmail(owner.email, /ownership transferred/)).text).toContain(member.email);
    expect((await product.findEmail(member.email, /You now own/)).text).toContain(owner.email);
    // The new owner can manage the previous one, not the reverse.
    expect((await transfer(owner, place)).statusCode).toBe(403);
    const { members } = (await product.call('GET', '/team_users', { token: member.token })).json().data;
    const old = members.find(({ email }: { email: string }) => email === owner.email);
    expect((await transfer(member, old.id)).statusCode).toBe(200);
    expect(await roleOf(owner)).toBe('OWNER');
  });

  it('keeps its referrer after a transfer', async () => {
    const { owner, member, place } = await team();
    const referrer = await product.person();
    const { pool } = product.services;
    await pool.query('update users set referred_by_id = $1 where id = $2', [referrer.id, owner.id]);
    await transfer(owner, place);
    const { rows } = await pool.query('select referred_by_id from users where id = $1', [member.id]);
    expect(Number(rows[0].referred_by_id)).toBe(referrer.id);
  });

  it('is not transferred without the password and the two-factor code', async () => {
    const { owner, member, place } = await team();
    expect((await transfer(owner, place, { password: 'wrong' })).json().errors).toHaveProperty('password');
    const secret = await enableSecondFactor(product, owner.id, 'enabled');
    expect((await transfer(owner, place)).json().errors).toHaveProperty('code');
    expect(await roleOf(owner)).toBe('OWNER');
    expect((await transfer(owner, place, { code: codeNow(secret) })).statusCode).toBe(200);
    expect(await roleOf(member)).toBe('OWNER');
  });

  it('is not transferred to invited, blocked or other accounts’ users, nor by members or an impersonating operator', async () => {
    const { owner, member, place } = await team();
    const { pool } = product.services;
    const own = await pool.query('select id from team_members where user_id = $1', [owner.id]);
    expect((await transfer(owner, Number(own.rows[0].id))).json().code).toBe('status_conflict');
    const { rows } = await pool.query(
      "insert into team_members (account_id, email, role) values ($1, 'invited@example.test', 'EDITOR') returning id",
      [owner.accountId],
    );
    expect((await transfer(owner, Number(rows[0].id))).json().code).toBe('status_conflict');
    const elsewhere = await team();
    expect((await transfer(owner, elsewhere.place)).statusCode).toBe(404);
    expect((await transfer(member, place)).statusCode).toBe(403);
    const operator = await product.person({ role: ROLES.SUPER_ADMIN });
    const impersonated = (await product.call('POST', `/login_user/${owner.id}`, { token: operator.token })).json();
    expect((await transfer(impersonated, place)).statusCode).toBe(403);
    await pool.query("update users set status = 'blocked' where id = $1", [member.id]);
    expect((await transfer(owner, place)).json().code).toBe('status_conflict');
    expect(await roleOf(owner)).toBe('OWNER');
  });

  it('has one owner after concurrent transfers', async () => {
    const { owner, member, place } = await team();
    const second = await product.person();
    const { pool } = product.services;
    await pool.query('update users set account_id = $1 where id = $2', [owner.accountId, second.id]);
    const { rows } = await pool.query(
      "update team_members set account_id = $1, role = 'EDITOR' where user_id = $2 returning id",
      [owner.accountId, second.id],
    );
    const answers = await Promise.all([transfer(owner, place), transfer(owner, Number(rows[0].id))]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const roles = await Promise.all([owner, member, second].map(roleOf));
    expect(roles.filter((role) => role === 'OWNER')).toHaveLength(1);
  });
});
