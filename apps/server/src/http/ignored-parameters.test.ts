import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyClickhouse } from '../testing/empty-clickhouse.ts';
import { createTestApp, type Person, type TestApp } from '../testing/test-app.ts';

let product: TestApp;
let user: Person;
beforeAll(async () => {
  product = await createTestApp();
  Object.assign(product.services.clickhouse, emptyClickhouse());
  user = await product.person();
});
afterAll(() => product.close());

const get = (path: string) => product.call('GET', path, { token: user.token });

describe('an unknown query parameter', () => {
  it('is listed in the meta of a report', async () => {
    const answer = await get('/statistics?from=2026-11-05&to=2026-11-11');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().meta).toMatchObject({ timezone: expect.any(String), ignored_parameters: ['from', 'to'] });
    expect(answer.headers['x-ignored-parameters']).toBe('from, to');
  });

  it('is listed in the meta of lists and single records', async () => {
    expect((await get('/companies?limit=5&page=1')).json().meta).toMatchObject({
      current_page: 1,
      ignored_parameters: ['limit'],
    });
    expect((await get('/countries?region=eu')).json().meta).toEqual({ ignored_parameters: ['region'] });
  });

  it('is listed in a header where the response has a fixed shape', async () => {
    for (const path of ['/profile', '/notifications', '/statistics/export']) {
      const answer = await get(`${path}?from=1`);
      expect(answer.headers['x-ignored-parameters'], path).toBe('from');
      expect(answer.body, path).not.toContain('ignored_parameters');
    }
  });

  it('is listed next to an error', async () => {
    const answer = await get('/statistics?start_date=yesterday&until=now');
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['x-ignored-parameters']).toBe('until');
  });

  it('cannot break the response, whatever its name', async () => {
    const names = ['%0D%0ASet-Cookie:%20a=1', '__proto__', 'toString', 'дата', '%ED%A0%80', 'x'.repeat(3_000)];
    const answer = await get(`/statistics?${names.map((name) => `${name}=1`).join('&')}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.json().meta.ignored_parameters).toContain('дата');
    expect(answer.headers['x-ignored-parameters']).toContain(encodeURIComponent('дата'));
    const many = Array.from({ length: 500 }, (_, index) => `parameter_of_some_length_${index}=1`).join('&');
    expect(String((await get(`/profile?${many}`)).headers['x-ignored-parameters']).length).toBeLessThan(1_001);
  });
});

it('is not mentioned if there is none', async () => {
  const answer = await get('/statistics?start_date=2026-11-05&end_date=2026-11-11');
  expect(answer.json().meta).not.toHaveProperty('ignored_parameters');
  expect(answer.headers['x-ignored-parameters']).toBeUndefined();
});

it('fails a file export with an unknown column, and names the parameter', async () => {
  const answer = await get('/statistics/export?columns=clicks,kosten');
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { columns: ['List different metrics, separated by commas'] },
  ]);
  const [header] = (await get('/statistics/export?columns=cost,clicks')).body.split('\r\n');
  expect(header).toMatch(/Cost,Clicks$/);
});

describe('what the API reference says about unknown input', () => {
  it('ignores an unknown field of a body, and never returns it', async () => {
    const body = { name: 'Unknown field', default_url: 'https://shop.test/', colour: 'red' };
    const answer = await product.call('POST', '/companies', { token: user.token, body });
    expect(answer.statusCode).toBe(201);
    expect(answer.body).not.toContain('colour');
    expect(answer.headers['x-ignored-parameters']).toBeUndefined();
  });

  it.each(['/nothing', '/companies/abc', '/companies/1/nothing', '/conversions/not-an-id'])(
    'returns 404 for %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    },
  );

  it('returns 422 for an invalid value and names its parameter', async () => {
    const answer = await get('/statistics?start_date=yesterday');
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_request']);
    expect(Object.keys(answer.json().errors)).toEqual(['start_date']);
  });
});
