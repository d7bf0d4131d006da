import { LANGUAGES } from '@poklik/contract/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const registration = (email: string, changes: object = {}) => ({
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  accept_terms: true,
  ...changes,
});
const register = (email: string, changes: object = {}, language = 'en') =>
  app.call('POST', '/register', { body: registration(email, changes), language });
const login = (email: string, password = PASSWORD, options: object = {}) =>
  app.call('POST', '/login', { body: { email, password }, ...options });

describe('registration', () => {
  it('creates a user who can log in before the email is verified', async () => {
    const answer = await register('  New.Person@Example.test ', { name: 'Новий' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ message: expect.any(String), data: { email: 'new.person@example.test' } });
    const { token } = (await login('new.person@example.test')).json();
    const profile = (await app.call('GET', '/profile', { token })).json();
    expect(profile).toMatchObject({
      email: 'new.person@example.test',
      name: 'Новий',
      role: 1,
      email_verified_at: null,
      locale: 'en',
      can_edit_profile: true,
    });
  });

  it('answers the same for a registered address, changes nothing and emails its owner', async () => {
    const known = await app.person({ email: 'known@example.test' });
    const first = await register('unknown@example.test');
    const again = await register('known@example.test', {
      password: 'another long phrase',
      password_confirmation: 'another long phrase',
    });
    expect(again.statusCode).toBe(first.statusCode);
    expect(again.json().message).toBe(first.json().message);
    expect((await login('known@example.test', 'another long phrase')).statusCode).toBe(401);
    expect((await app.call('GET', '/profile', { token: known.token })).statusCode).toBe(200);
    expect((await app.findEmail('known@example.test', /already have/)).text).toContain(
      'https://track.example/en/login',
    );
  });

  it.each([
    [
      'a short password',
      { password: 'short', password_confirmation: 'short' },
      'password',
      'Use at least 10 characters',
    ],
    [
      'a common password',
      { password: 'qwertyuiop', password_confirmation: 'qwertyuiop' },
      'password',
      'This password is too common. Choose another one.',
    ],
    [
      'the email as the password',
      { password: 'refused@example.test', password_confirmation: 'refused@example.test' },
      'password',
      'Your password can’t be your email',
    ],
    [
      'another confirmation',
      { password_confirmation: 'something else' },
      'password_confirmation',
      'Passwords don’t match',
    ],
    ['no address', { email: '' }, 'email', 'This field is required'],
    ['a broken address', { email: 'nobody@' }, 'email', 'Enter an email like name@example.com'],
  ])('rejects %s under its field', async (_, changes, field, text) => {
    const answer = await register('refused@example.test', changes);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('invalid_request');
    expect(answer.json().errors[field]).toContain(text);
  });

  it('reports errors in the requested language', async () => {
    const texts = await Promise.all(
      ['ua', 'uk-UA,uk;q=0.9', 'ru', 'en', 'de'].map(
        async (language) => (await register('', {}, language)).json().errors.email[0],
      ),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[3]).toBe(texts[4]);
    expect(new Set(texts).size).toBe(3);
  });

  it('links the new user to the referrer and shows the referrer’s name', async () => {
    const referrer = await app.person();
    await app.call('PUT', '/profile', { token: referrer.token, body: { name: 'Оксана' } });
    const { referral_code: ref } = (await app.call('GET', '/profile', { token: referrer.token })).json();
    const rules = (await app.call('GET', `/register?ref=${ref}`)).json().data;
    const nothingElse = { domains: [], setup: false, invitation: null, terms: null };
    const password = { min_length: 10, max_length: 128 };
    expect(rules).toEqual({ policy: 'open', password, referrer: { name: 'Оксана' }, ...nothingElse });
    expect((await register('referred@example.test', { ref })).statusCode).toBe(201);
    const { rows } = await app.services.pool.query(
      "select referred_by_id from users where email = 'referred@example.test'",
    );
    expect(Number(rows[0].referred_by_id)).toBe(referrer.id);
  });
});

describe('login', () => {
  it('answers the same for a wrong password and an unknown address', async () => {
    const { email } = await app.person();
    const wrong = await login(email, 'not the password');
    const unknown = await login('nobody@example.test');
    expect(wrong.statusCode).toBe(401);
    expect(unknown.json()).toEqual(wrong.json());
    expect(wrong.json()).toEqual({ code: 'wrong_credentials', message: 'Wrong email or password.' });
  });

  it('stores no token in plain text', async () => {
    const { token } = await app.person();
    const { rows } = await app.services.pool.query('select * from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('rejects a blocked user with the right password', async () => {
    const { email, id, token } = await app.person();
    await app.services.pool.query("update users set status = 'blocked' where id = $1", [id]);
    expect((await login(email)).json().code).toBe('account_blocked');
    expect((await app.call('GET', '/profile', { token })).statusCode).toBe(401);
  });

  it('increases the delay after each wrong password without locking out other networks', async () => {
    const { email } = await app.person();
    const waits: number[] = [];
    for (let guess = 0; guess < 30 && waits.length < 3; guess += 1) {
      const answer = await login(email, `wrong password ${guess}`, { ip: '203.0.113.7' });
      if (answer.statusCode !== 429) continue;
      waits.push(Number(answer.headers['retry-after']));
      await app.services.pool.query("update rate_limits set expire = 0 where key like 'guess_delay%'");
    }
    expect(waits).toEqual([1, 2, 4]);
    expect((await login(email, PASSWORD, { ip: '198.51.100.9' })).statusCode).toBe(200);
  });

  it('checks at most ten passwords per address and network in 15 minutes', async () => {
    const { email } = await app.person();
    let checked = 0;
    for (let guess = 0; guess < 40; guess += 1) {
      const answer = await login(email, `wrong password ${guess}`, { ip: '203.0.113.8' });
      if (answer.statusCode === 401) checked += 1;
      await app.services.pool.query("delete from rate_limits where key like 'guess_delay%'");
    }
    expect(checked).toBe(10);
    expect((await login(email, PASSWORD, { ip: '203.0.113.8' })).statusCode).toBe(429);
  });

  it('checks at most a hundred passwords per address in an hour', async () => {
    const { email } = await app.person();
    let checked = 0;
    for (let guess = 0; guess < 120; guess += 1) {
      const answer = await login(email, `wrong password ${guess}`, { ip: `198.51.100.${guess + 1}` });
      if (answer.statusCode === 401) checked += 1;
    }
    expect(checked).toBeLessThanOrEqual(100);
    expect(checked).toBeGreaterThan(90);
  });

  it('notifies the user once about a new device', async () => {
    const { email, token } = await app.person();
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    await login(email, PASSWORD, { headers: firefox });
    await login(email, PASSWORD, { headers: firefox });
    const { notifications } = (await app.call('GET', '/notifications', { token })).json();
    const about = notifications.filter((each: { kind: string }) => each.kind === 'new_login');
    expect(about).toHaveLength(1);
    expect(about[0].messages.find((each: { locale: string }) => each.locale === 'ua').message).toContain(
      'Firefox, Linux',
    );
    expect((await app.findEmail(email, /New login/)).text).toContain('Firefox, Linux');
  });
});

describe('logout', () => {
  it('revokes only the session of the token', async () => {
    const { email, token } = await app.person();
    const other = (await login(email)).json().token;
    expect((await app.call('POST', '/logout', { token })).statusCode).toBe(200);
    expect((await app.call('GET', '/profile', { token })).statusCode).toBe(401);
    expect((await app.call('GET', '/profile', { token: other })).statusCode).toBe(200);
  });
});

const extractLink = (text: string, pattern: RegExp): string => {
  const found = pattern.exec(text)?.[1];
  if (!found) throw new Error(`no link in: ${text}`);
  return found;
};

describe('email verification', () => {
  it('works by the emailed link and redirects to the login screen in the user’s language', async () => {
    const { email, token } = await app.person({ language: 'ru' });
    const message = await app.findEmail(email, /Подтвердите/);
    const path = extractLink(message.text, /https:\/\/track\.example\/v1(\S+)/);
    const answer = await app.call('GET', path);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('https://track.example/ru/login?verified=1');
    expect((await app.call('GET', '/profile', { token })).json().email_verified_at).not.toBeNull();
    expect((await app.call('GET', path)).headers.location).toBe('https://track.example/ru/login?verified=1');
  });

  it('rejects guessed and expired links and links of other users', async () => {
    const [a, b] = [await app.person(), await app.person()];
    const path = extractLink((await app.findEmail(a.email, /Verify/)).text, /https:\/\/track\.example\/v1(\S+)/);
    const guessed = `${path.slice(0, -4)}${path.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const foreign = path.replace(`/verify/${a.id}/`, `/verify/${b.id}/`);
    // The user is unknown, so the browser's language applies.
    for (const bad of [guessed, foreign])
      for (const language of LANGUAGES)
        expect((await app.call('GET', bad, { language })).headers.location).toBe(
          `https://track.example/${language}/restore-password/email-invalid`,
        );
    await app.services.pool.query(
      "update link_tokens set expires_at = now() - interval '1 second' where user_id = $1",
      [a.id],
    );
    expect((await app.call('GET', path)).headers.location).toBe(
      'https://track.example/en/restore-password/email-expired',
    );
    expect((await app.call('GET', '/profile', { token: a.token })).json().email_verified_at).toBeNull();
  });

  it('can be resent, with the same answer for an unknown address', async () => {
    const { email } = await app.person();
    await app.findEmail(email, /Verify/);
    app.emails.length = 0;
    const known = await app.call('POST', '/email/verify/resend', { body: { email } });
    const unknown = await app.call('POST', '/email/verify/resend', { body: { email: 'stranger@example.test' } });
    expect(unknown.json()).toEqual(known.json());
    await app.findEmail(email, /Verify/);
    expect(app.emails.some((message) => message.to === 'stranger@example.test')).toBe(false);
  });
});

describe('password reset', () => {
  const NEW = 'a brand new phrase';
  const reset = (email: string, token: string, password = NEW) =>
    app.call('POST', '/password/reset', { body: { email, token, password, password_confirmation: password } });
  const requestResetLink = async (email: string) => {
    expect((await app.call('POST', '/password/forgot', { body: { email } })).statusCode).toBe(200);
    const message = await app.findEmail(email, /Reset your password/);
    return extractLink(message.text, /\/en\/password\/reset\/([\w-]+)\?email=/);
  };

  it('works once by the emailed link and revokes all sessions', async () => {
    const { email, token } = await app.person();
    const secret = await requestResetLink(email);
    expect((await reset(email, secret)).statusCode).toBe(200);
    expect((await app.call('GET', '/profile', { token })).statusCode).toBe(401);
    expect((await login(email)).statusCode).toBe(401);
    expect((await login(email, NEW)).statusCode).toBe(200);
    expect((await reset(email, secret, 'and once more again')).json().code).toBe('link_invalid');
    await app.findEmail(email, /was changed/);
  });

  it('rejects used, guessed and expired links, links of other users and weak passwords', async () => {
    const [a, b] = [await app.person(), await app.person()];
    const secret = await requestResetLink(a.email);
    expect((await reset(b.email, secret)).json().code).toBe('link_invalid');
    expect((await reset(a.email, 'guess')).json().code).toBe('link_invalid');
    expect((await reset(a.email, secret, 'qwertyuiop')).json().errors.password).toHaveLength(1);
    await app.services.pool.query('update link_tokens set expires_at = now() where user_id = $1', [a.id]);
    expect((await reset(a.email, secret)).json().code).toBe('link_expired');
    expect((await login(a.email)).statusCode).toBe(200);
  });

  it('answers the same for an unknown address', async () => {
    const { email } = await app.person();
    const known = await app.call('POST', '/password/forgot', { body: { email } });
    const unknown = await app.call('POST', '/password/forgot', { body: { email: 'stranger@example.test' } });
    expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()]);
  });

  it('accepts one of several concurrent requests with the same link', async () => {
    const { email } = await app.person();
    const secret = await requestResetLink(email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => reset(email, secret, `parallel phrase ${index}`)),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });
});
