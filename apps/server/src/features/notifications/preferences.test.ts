import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';
import { sendEmail } from '../emails/emails.service.ts';

let product: TestApp;
let operator: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
});
afterAll(() => product.close());

const savePreference = (person: Person, body: object) =>
  product.call('PUT', '/notifications/preferences', { token: person.token, body });
const listKinds = async (person: Person): Promise<string[]> =>
  (await product.call('GET', '/notifications', { token: person.token }))
    .json()
    .notifications.map(({ kind }: { kind: string }) => kind);
const deposit = (person: Person) =>
  product.call('POST', `/transactions/users/${person.id}/deposit`, {
    token: operator.token,
    body: { amount: '5', reason: 'a gift' },
  });
const emailSubjects = (person: Person) =>
  product.emails.filter(({ to }) => to === person.email).map(({ subject }) => subject);

describe('notification preferences', () => {
  it('default to all channels and are stored', async () => {
    const person = await product.person();
    const first = (await product.call('GET', '/notifications/preferences', { token: person.token })).json().data;
    expect(first).toHaveLength(7);
    expect(first.every((each: { in_app: boolean; by_letter: boolean }) => each.in_app && each.by_letter)).toBe(true);
    const chosen = (await savePreference(person, { topic: 'quota', in_app: true, by_letter: false })).json().data;
    expect(chosen).toContainEqual({
      topic: 'quota',
      in_app: true,
      by_letter: false,
      is_fixed: false,
      is_in_app_fixed: false,
    });
    expect((await product.call('GET', '/notifications/preferences', { token: person.token })).json().data).toEqual(
      chosen,
    );
  });

  it('apply to in-app notifications and emails', async () => {
    const [both, inAppOnly, emailOnly, neither] = [
      await product.person(),
      await product.person(),
      await product.person(),
      await product.person(),
    ];
    await savePreference(inAppOnly, { topic: 'billing', in_app: true, by_letter: false });
    await savePreference(emailOnly, { topic: 'billing', in_app: false, by_letter: true });
    await savePreference(neither, { topic: 'billing', in_app: false, by_letter: false });
    for (const person of [neither, inAppOnly, both, emailOnly])
      expect((await deposit(person)).statusCode).toBeLessThan(300);
    for (const person of [both, emailOnly]) await product.findEmail(person.email, /Balance topped up/);
    expect(await listKinds(both)).toEqual(['balance_deposited']);
    expect(await listKinds(inAppOnly)).toEqual(['balance_deposited']);
    expect(await listKinds(emailOnly)).toEqual([]);
    expect(await listKinds(neither)).toEqual([]);
    for (const person of [inAppOnly, neither]) expect(emailSubjects(person).join()).not.toContain('Balance');
  });

  it('apply to emails with their own templates', async () => {
    const [wants, refuses] = [await product.person(), await product.person()];
    await savePreference(refuses, { topic: 'quota', in_app: true, by_letter: false });
    for (const { id } of [refuses, wants])
      await sendEmail(product.services, id, { kind: 'quota_80', screen: 'tariffs', values: { used: 8, limit: 10 } });
    expect(emailSubjects(wants).join()).toContain('80%');
    expect(emailSubjects(refuses).join()).not.toContain('80%');
  });

  it('cannot turn off security alerts', async () => {
    const person = await product.person();
    const refused = await savePreference(person, { topic: 'security', in_app: true, by_letter: false });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toHaveProperty('topic');
    const body = { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD };
    await product.call('PUT', '/profile/password', { token: person.token, body });
    expect(await listKinds(person)).toContain('password_changed');
    await product.findEmail(person.email, /password was changed/);
  });
});
