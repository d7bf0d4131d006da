import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe('health endpoints', () => {
  let product: TestApp;
  beforeAll(async () => {
    product = await createTestApp();
  }, 60_000);
  afterAll(() => product.close());

  const get = async (path: string, app = product.app) => {
    const answer = await app.inject({ url: `/v1${path}`, headers: { 'accept-language': 'en' } });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('return ok when all parts are available', async () => {
    for (const path of ['/live', '/ready', '/health']) {
      expect(await get(path)).toEqual({ status: 200, body: { status: 'ok' } });
    }
    expect(await get('/health/statistics')).toMatchObject({ status: 200, body: { state: 'current' } });
  });

  it('report missing ClickHouse tables without affecting readiness', async () => {
    const { clickhouse } = product.services;
    const { client } = clickhouse;
    clickhouse.client = { query: async () => ({ json: async () => [] }) } as unknown as typeof client;
    const app = await createApp(product.services);
    try {
      expect((await get('/live', app)).status).toBe(200);
      expect((await get('/ready', app)).status).toBe(200);
      expect(await get('/health', app)).toMatchObject({
        status: 503,
        body: { code: 'unavailable', errors: { statistics: ['Temporarily unavailable'] } },
      });
      expect(await get('/health/statistics', app)).toMatchObject({ status: 200, body: { state: 'unavailable' } });
    } finally {
      await app.close();
      clickhouse.client = client;
    }
  });

  it('report a tracker that does not record clicks', async () => {
    const app = await createApp(product.services, undefined, { tracker: { problem: () => 'clicks_not_recorded' } });
    try {
      const answer = await get('/health', app);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([503, ['tracker']]);
    } finally {
      await app.close();
    }
  });
});

describe('tracking link on an API without a tracker', () => {
  it('redirects to the tracking host, or returns 404 if there is none', async () => {
    const product = await createTestApp({ trackingUrl: 'https://go.example' });
    try {
      const link = await product.app.inject('/c/known?sub1=a%20b');
      expect([link.statusCode, link.headers.location]).toEqual([302, 'https://go.example/c/known?sub1=a%20b']);
      const report = await product.app.inject({ method: 'POST', url: '/postback?cid=1' });
      expect([report.statusCode, report.headers.location]).toEqual([307, 'https://go.example/postback?cid=1']);
      const person = await product.person();
      const body = { name: 'Links', default_url: 'https://shop.example' };
      const { data } = (await product.call('POST', '/companies', { token: person.token, body })).json();
      expect([data.tracking_url, data.postback_url].map((url) => new URL(url).origin)).toEqual([
        'https://go.example',
        'https://go.example',
      ]);
      const here = await createApp({
        ...product.services,
        config: { ...product.services.config, trackingUrl: product.services.config.publicUrl },
      });
      const lost = await here.inject('/c/known');
      expect([lost.statusCode, lost.body]).toEqual([404, expect.stringContaining('TRACKING_URL')]);
      await here.close();
    } finally {
      await product.close();
    }
  }, 60_000);
});
