import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutageProxy, startOutageProxy } from '../testing/outage-proxy.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../testing/test-app.ts';

let on: TestApp;
let proxy: OutageProxy;
let person: Person;
beforeAll(async () => {
  on = await createTestApp({}, async (url) => {
    proxy = await startOutageProxy(url);
    return proxy.url;
  });
  person = await on.person();
}, 60_000);
afterAll(async () => {
  await on.close();
  await proxy.close();
});

const login = (language = 'en') =>
  on.call('POST', '/login', { body: { email: person.email, password: PASSWORD }, language });

describe('a full disk', () => {
  it('answers login with 503 in every language', async () => {
    await on.services.pool.query(`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on sessions for each row execute function full_disk()`);
    for (const [language, message] of [
      ['en', /temporarily unavailable/],
      ['ru', /временно недоступен/],
      ['ua', /тимчасово недоступний/],
    ] as const) {
      const answer = await login(language);
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
      expect(answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
    }
    await on.services.pool.query('drop trigger full_disk on sessions');
    expect((await login()).statusCode).toBe(200);
  });
});

describe('a PostgreSQL that hangs', () => {
  it('is detected before a statement times out, and recovers', async () => {
    proxy.freeze();
    const began = Date.now();
    const ask = () => on.call('GET', '/profile', { token: person.token });
    const answers = await Promise.all([ask(), ask(), login(), on.call('GET', '/companies', { token: person.token })]);
    // Well below the 30 s statement timeout, and above what a busy machine adds to four seconds.
    expect(Date.now() - began).toBeLessThan(15_000);
    for (const answer of answers) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
      expect(answer.json().code).toBe('unavailable');
    }
    // While it is known to hang, requests fail at once.
    expect((await ask()).statusCode).toBe(503);
    proxy.restore();
    await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
  }, 60_000);

  it('is distinguished from a slow statement', async () => {
    const { rows } = await on.services.pool.query('select pg_sleep(4.5), 7 as answer');
    expect(rows[0].answer).toBe(7);
  }, 30_000);
});
