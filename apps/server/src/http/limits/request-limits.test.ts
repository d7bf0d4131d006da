import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { network } from './request-limits.ts';

describe('network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (ip, expected) => {
    expect(network(ip)).toBe(expected);
  });
});

const NO_LIMITS = {
  visitorPerMinute: 1e6,
  userPerMinute: 1e6,
  guessesPerSource: 1e6,
  emailsPerAddress: 1e6,
  emailsPerSource: 1e6,
  signUpsPerSource: 1e6,
  postbacksPerMinute: 1e6,
};

let product: TestApp;
const start = async (limits: Partial<Config['limits']>, changes: Partial<Config> = {}) => {
  product = await createTestApp({ ...changes, limits: { ...NO_LIMITS, ...limits } });
};
const visit = async (ip: string, headers: Record<string, string> = {}) =>
  (await product.call('GET', '/health', { ip, headers })).statusCode;

describe('anonymous requests', () => {
  afterEach(() => product.close());

  it('are limited by IP address, with the time to wait', async () => {
    await start({ visitorPerMinute: 3 });
    for (let visits = 0; visits < 3; visits += 1) expect(await visit('203.0.113.7')).toBe(200);
    const refused = await product.call('GET', '/health', { ip: '203.0.113.7' });
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.json().message).toContain(`${wait} second`);
    expect(await visit('203.0.113.8')).toBe(200);
  });

  it('of one /64 count as one source', async () => {
    await start({ visitorPerMinute: 3 });
    for (let host = 1; host <= 3; host += 1) expect(await visit(`2001:db8:1:2::${host}`)).toBe(200);
    expect(await visit('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(429);
    expect(await visit('2001:db8:1:3::1')).toBe(200);
  });

  it('ignore X-Forwarded-For without a trusted proxy', async () => {
    await start({ visitorPerMinute: 3 });
    const statuses = [];
    for (let visits = 1; visits <= 5; visits += 1) {
      const forged = `198.51.100.${visits}`;
      statuses.push(
        await visit('203.0.113.7', { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }),
      );
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('are identified by trusted proxies only', async () => {
    await start({ visitorPerMinute: 2 }, { trustedProxies: ['10.0.0.0/8'] });
    const through = (client: string, proxy = '10.0.0.1') => visit(proxy, { 'x-forwarded-for': client });
    expect([await through('203.0.113.1'), await through('203.0.113.1'), await through('203.0.113.1')]).toEqual([
      200, 200, 429,
    ]);
    expect(await through('203.0.113.2')).toBe(200);
    // Entries before the proxy's own are ignored.
    expect(await through('192.0.2.200, 203.0.113.1')).toBe(429);
    // An untrusted peer cannot set the address.
    expect([
      await through('192.0.2.1', '203.0.113.9'),
      await through('192.0.2.2', '203.0.113.9'),
      await through('192.0.2.3', '203.0.113.9'),
    ]).toEqual([200, 200, 429]);
  });

  it('without a valid token count toward the IP address, not a user', async () => {
    await start({ visitorPerMinute: 4 });
    const guess = async () =>
      (await product.call('GET', '/profile', { token: 'A'.repeat(43), ip: '203.0.113.7' })).statusCode;
    const statuses = [];
    for (let guesses = 0; guesses < 6; guesses += 1) statuses.push(await guess());
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });
});

describe('logged-in users', () => {
  afterEach(() => product.close());

  it('are limited by user, across IP addresses', async () => {
    await start({ userPerMinute: 3 });
    const [one, other] = [await product.person(), await product.person()];
    const ask = async (token: string, ip: string) => (await product.call('GET', '/profile', { token, ip })).statusCode;
    const statuses = [];
    for (let host = 1; host <= 5; host += 1) statuses.push(await ask(one.token, `203.0.113.${host}`));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await ask(other.token, '203.0.113.1')).toBe(200);
  });
});
