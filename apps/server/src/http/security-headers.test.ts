import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let product: TestApp;
afterEach(() => product.close());

const ADDRESSES = [
  '/',
  '/v1/health',
  '/v1/profile',
  '/v1/nothing',
  '/v1/docs',
  '/favicon.svg',
  '/locales/ua/errors.json',
];

describe('every response', () => {
  it('forbids frames, sniffing, referrers and other origins', async () => {
    product = await createTestApp();
    for (const url of ADDRESSES) {
      const { headers } = await product.app.inject({ url, headers: { origin: 'https://evil.example' } });
      expect(headers, url).toMatchObject({
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      });
      expect(headers['access-control-allow-origin'], url).toBeUndefined();
      expect(headers['x-powered-by'] ?? headers.server, url).toBeUndefined();
    }
  });

  it('of the API is not cached and can run nothing in a browser', async () => {
    product = await createTestApp();
    for (const url of ['/v1/health', '/v1/profile', '/v1/nothing']) {
      const { headers } = await product.app.inject(url);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toMatch(/; sandbox$/);
    }
  });

  it('has HSTS only with TLS', async () => {
    product = await createTestApp({ publicUrl: 'http://localhost:3000' });
    expect((await product.app.inject('/v1/health')).headers['strict-transport-security']).toBeUndefined();
  });
});
