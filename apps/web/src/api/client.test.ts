import { authApi } from '@poklik/contract/auth';
import { notificationsApi } from '@poklik/contract/notifications';
import { outboxApi } from '@poklik/contract/outbox';
import Cookies from 'js-cookie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestI18n } from '../testing/texts.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import { currentToken, onSessionExpired, saveToken } from './session.ts';

const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(() => {
  fetchMock.mockReset();
  Cookies.remove('token');
  onSessionExpired(() => {});
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetchMock.mockResolvedValue(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  );

const sent = () => {
  const [url, init] = fetchMock.mock.lastCall ?? [];
  return { url, method: init?.method, body: init?.body, headers: new Headers(init?.headers) };
};

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

const credentials = { body: { email: 'a@example.test', password: 'secret' } };

describe('call', () => {
  it('uses /v1 with method, path parameters, query and body', async () => {
    answer(200, { message: 'ok' });
    await call(notificationsApi.remove, { params: { id: '7' } });
    expect(sent()).toMatchObject({ url: '/v1/notifications/7', method: 'DELETE', body: undefined });

    answer(200, { data: [], links: { prev: null, next: null }, meta: EMPTY_META });
    await call(outboxApi.list, { query: { page: '2' } });
    expect(sent().url).toBe('/v1/outbox?page=2');

    answer(200, { token: 't' });
    await call(authApi.login, credentials);
    expect(sent().body).toBe(JSON.stringify(credentials.body));
    expect(sent().headers.get('content-type')).toBe('application/json');
  });

  it('sends the Bearer token only when there is one', async () => {
    answer(200, { message: 'ok' });
    await call(authApi.logout);
    expect(sent().headers.has('authorization')).toBe(false);

    saveToken('abc');
    answer(200, { message: 'ok' });
    await call(authApi.logout);
    expect(sent().headers.get('authorization')).toBe('Bearer abc');
  });

  it('requests the user’s language', async () => {
    await startTestI18n('ua');
    vi.stubGlobal('fetch', fetchMock);
    answer(200, { message: 'ok' });
    await call(authApi.logout);
    expect(sent().headers.get('accept-language')).toBe('ua');
  });

  it('drops fields the contract does not declare', async () => {
    answer(200, { token: 't', secret: 'x' });
    expect(await call(authApi.login, credentials)).toEqual({ token: 't' });
  });
});

describe('failed call', () => {
  it('has the server’s message, code, fields and retry time', async () => {
    const body = { message: 'Забагато спроб.', code: 'too_many_requests', errors: { email: ['ні'] } };
    answer(429, body, { 'retry-after': '30' });
    expect(await failure(call(authApi.login, credentials))).toMatchObject({
      message: 'Забагато спроб.',
      code: 'too_many_requests',
      status: 429,
      fields: { email: ['ні'] },
      retryAfterSeconds: 30,
    });
  });

  it.each([
    ['no message', '{}'],
    ['an empty message', '{"message":""}'],
    ['a page of a proxy', '<html>Bad gateway</html>'],
    ['nothing', ''],
    ['null', 'null'],
  ])("is 'Unknown Server Error' when the response contains %s", async (_what, body) => {
    answer(502, body);
    expect(await failure(call(authApi.logout))).toMatchObject({ message: 'Unknown Server Error', status: 502 });
  });

  it("is 'Unknown Error' without a response", async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failure(call(authApi.logout))).toMatchObject({ message: 'Unknown Error', status: undefined });
  });

  it("is 'Unknown Error' when the response does not match the contract", async () => {
    answer(200, { something: 'else' });
    expect(await failure(call(authApi.logout))).toMatchObject({ message: 'Unknown Error' });
  });

  it('that was cancelled is not reported as an error', async () => {
    const controller = new AbortController();
    fetchMock.mockImplementation(async () => {
      controller.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    await expect(call(authApi.logout, {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('401 response', () => {
  it('ends the session, whatever was called', async () => {
    const lost = vi.fn();
    onSessionExpired(lost);
    saveToken('abc');
    answer(401, { message: 'Сеанс завершено.', code: 'unauthenticated' });
    expect(await failure(call(authApi.logout))).toMatchObject({ message: 'Сеанс завершено.', status: 401 });
    expect(currentToken()).toBeUndefined();
    expect(lost).toHaveBeenCalledOnce();
  });

  it('is the only one that does', async () => {
    const lost = vi.fn();
    onSessionExpired(lost);
    saveToken('abc');
    answer(403, { message: 'Ні.', code: 'forbidden' });
    await failure(call(authApi.logout));
    expect(currentToken()).toBe('abc');
    expect(lost).not.toHaveBeenCalled();
  });
});

const EMPTY_META = { current_page: 1, last_page: 1, per_page: 10, total: 0, links: [] };
