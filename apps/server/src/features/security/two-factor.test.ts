import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, codeNow, codesFromNow, enableSecondFactor } from '../../testing/second-factor.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const login = (person: Person, code?: string, language = 'en') =>
  product.call('POST', '/login', { body: { email: person.email, password: person.password, code }, language });
const call = (person: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  product.call(method, path, { token: person.token, body });

/** A user with two-factor authentication who has not logged in with a code yet. */
async function createUserWithTwoFactor() {
  const person = await product.person();
  const { secret } = (await call(person, 'POST', '/two_factor', { password: PASSWORD })).json().data;
  const code = codesFromNow(secret);
  const confirmed = await call(person, 'PUT', '/two_factor', { code: code(-1) });
  expect(confirmed.statusCode).toBe(200);
  return { person, secret: secret as string, code, codes: confirmed.json().data.recovery_codes as string[] };
}

describe('two-factor authentication', () => {
  it('is set up with the password and a first code, and sends an email', async () => {
    const person = await product.person();
    expect((await call(person, 'POST', '/two_factor', { password: 'wrong' })).json().errors).toEqual({
      password: ['Wrong password'],
    });
    const key = (await call(person, 'POST', '/two_factor', { password: PASSWORD })).json().data;
    expect(key.uri).toBe(
      `otpauth://totp/Poklik:${encodeURIComponent(person.email)}?secret=${key.secret}&issuer=Poklik`,
    );
    // No code is required before the setup is confirmed.
    expect((await login(person)).statusCode).toBe(200);
    const wrong = await call(person, 'PUT', '/two_factor', { code: codeIn(key.secret, 5) });
    expect(wrong.json().errors).toEqual({ code: ['This code is wrong or was already used'] });

    const confirmed = await call(person, 'PUT', '/two_factor', { code: codeNow(key.secret).replace(/^.../, '$& ') });
    expect(confirmed.statusCode).toBe(200);
    const codes: string[] = confirmed.json().data.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect((await call(person, 'GET', '/profile')).json()).toMatchObject({ totp_enabled: true });
    expect((await call(person, 'GET', '/two_factor')).json().data).toEqual({
      enabled_at: expect.any(String),
      recovery_codes_left: 10,
    });
    await product.findEmail(person.email, /Two-factor authentication enabled/);
    expect((await call(person, 'POST', '/two_factor', { password: PASSWORD })).statusCode).toBe(409);
    expect((await call(person, 'PUT', '/two_factor', { code: codeIn(key.secret, 1) })).statusCode).toBe(409);
  });

  it('asks for a code only after a correct password, and accepts each code once', async () => {
    const { person, code } = await createUserWithTwoFactor();
    expect((await login({ ...person, password: 'wrong' })).json().code).toBe('wrong_credentials');
    const asked = await login(person, undefined, 'ua');
    expect([asked.statusCode, asked.json().code]).toEqual([401, 'two_factor_needed']);
    expect(asked.json().message).toMatch(/[а-яі]/);
    // The code that confirmed the setup cannot be reused either.
    expect((await login(person, code(-1))).json().errors).toHaveProperty('code');
    const right = code(0);
    const both = await Promise.all([login(person, right), login(person, right)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect((await login(person, code(1))).statusCode).toBe(200);
    // After a code from the future, earlier codes are rejected.
    expect((await login(person, right)).statusCode).toBe(422);
  });

  it('accepts a recovery code once and returns how many are left', async () => {
    const { person, codes } = await createUserWithTwoFactor();
    const [code = ''] = codes;
    const typed = code.replace('-', ' ').toUpperCase();
    const both = await Promise.all([login(person, typed), login(person, typed)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect((await product.findEmail(person.email, /Recovery code used/)).text).toContain('Codes left: 9');
    expect((await call(person, 'GET', '/two_factor')).json().data.recovery_codes_left).toBe(9);
    const { person: other } = await createUserWithTwoFactor();
    expect((await login(other, codes[1])).statusCode).toBe(422);
  });

  it('limits attempts across all addresses, and a correct password does not reset the limit', async () => {
    const { person, secret } = await createUserWithTwoFactor();
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const answer = await product.call('POST', '/login', {
        body: { email: person.email, password: PASSWORD, code: '000000' },
        ip: `198.51.100.${attempt}`,
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    const late = await login(person, codeNow(secret));
    expect(late.statusCode).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('can be turned off, and recovery codes renewed, with the password and a code', async () => {
    const { person, code, codes } = await createUserWithTwoFactor();
    const renewed = await call(person, 'POST', '/two_factor/recovery_codes', { password: PASSWORD, code: code(0) });
    expect(renewed.statusCode).toBe(201);
    expect((await login(person, codes[0])).statusCode).toBe(422);
    const [fresh = ''] = renewed.json().data.recovery_codes;
    expect((await login(person, fresh)).statusCode).toBe(200);

    const off = (body: object) => call(person, 'DELETE', '/two_factor', body);
    expect((await off({ password: 'wrong', code: code(1) })).json().errors).toHaveProperty('password');
    expect((await off({ password: PASSWORD, code: code(0) })).json().errors).toHaveProperty('code');
    expect((await off({ password: PASSWORD, code: code(1) })).statusCode).toBe(200);
    expect((await login(person)).statusCode).toBe(200);
    expect((await off({ password: PASSWORD, code: code(1) })).statusCode).toBe(409);
    await product.findEmail(person.email, /Two-factor authentication disabled/);
  });

  it('stores neither the secret nor the codes in plain text', async () => {
    const { person, secret, codes } = await createUserWithTwoFactor();
    const { rows } = await product.services.pool.query(
      `select t.*, (select json_agg(c) from recovery_codes c where c.user_id = t.user_id) as codes
       from two_factors t where t.user_id = $1`,
      [person.id],
    );
    const kept = JSON.stringify(rows);
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(hidden);
  });

  it('is required for staff when configured, before anything else is accessible', async () => {
    const strict = await createTestApp({ requireStaffTwoFactor: true });
    const admin = await strict.person({ role: ROLES.ADMIN });
    const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      strict.call(method, path, { token: admin.token, body });
    expect((await ask('GET', '/profile')).json()).toMatchObject({ must_set_up_totp: true });
    expect((await ask('GET', '/companies')).statusCode).toBe(403);
    const { secret } = (await ask('POST', '/two_factor', { password: PASSWORD })).json().data;
    expect((await ask('PUT', '/two_factor', { code: codeNow(secret) })).statusCode).toBe(200);
    expect((await ask('GET', '/profile')).json()).toMatchObject({ must_set_up_totp: false });
    expect((await ask('GET', '/black_list_ips')).statusCode).toBe(200);
    const customer = await strict.person();
    expect((await strict.call('GET', '/profile', { token: customer.token })).json().must_set_up_totp).toBe(false);
    await strict.close();
  });

  it('cannot be bypassed with a password reset', async () => {
    const person = await product.person();
    const secret = await enableSecondFactor(product, person.id, 'enabled');
    await product.call('POST', '/password/forgot', { body: { email: person.email } });
    const email = await product.findEmail(person.email, /reset your password/i);
    const token = /password\/reset\/([\w-]+)/.exec(email.text)?.[1];
    const password = 'a phrase from the email';
    const body = { email: person.email, token, password, password_confirmation: password };
    expect((await product.call('POST', '/password/reset', { body })).statusCode).toBe(200);
    expect((await login({ ...person, password })).json().code).toBe('two_factor_needed');
    expect((await login({ ...person, password }, codeNow(secret))).statusCode).toBe(200);
  });
});
