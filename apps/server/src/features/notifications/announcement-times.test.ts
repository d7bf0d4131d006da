import type { Notification } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { openStream } from './notification-stream.fixture.ts';

const ENGLISH = {
  titles: [{ locale: 'en', title: 'Seasonal limits' }],
  messages: [{ locale: 'en', message: 'Your limits are larger in December.' }],
};

let product: TestApp;
let base: string;
let operator: Person;
let vip: Person;
let other: Person;
let segmentId: number;
beforeAll(async () => {
  product = await createTestApp();
  base = await product.app.listen({ host: '127.0.0.1', port: 0 });
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  [vip, other] = [await product.person(), await product.person()];
  await ask(operator, 'PUT', `/users/${vip.id}/tags`, { tags: ['vip'] });
  const segment = await ask(operator, 'POST', '/segments', { name: 'Our VIPs', filter: { tag: 'vip' } });
  segmentId = segment.json().data.id;
});
afterAll(() => product.close());
beforeEach(() => product.services.pool.query('delete from notifications'));

const ask = (person: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  product.call(method, path, { token: person.token, ...(body && { body }) });
const announce = (changes: object) => ask(operator, 'POST', '/notifications', { ...ENGLISH, ...changes });
const list = async (person: Person): Promise<Notification[]> =>
  (await ask(person, 'GET', '/notifications'))
    .json()
    .notifications.filter(({ kind }: Notification) => kind === 'announcement');
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;

describe('an announcement to a segment', () => {
  it('reaches the customers who match when it is created; only operators see the name', async () => {
    const created = await announce({ segment_id: segmentId });
    expect(created.json().data).toMatchObject({ segment: { name: 'Our VIPs' }, readers: 0 });
    expect(await list(vip)).toMatchObject([{ segment: null, readers: null }]);
    expect(await list(other)).toEqual([]);
    await ask(operator, 'PUT', `/users/${other.id}/tags`, { tags: ['vip'] });
    expect(await list(other)).toEqual([]);
    await ask(operator, 'PUT', `/users/${other.id}/tags`, { tags: [] });
  });

  it('stays when the segment is deleted, and counts who read it', async () => {
    const segment = await ask(operator, 'POST', '/segments', { name: 'For a day', filter: { tag: 'vip' } });
    const { id } = segment.json().data;
    await announce({ segment_id: id });
    await ask(operator, 'DELETE', `/segments/${id}`);
    expect(await list(vip)).toHaveLength(1);
    await ask(vip, 'POST', '/notifications/mark_all_as_read');
    expect(await list(operator)).toMatchObject([{ segment: { name: 'For a day' }, readers: 1 }]);
  });
});

describe('an announcement with times', () => {
  it('appears at its start, and open pages are told', async () => {
    const stream = await openStream(base, vip);
    expect(await stream.next()).toMatchObject({ notification_count: 0 });
    await announce({ starts_at: inMs(1_500) });
    expect(await stream.next()).toMatchObject({ notification_count: 0 });
    expect(await list(vip)).toEqual([]);
    expect(await list(operator)).toHaveLength(1);
    expect(await stream.next()).toMatchObject({ notification_count: 1 });
    expect(await list(vip)).toHaveLength(1);
    stream.close();
  });

  it('disappears at its end', async () => {
    await announce({ ends_at: inMs(HOUR) });
    expect(await list(vip)).toHaveLength(1);
    await product.services.pool.query("update notifications set ends_at = now() - interval '1 second'");
    expect(await list(vip)).toEqual([]);
    expect((await ask(vip, 'GET', '/notifications')).json().notification_count).toBe(0);
    expect(await list(operator)).toHaveLength(1);
  });

  it('is shown to those who joined before its start', async () => {
    await announce({ starts_at: inMs(HOUR) });
    const newcomer = await product.person();
    await product.services.pool.query('update notifications set starts_at = now()');
    expect(await list(newcomer)).toHaveLength(1);
  });
});

it.each([
  ['an end before the start', { starts_at: inMs(2 * HOUR), ends_at: inMs(HOUR) }, 'ends_at'],
  ['an end in the past', { ends_at: inMs(-HOUR) }, 'ends_at'],
  ['a start in ten years', { starts_at: inMs(10 * 366 * 24 * HOUR) }, 'starts_at'],
  ['an unknown segment', { segment_id: 999_999 }, 'segment_id'],
  ['a segment and a role', { segment_id: 1, role: ROLES.USER }, 'segment_id'],
])('%s is refused at its field', async (_, changes, field) => {
  const answer = await announce(changes);
  expect(answer.statusCode).toBe(422);
  expect(Object.keys(answer.json().errors)).toEqual([field]);
});
