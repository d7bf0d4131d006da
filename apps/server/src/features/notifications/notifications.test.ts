import type { Notification } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { openStream } from './notification-stream.fixture.ts';

let product: TestApp;
let operator: Person;
let admin: Person;
let user: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  admin = await product.person({ role: ROLES.ADMIN });
  user = await product.person();
});
afterAll(() => product.close());
beforeEach(() => product.services.pool.query('delete from notifications'));

const ENGLISH = {
  titles: [{ locale: 'en', title: 'Planned maintenance' }],
  messages: [{ locale: 'en', message: 'We update the servers on Sunday night.' }],
};
const announce = (body: object = ENGLISH) => product.call('POST', '/notifications', { token: operator.token, body });
const listNotifications = async (person: Person, query = '') =>
  (await product.call('GET', `/notifications${query}`, { token: person.token })).json() as {
    notifications: Notification[];
    notification_count: number;
    links: { prev: string | null; next: string | null };
    meta: { current_page: number; last_page: number; total: number; per_page: number; links: object[] };
  };

describe('announcements', () => {
  it('are unread for everyone but their author', async () => {
    const created = await announce();
    expect(created.statusCode).toBe(201);
    expect(created.json().data).toMatchObject({ ...ENGLISH, kind: 'announcement' });
    for (const reader of [user, admin]) {
      const { notifications, notification_count } = await listNotifications(reader);
      expect(notification_count).toBe(1);
      expect(notifications).toMatchObject([{ ...ENGLISH, read: false }]);
    }
    expect((await listNotifications(operator)).notification_count).toBe(0);
  });

  it('for one role reach only that role and the operator', async () => {
    await announce({ ...ENGLISH, role: ROLES.ADMIN });
    expect((await listNotifications(admin)).notification_count).toBe(1);
    expect((await listNotifications(user)).notifications).toEqual([]);
    expect((await listNotifications(operator)).notifications).toHaveLength(1);
  });

  it('from before a user signed up are not shown', async () => {
    await announce();
    const newcomer = await product.person();
    expect(await listNotifications(newcomer)).toMatchObject({ notifications: [], notification_count: 0 });
  });

  it('disappear for everyone when deleted, and can be deleted once', async () => {
    const { id } = (await announce()).json().data;
    const remove = () => product.call('DELETE', `/notifications/${id}`, { token: operator.token });
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(404);
    expect(await listNotifications(user)).toMatchObject({ notifications: [], notification_count: 0 });
  });

  it('can be created and deleted only by the operator', async () => {
    const { id } = (await announce()).json().data;
    for (const { token } of [user, admin]) {
      expect((await product.call('POST', '/notifications', { token, body: ENGLISH })).statusCode).toBe(403);
      expect((await product.call('DELETE', `/notifications/${id}`, { token })).statusCode).toBe(403);
    }
    expect((await listNotifications(user)).notifications).toHaveLength(1);
  });

  it.each([
    [
      'a message shorter than fifteen characters',
      { ...ENGLISH, messages: [{ locale: 'en', message: 'too short' }] },
      'messages.0.message',
    ],
    ['an empty title', { ...ENGLISH, titles: [{ locale: 'en', title: '   ' }] }, 'titles.0.title'],
    [
      'a title without its message',
      { ...ENGLISH, titles: [...ENGLISH.titles, { locale: 'ru', title: 'Работы' }] },
      'messages',
    ],
    [
      'one language twice',
      { titles: [...ENGLISH.titles, ...ENGLISH.titles], messages: [...ENGLISH.messages, ...ENGLISH.messages] },
      'titles',
    ],
    ['an unknown language', { ...ENGLISH, titles: [{ locale: 'de', title: 'Wartung' }] }, 'titles.0.locale'],
    ['nothing at all', { titles: [], messages: [] }, 'titles'],
  ])('are rejected with %s', async (_, body, field) => {
    const answer = await announce(body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toContain(field);
    expect((await listNotifications(user)).notifications).toEqual([]);
  });
});

describe('reading', () => {
  it('marks all notifications of the user as read, and of no one else', async () => {
    await announce();
    await announce();
    expect((await product.call('POST', '/notifications/mark_all_as_read', { token: user.token })).statusCode).toBe(200);
    expect((await listNotifications(user)).notification_count).toBe(0);
    expect((await listNotifications(user)).notifications.every((each) => each.read)).toBe(true);
    expect((await listNotifications(admin)).notification_count).toBe(2);
    await announce();
    expect((await listNotifications(user)).notification_count).toBe(1);
  });

  it('is paginated by ten, newest first, and the links keep the query', async () => {
    for (let index = 0; index < 12; index += 1) await announce();
    const first = await listNotifications(user);
    expect(first.notifications).toHaveLength(10);
    expect(first.meta).toMatchObject({
      current_page: 1,
      last_page: 2,
      per_page: 10,
      total: 12,
      links: [
        { label: '1', active: true },
        { label: '2', active: false },
      ],
    });
    expect(first.links.prev).toBeNull();
    const second = (
      await product.call('GET', String(first.links.next).replace('/v1', ''), { token: user.token })
    ).json();
    expect(second.notifications).toHaveLength(2);
    expect(second.links.next).toBeNull();
    const ascending = await listNotifications(user, '?sort=created_at&order=asc&per_page=5');
    expect(ascending.links.next).toBe('/v1/notifications?page=2&per_page=5&sort=created_at&order=asc');
    expect(ascending.notifications[0]?.id).toBeLessThan(ascending.notifications[1]?.id ?? 0);
  });

  it('rejects an invalid page with a field error', async () => {
    for (const query of ['?page=0', '?page=x', '?per_page=1000', '?sort=secret', '?order=up']) {
      expect((await product.call('GET', `/notifications${query}`, { token: user.token })).statusCode).toBe(422);
    }
  });
});

describe('the stream', () => {
  it('sends the unread count at once and after each change', async () => {
    const base = await product.app.listen({ host: '127.0.0.1', port: 0 });
    const { contentType, next, close } = await openStream(base, user);
    expect(contentType).toContain('text/event-stream');
    expect(await next()).toEqual({ notification_count: 0, newest_unread_id: null });
    await announce();
    const first = await next();
    expect(first).toEqual({ notification_count: 1, newest_unread_id: expect.any(Number) });
    await announce();
    const second = await next();
    expect(second.notification_count).toBe(2);
    expect(second.newest_unread_id).toBeGreaterThan(first.newest_unread_id ?? 0);
    await product.call('POST', '/notifications/mark_all_as_read', { token: user.token });
    expect(await next()).toEqual({ notification_count: 0, newest_unread_id: null });
    close();
  });
});
