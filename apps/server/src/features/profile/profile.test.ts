import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
let user: Person;
beforeAll(async () => {
  product = await createTestApp();
  user = await product.person();
});
afterAll(() => product.close());

const change = (body: object, language = 'en') =>
  product.call('PUT', '/profile', { token: user.token, body, language });

describe('the profile', () => {
  it('returns the account’s plan and balance', async () => {
    const referrer = await product.person();
    const person = await product.person();
    await product.services.pool.query('update users set referred_by_id = $2 where id = $1', [person.id, referrer.id]);
    const profile = async () => (await product.call('GET', '/profile', { token: person.token })).json();
    expect(await profile()).toMatchObject({
      tariff: { code: 'free', name: { en: 'Free' } },
      subscription: { status: 'active', period: 'month', ends_at: null, next: null },
      balance: { available: '0.00', reserved: '0.00', pending: '0.00', withdrawable: '0.00' },
      referred_by: referrer.id,
      team: { role: 'OWNER', permissions: expect.arrayContaining(['billing:read']) },
    });
  });

  it('updates the given fields and keeps the rest', async () => {
    const before = (await product.call('GET', '/profile', { token: user.token })).json();
    const answer = await change({
      name: '  Ганна  ',
      phone: '+380 44 000 00 00',
      timezone: 'Europe/Kyiv',
      locale: 'ua',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...before,
      name: 'Ганна',
      phone: '+380 44 000 00 00',
      timezone: 'Europe/Kyiv',
      locale: 'ua',
    });
    expect((await change({ phone: '' })).json()).toMatchObject({ phone: null, name: 'Ганна' });
    expect((await change({})).json()).toMatchObject({ name: 'Ганна' });
  });

  it('ignores read-only fields', async () => {
    const answer = await change({
      role: 3,
      status: 'blocked',
      email: 'evil@example.test',
      email_verified_at: '2026-01-01T00:00:00Z',
      account_id: 1,
      can_edit_profile: false,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      role: 1,
      status: 'active',
      email: user.email,
      email_verified_at: null,
      can_edit_profile: true,
    });
  });

  it('rejects an unknown time zone in the reader’s language', async () => {
    const [english, russian] = [await change({ timezone: 'Moon/Base' }), await change({ timezone: 'Moon/Base' }, 'ru')];
    expect(english.statusCode).toBe(422);
    expect(english.json().errors.timezone).toEqual(['Unknown time zone']);
    expect(russian.json().errors.timezone[0]).toMatch(/[а-я]/);
  });

  it('cannot be changed by a member without the permission', async () => {
    const member = await product.person();
    await product.services.pool.query('update team_members set can_edit_profile = false where user_id = $1', [
      member.id,
    ]);
    expect((await product.call('PUT', '/profile', { token: member.token, body: { name: 'X' } })).statusCode).toBe(403);
    expect((await product.call('GET', '/profile', { token: member.token })).json()).toMatchObject({
      can_edit_profile: false,
    });
  });
});
