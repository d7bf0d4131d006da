import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { BODY_BYTES_MAX } from './bind-routes.ts';
import { handleErrors } from './errors.ts';
import { waitError } from './limits/request-limits.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const post = (payload: string, contentType = 'application/json', path = '/v1/login') =>
  product.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': contentType, 'accept-language': 'en' },
  });

describe('errors', () => {
  it.each([
    ['ua', 'Сеанс завершено. Увійдіть ще раз.'],
    ['ru', 'Сеанс завершён. Войдите ещё раз.'],
    ['en', 'Your session has ended. Log in again.'],
  ])('are translated to %s', async (language, message) => {
    const answer = await product.call('GET', '/profile', { language });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({ code: 'unauthenticated', message });
  });

  it.each([
    ['ua', ['1 секунду', '2 секунди', '5 секунд', '21 секунду', '60 секунд']],
    ['ru', ['1 секунду', '2 секунды', '5 секунд', '21 секунду', '60 секунд']],
    ['en', ['1 second', '2 seconds', '5 seconds', '21 seconds', '60 seconds']],
  ])('say in %s how long to wait, with the right plural', async (language, texts) => {
    const app = Fastify();
    handleErrors(app);
    app.get('/:seconds', async (request) => {
      throw waitError(Number((request.params as { seconds: string }).seconds));
    });
    for (const text of texts) {
      const seconds = Number.parseInt(text, 10);
      const answer = await app.inject({ url: `/${seconds}`, headers: { 'accept-language': language } });
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe(String(seconds));
      expect(answer.json().message).toMatch(new RegExp(`(^|\\s)${text}\\.$`));
    }
    await app.close();
  });

  it('of unexpected exceptions reveal nothing', async () => {
    const app = Fastify();
    handleErrors(app);
    app.get('/', async () => {
      throw new Error('password=hunter2 at /srv/secret.ts');
    });
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ code: 'internal', message: expect.not.stringContaining('hunter2') });
    await app.close();
  });

  it.each(['ECONNREFUSED', '57P01', '08006', '53100', '53300', '55P03', '40P01'])(
    'of the database (%s) are answered with 503',
    async (code) => {
      const app = Fastify();
      handleErrors(app);
      app.get('/', async () => {
        throw new Error('query failed', { cause: Object.assign(new Error('down'), { code }) });
      });
      const answer = await app.inject('/');
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('2');
      await app.close();
    },
  );
});

describe('unknown paths', () => {
  it.each(['/v1/nothing', '/v1', '/v1/', '/assets/missing.js', '/locales/ua/nothing.json'])(
    '%s answers 404 instead of a page',
    async (url) => {
      const answer = await product.app.inject({ url, headers: { 'accept-language': 'en' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('not_found');
    },
  );

  it.each([
    ['PUT', '/v1/login', 'POST'],
    ['GET', '/v1/login', 'POST'],
    ['DELETE', '/v1/profile', 'GET, PUT'],
    ['GET', '/v1/notifications/17', 'DELETE'],
    ['PATCH', '/v1/register', 'GET, POST'],
    ['POST', '/v1/openapi.json', 'GET'],
    ['POST', '/locales/ua/errors.json', 'HEAD, GET'],
  ] as const)('%s %s answers 405 with the allowed methods', async (method, url, allowed) => {
    const answer = await product.app.inject({ method, url });
    expect(answer.statusCode).toBe(405);
    expect(answer.json().code).toBe('method_not_allowed');
    expect(answer.headers.allow).toBe(allowed);
  });

  it.each([
    ['/v1/%zz', 400, 'malformed_request'],
    ['/v1/email/verify/%ff/x', 400, 'malformed_request'],
    [`/v1/email/verify/1/${'a'.repeat(300)}`, 404, 'not_found'],
    [`/v1/notifications/${'9'.repeat(300)}`, 404, 'not_found'],
  ])('rejected by the router are answered like all others: %s', async (url, status, code) => {
    const method = url.includes('notifications') ? 'DELETE' : 'GET';
    const answer = await product.app.inject({ method, url, headers: { 'accept-language': 'ru' } });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().code).toBe(code);
    expect(answer.json().message).toMatch(/[а-я]/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.body).not.toContain('FST_');
  });
});

describe('request bodies', () => {
  it.each(['{', '', 'null}', '{"a":1,}', "{'a':1}", '\u0000'])('reject invalid JSON: %j', async (payload) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'reject other content types: %s',
    async (contentType) => {
      const answer = await post('{"email":"a@b.co","password":"x"}', contentType);
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('are read up to the limit', async () => {
    const frame = '{"filler":""}'.length;
    const sized = (bytes: number) => JSON.stringify({ filler: 'x'.repeat(bytes - frame) });
    expect((await post(sized(BODY_BYTES_MAX))).statusCode).toBe(422);
    const answer = await post(sized(BODY_BYTES_MAX + 1));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'request_too_large']);
  });

  it.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"email":"a@b.co","password":"x","__proto__":{"role":3}}',
    '{"\\u005f\\u005fproto__":{"role":3}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"a":{"b":[{"__proto__":{"isAdmin":true}}]}}',
  ])('cannot reach prototypes: %s', async (payload) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request']);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each(['[]', '"text"', '7', 'null', 'true', '['.repeat(20_000) + ']'.repeat(20_000)])(
    'that are not objects are rejected field by field: %.10s',
    async (payload) => {
      const answer = await post(payload);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_request']);
    },
  );

  it('cannot set fields outside the schema', async () => {
    const { token } = await product.person();
    const sent = {
      name: 'Oksana',
      role: 3,
      status: 'blocked',
      account_id: 1,
      can_edit_profile: false,
      currency: 'EUR',
    };
    const answer = await product.call('PUT', '/profile', { token, body: sent });
    expect(answer.json()).toMatchObject({ name: 'Oksana', role: 1, status: 'active', currency: 'USD' });
    expect(answer.json().can_edit_profile).toBe(true);
  });
});
