import { ROLES } from '@poklik/contract/roles';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { openPostgres, type Postgres } from './stores/postgres.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from './testing/test-app.ts';

/** A revoked token must stop working within this time. */
const REVOKED_WITHIN_MS = 1_000;

let product: TestApp;
/** A second program on the same database that gets no direct notice. */
let second: FastifyInstance;
let secondPostgres: Postgres;
let operator: Person;

beforeAll(async () => {
  product = await createTestApp();
  const { pool, log } = product.services;
  secondPostgres = openPostgres(String(pool.options.connectionString), log);
  second = await createApp({ ...product.services, ...secondPostgres });
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
});
afterAll(async () => {
  await second.close();
  await secondPostgres.close();
  await product.close();
});

const statusOn = async (app: FastifyInstance, token: string): Promise<number> =>
  (await app.inject({ method: 'GET', url: '/v1/companies', headers: { authorization: `Bearer ${token}` } })).statusCode;
const statuses = async (token: string) => [await statusOn(product.app, token), await statusOn(second, token)];

/** Both programs accept the token, it is revoked on the first, and both reject the next request. */
async function expectRevoked(token: string, revoke: () => Promise<unknown>): Promise<void> {
  expect(await statuses(token)).toEqual([200, 200]);
  await revoke();
  const begun = performance.now();
  expect(await statuses(token)).toEqual([401, 401]);
  expect(performance.now() - begun).toBeLessThan(REVOKED_WITHIN_MS);
}

interface OkBody {
  token: string;
  data: { id: number; token: string };
}

async function expectOk(answer: ReturnType<TestApp['call']>): Promise<OkBody> {
  const { statusCode, body } = await answer;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
  return JSON.parse(body);
}
const asOperator = (method: 'PUT' | 'POST', path: string, body?: object) =>
  expectOk(product.call(method, path, { token: operator.token, body }));
const verifyEmail = ({ id }: Person) =>
  product.services.pool.query('update users set email_verified_at = now() where id = $1', [id]);

async function createApiToken(person: Person): Promise<{ id: number; token: string }> {
  await verifyEmail(person);
  const body = { name: 'Program', scopes: ['campaigns:read', 'campaigns:write'] };
  return (await expectOk(product.call('POST', '/api_tokens', { token: person.token, body }))).data;
}

/** Statuses of creating a campaign on both programs. */
const createCampaignStatuses = (token: string): Promise<number[]> =>
  Promise.all(
    [product.app, second].map(async (app, place) => {
      const headers = { authorization: `Bearer ${token}` };
      const payload = { name: `Made ${place} with ${token.slice(-8)}`, default_url: 'https://shop.example' };
      return (await app.inject({ method: 'POST', url: '/v1/companies', headers, payload })).statusCode;
    }),
  );

/** A member of a new owner's team, joined through the invitation email. */
async function createTeam(role: string): Promise<{ owner: Person; memberId: number; member: Person }> {
  const owner = await product.person();
  await verifyEmail(owner);
  await product.services.pool.query(
    "update accounts set tariff_id = (select id from tariffs where code = 'business') where id = $1",
    [owner.accountId],
  );
  const email = `member-of-${owner.id}@example.test`;
  const { data } = await expectOk(product.call('POST', '/team_users', { token: owner.token, body: { email, role } }));
  const message = await product.findEmail(email);
  const secret = /invite=([\w-]+)/.exec(message.text)?.[1];
  const password = { password: PASSWORD, password_confirmation: PASSWORD };
  const body = { email, ...password, accept_terms: true, invite_token: secret };
  await expectOk(product.call('POST', '/register', { body }));
  const { token } = await expectOk(product.call('POST', '/login', { body: { email, password: PASSWORD } }));
  const { rows } = await product.services.pool.query('select id from users where email = $1', [email]);
  return { owner, memberId: data.id, member: { ...owner, id: Number(rows[0].id), email, token } };
}

describe('a session ends on every program with the next request after', () => {
  it('logging out, and only that session', async () => {
    const person = await product.person();
    const { token } = await expectOk(
      product.call('POST', '/login', { body: { email: person.email, password: PASSWORD } }),
    );
    await expectRevoked(person.token, () => expectOk(product.call('POST', '/logout', { token: person.token })));
    expect(await statuses(token)).toEqual([200, 200]);
  });

  it('a password reset', async () => {
    const person = await product.person();
    await expectOk(product.call('POST', '/password/forgot', { body: { email: person.email } }));
    const message = await product.findEmail(person.email, /password/i);
    const [, secret] = /password\/reset\/([\w-]+)/.exec(message.text) ?? [];
    const words = 'another long enough phrase';
    const body = { email: person.email, token: secret, password: words, password_confirmation: words };
    await expectRevoked(person.token, () => expectOk(product.call('POST', '/password/reset', { body })));
  });

  it.each([
    ['blocking', { status: 'blocked' }],
    ['another role in the install', { role: ROLES.ADMIN }],
  ])('%s', async (_, change) => {
    const person = await product.person();
    await expectRevoked(person.token, () => asOperator('PUT', `/users/${person.id}`, change));
  });

  it('the operator returning to their own account', async () => {
    const person = await product.person();
    const { token } = await asOperator('POST', `/login_user/${person.id}`);
    await expectRevoked(token, () => expectOk(product.call('POST', '/logout', { token })));
    expect(await statuses(person.token)).toEqual([200, 200]);
  });

  it('the operator losing their role while impersonating a user', async () => {
    const other = await product.person({ role: ROLES.SUPER_ADMIN });
    const person = await product.person();
    const { token } = await expectOk(product.call('POST', `/login_user/${person.id}`, { token: other.token }));
    await expectRevoked(token, () => asOperator('PUT', `/users/${other.id}`, { role: ROLES.USER }));
  });

  it('removal from the team', async () => {
    const { owner, member, memberId } = await createTeam('EDITOR');
    await expectRevoked(member.token, () =>
      expectOk(product.call('DELETE', `/team_users/${memberId}`, { token: owner.token })),
    );
  });

  it('the team owner being blocked', async () => {
    const { owner, member } = await createTeam('VIEWER');
    await expectRevoked(member.token, () => asOperator('PUT', `/users/${owner.id}`, { status: 'blocked' }));
  });
});

describe('an API token ends on every program with the next request after', () => {
  it('it is deleted', async () => {
    const person = await product.person();
    const { id, token } = await createApiToken(person);
    await expectRevoked(token, () => expectOk(product.call('DELETE', `/api_tokens/${id}`, { token: person.token })));
  });

  it('its creator is blocked', async () => {
    const person = await product.person();
    const { token } = await createApiToken(person);
    await expectRevoked(token, () => asOperator('PUT', `/users/${person.id}`, { status: 'blocked' }));
  });

  it('its creator is removed from the team', async () => {
    const { owner, member, memberId } = await createTeam('ADMIN');
    const { token } = await createApiToken(member);
    await expectRevoked(token, () =>
      expectOk(product.call('DELETE', `/team_users/${memberId}`, { token: owner.token })),
    );
  });
});

describe('a permission removed from a member', () => {
  it('is gone with the next request, also for their API tokens', async () => {
    const { owner, member, memberId } = await createTeam('ADMIN');
    const { token } = await createApiToken(member);
    for (const each of [member.token, token]) expect(await createCampaignStatuses(each)).toEqual([201, 201]);
    await expectOk(product.call('PUT', `/team_users/${memberId}`, { token: owner.token, body: { role: 'VIEWER' } }));
    for (const each of [member.token, token]) expect(await createCampaignStatuses(each)).toEqual([403, 403]);
    expect(await statuses(token)).toEqual([200, 200]);
  });
});

describe('an open event stream', () => {
  it('sends nothing to a user who lost access', async () => {
    const person = await product.person();
    const base = await second.listen({ host: '127.0.0.1', port: 0 });
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${person.token}` };
    const stream = await fetch(`${base}/v1/notifications/stream`, { headers, signal: leave.signal });
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('notification_count');
    await asOperator('PUT', `/users/${person.id}`, { status: 'blocked' });
    const text = {
      titles: [{ locale: 'en', title: 'News' }],
      messages: [{ locale: 'en', message: 'Something worth telling everyone.' }],
    };
    await asOperator('POST', '/notifications', text);
    expect(await reader?.read()).toMatchObject({ done: true });
    leave.abort();
  });
});
