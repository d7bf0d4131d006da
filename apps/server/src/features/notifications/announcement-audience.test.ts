import type { Notification } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';
import { openStream } from './notification-stream.fixture.ts';

const ENGLISH = {
  titles: [{ locale: 'en', title: 'New limits' }],
  messages: [{ locale: 'en', message: 'Your plan includes more campaigns now.' }],
};

let product: TestApp;
let base: string;
let operator: Person;
let onPro: Person;
let onFree: Person;
let tariffs: Record<string, number>;
beforeAll(async () => {
  product = await createTestApp();
  base = await product.app.listen({ host: '127.0.0.1', port: 0 });
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  onPro = await product.person();
  onFree = await product.person();
  const { rows } = await product.services.pool.query('select code, id::int from tariffs');
  tariffs = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  await assign(onPro, 'pro');
});
afterAll(() => product.close());
beforeEach(() => product.services.pool.query('delete from notifications'));

const ask = (person: Person, method: 'GET' | 'POST', path: string, body?: object) =>
  product.call(method, path, { token: person.token, body });
const assign = async (person: Person, code: string) =>
  expect(
    (await ask(operator, 'POST', `/users/${person.id}/assign-tariff/${tariffs[code]}`, { reason: 'test' })).statusCode,
  ).toBe(200);
const announce = (audience: object) => ask(operator, 'POST', '/notifications', { ...ENGLISH, ...audience });
const announceTo = async (code: string): Promise<Notification> =>
  (await announce({ tariff_id: tariffs[code] })).json().data;
/** Announcements that a user sees, and the number of unread notifications. */
async function getInbox(person: Person) {
  const { notifications, notification_count: unread } = (await ask(person, 'GET', '/notifications')).json();
  return { ids: onlyAnnouncements(notifications).map(({ id }) => id), unread };
}
const onlyAnnouncements = (notifications: Notification[]) =>
  notifications.filter(({ kind }) => kind === 'announcement');

describe('an announcement to a plan', () => {
  it('is listed and counted only for accounts on the plan; the operator sees its audience', async () => {
    const created = await announce({ tariff_id: tariffs.pro });
    expect(created.statusCode).toBe(201);
    const { id, role, tariff } = created.json().data as Notification;
    expect({ role, tariff }).toMatchObject({
      role: null,
      tariff: { id: tariffs.pro, code: 'pro', name: { en: 'Pro' } },
    });
    expect(await getInbox(onPro)).toEqual({ ids: [id], unread: 1 });
    expect(await getInbox(onFree)).toEqual({ ids: [], unread: 0 });
    const { notifications } = (await ask(operator, 'GET', '/notifications')).json();
    expect(notifications).toMatchObject([{ id, role: null, tariff: { id: tariffs.pro } }]);
  });

  it('is marked as read per user', async () => {
    const { id } = await announceTo('pro');
    for (const person of [onPro, onFree]) await ask(person, 'POST', '/notifications/mark_all_as_read');
    expect(await getInbox(onPro)).toEqual({ ids: [id], unread: 0 });
    const { rows } = await product.services.pool.query('select user_id::int from notification_reads');
    expect(rows).toEqual([{ user_id: onPro.id }]);
  });

  it('is pushed to users on the plan', async () => {
    const [pro, free] = await Promise.all([openStream(base, onPro), openStream(base, onFree)]);
    await Promise.all([pro.next(), free.next()]);
    const { id } = await announceTo('pro');
    expect(await pro.next()).toEqual({ notification_count: 1, newest_unread_id: id });
    expect(await free.next()).toEqual({ notification_count: 0, newest_unread_id: null });
    pro.close();
    free.close();
  });

  it('follows a plan change while a stream is open', async () => {
    const customer = await product.person();
    const stream = await openStream(base, customer);
    expect(await stream.next()).toMatchObject({ notification_count: 0 });
    await assign(customer, 'pro');
    expect(await stream.next()).toMatchObject({ notification_count: 1 });
    await announceTo('pro');
    expect(await stream.next()).toMatchObject({ notification_count: 2 });
    stream.close();
  });

  it('is hidden from accounts that join the plan later or leave it', async () => {
    const customer = await product.person();
    const before = await announceTo('pro');
    await assign(customer, 'pro');
    const since = await announceTo('pro');
    expect((await getInbox(customer)).ids).toEqual([since.id]);
    // Assigning the same plan again, like a renewal, changes nothing.
    await assign(customer, 'pro');
    expect((await getInbox(customer)).ids).toEqual([since.id]);
    await assign(customer, 'business');
    expect((await getInbox(customer)).ids).toEqual([]);
    expect((await getInbox(onPro)).ids).toEqual([since.id, before.id]);
  });

  it('on the free plan reaches existing accounts but not later sign-ups', async () => {
    const { id } = await announceTo('free');
    const newcomer = await product.person();
    expect(await getInbox(onFree)).toEqual({ ids: [id], unread: 1 });
    expect(await getInbox(newcomer)).toEqual({ ids: [], unread: 0 });
  });

  it('reaches team members by the owner’s plan', async () => {
    const member = await joinTeam(onPro);
    const { id } = await announceTo('pro');
    await announceTo('free');
    expect(await getInbox(member)).toEqual({ ids: [id], unread: 1 });
  });
});

describe('an announcement', () => {
  it.each([
    ['an unknown plan', { tariff_id: 999_999 }, 'tariff_id', 'Plan not found'],
    ['a plan that is no id', { tariff_id: 'pro' }, 'tariff_id', 'Enter a whole number'],
    ['an unknown role', { role: 7 }, 'role', 'Choose a role: 1 (user), 2 (admin) or 3 (super admin)'],
    ['a role and a plan', { role: ROLES.USER, tariff_id: 1 }, 'tariff_id', 'Choose a role or a plan, not both'],
  ])('to %s is rejected with a field error', async (_, audience, field, message) => {
    const answer = await announce(audience);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual({ [field]: [message] });
    expect((await getInbox(operator)).ids).toEqual([]);
  });

  it('without a role or plan is for everyone', async () => {
    for (const audience of [{}, { role: null, tariff_id: null }])
      expect((await announce(audience)).json().data).toMatchObject({ role: null, tariff: null });
    expect((await getInbox(onPro)).unread).toBe(2);
    expect((await getInbox(onFree)).unread).toBe(2);
  });
});

async function joinTeam(owner: Person): Promise<Person> {
  const email = 'colleague@example.test';
  const { pool } = product.services;
  await pool.query('update users set email_verified_at = now() where id = $1', [owner.id]);
  await ask(owner, 'POST', '/team_users', { email, role: 'VIEWER' });
  const { text } = await product.findEmail(email);
  const secret = new URL(/https:\S+invite=\S+/.exec(text)?.[0] ?? '').searchParams.get('invite');
  const registration = { email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true };
  await product.call('POST', '/register', { body: { ...registration, invite_token: secret } });
  const { token } = (await product.call('POST', '/login', { body: { email, password: PASSWORD } })).json();
  return { ...owner, email, token };
}
