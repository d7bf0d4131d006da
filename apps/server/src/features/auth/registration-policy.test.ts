import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { ensureOperator } from './operators.service.ts';
import { createPasswordHasher } from './passwords.ts';
import { createSetupLink } from './setup-link.service.ts';

let app: TestApp;
afterEach(() => app.close());

const startApp = async (changes: Partial<Config>) => {
  app = await createTestApp(changes);
};
const register = (email: string, changes: object = {}) =>
  app.call('POST', '/register', {
    body: { email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true, ...changes },
  });

describe('sign-up policy', () => {
  it('closed rejects every registration', async () => {
    await startApp({ signUp: { policy: 'closed', domains: [] } });
    expect((await register('a@example.test')).json().code).toBe('sign_up_closed');
    expect((await app.call('GET', '/register')).json().data.policy).toBe('closed');
  });

  it('domains accepts only addresses of the listed domains', async () => {
    await startApp({ signUp: { policy: 'domains', domains: ['good.test'] } });
    expect((await register('a@good.test')).statusCode).toBe(201);
    const rejected = await register('a@bad.test');
    expect(rejected.statusCode).toBe(422);
    expect(rejected.json().errors.email).toHaveLength(1);
  });

  it('invite accepts only referred users', async () => {
    await startApp({ signUp: { policy: 'invite', domains: [] } });
    await ensureOperator(app.services, createPasswordHasher({ memoryKib: 64, passes: 1 }), {
      email: 'boss@example.test',
      password: PASSWORD,
    });
    const { token } = (
      await app.call('POST', '/login', { body: { email: 'boss@example.test', password: PASSWORD } })
    ).json();
    const { referral_code: ref } = (await app.call('GET', '/profile', { token })).json();
    expect((await register('a@example.test')).statusCode).toBe(403);
    expect((await register('b@example.test', { ref })).statusCode).toBe(201);
  });
});

describe('terms of service', () => {
  const terms = { url: 'https://legal.example/terms', privacy_url: null, version: '2026-11' };
  const findAcceptedTerms = async (email: string) => {
    const query = 'select terms_version, terms_accepted_at is not null as at from users where email = $1';
    return (await app.services.pool.query(query, [email])).rows[0];
  };

  it('are not required when the operator has none', async () => {
    await startApp({});
    expect((await app.call('GET', '/register')).json().data.terms).toBeNull();
    for (const accept_terms of [true, false, undefined]) {
      const email = `a${accept_terms}@example.test`;
      expect((await register(email, { accept_terms })).statusCode).toBe(201);
      expect(await findAcceptedTerms(email)).toEqual({ terms_version: null, at: false });
    }
  });

  it('must be accepted when configured, and version and time are stored with the user', async () => {
    await startApp({ terms });
    expect((await app.call('GET', '/register')).json().data.terms).toEqual(terms);
    for (const accept_terms of [false, undefined]) {
      const rejected = await register('a@example.test', { accept_terms });
      expect(rejected.statusCode).toBe(422);
      expect(rejected.json().errors).toEqual({ accept_terms: ['Accept the terms to continue'] });
    }
    expect((await register('a@example.test')).statusCode).toBe(201);
    expect(await findAcceptedTerms('a@example.test')).toEqual({ terms_version: '2026-11', at: true });
  });
});

describe('setup link', () => {
  const extractSecret = (link: string | null) => new URL(String(link)).searchParams.get('setup') ?? '';

  it('creates one verified operator even when sign-up is closed, and works only once', async () => {
    await startApp({ signUp: { policy: 'closed', domains: [] } });
    const link = await createSetupLink(app.services);
    expect(link).toMatch(/^https:\/\/track\.example\/registration\?setup=/);
    const setup_token = extractSecret(link);
    expect((await app.call('GET', `/register?setup=${setup_token}`)).json().data.setup).toBe(true);
    const tries = await Promise.all(['a', 'b', 'c'].map((name) => register(`${name}@example.test`, { setup_token })));
    expect(tries.map((answer) => answer.statusCode).sort()).toEqual([201, 422, 422]);
    const winner = ['a', 'b', 'c'][tries.findIndex((answer) => answer.statusCode === 201)];
    const { token } = (
      await app.call('POST', '/login', { body: { email: `${winner}@example.test`, password: PASSWORD } })
    ).json();
    const profile = (await app.call('GET', '/profile', { token })).json();
    expect(profile.role).toBe(3);
    expect(profile.email_verified_at).not.toBeNull();
    expect(await createSetupLink(app.services)).toBeNull();
    expect((await app.call('GET', `/register?setup=${setup_token}`)).json().data.setup).toBe(false);
  });

  it('is replaced on each start, and a guessed one is rejected', async () => {
    await startApp({});
    const old = extractSecret(await createSetupLink(app.services));
    await createSetupLink(app.services);
    expect((await register('a@example.test', { setup_token: old })).json().code).toBe('link_invalid');
    expect((await register('a@example.test', { setup_token: 'guess' })).json().code).toBe('link_invalid');
  });
});

describe('limits', () => {
  it('reject too many registrations and emails with the time to wait', async () => {
    const limits = {
      visitorPerMinute: 1e6,
      userPerMinute: 1e6,
      guessesPerSource: 1e6,
      emailsPerAddress: 2,
      emailsPerSource: 4,
      signUpsPerSource: 3,
      postbacksPerMinute: 1e6,
    };
    await startApp({ limits });
    const signUps = await Promise.all([1, 2, 3, 4].map((index) => register(`p${index}@example.test`)));
    expect(signUps.map((answer) => answer.statusCode).sort()).toEqual([201, 201, 201, 429]);
    const forgot = (email: string) => app.call('POST', '/password/forgot', { body: { email } });
    const toOne = [await forgot('p1@example.test'), await forgot('p1@example.test'), await forgot('p1@example.test')];
    expect(toOne.map((answer) => answer.statusCode)).toEqual([200, 200, 429]);
    expect(Number(toOne[2]?.headers['retry-after'])).toBeGreaterThan(3000);
  });
});
