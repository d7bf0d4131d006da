import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { findRedirectLoops } from './redirect-loop.service.ts';

const fields = (
  settings: object,
  own: { publicUrl: string; trackingUrl?: string; port: number } = { publicUrl: 'https://t.example', port: 3000 },
) =>
  Object.keys(
    findRedirectLoops(
      { default_url: 'https://shop.example', destinations: [], rules: [], ...settings },
      { trackingUrl: own.publicUrl, ...own },
    ),
  );
const destination = (url: string) => ({ name: '', url, weight: 1, active: true });

describe('redirect loop', () => {
  it.each([
    'https://t.example/c/abc',
    'http://t.example/c/abc',
    'https://T.EXAMPLE/c/abc?x=1',
    'https://t.example./c/abc',
    'https://t.example:443/c/abc',
    'http://t.example:443/c/abc',
    'https://t.example:80/c/abc',
    'http://t.example:3000/c/abc',
    'https://t.example//c/abc',
    'https://t.example/x/../c/abc',
    'https://t.example/%63/abc',
    'https://t.example/c',
    'https://t.example/{sub1}/abc',
    'https://t.example/%7Bsub1%7D/abc',
  ])('checks %s', (default_url) => {
    expect(fields({ default_url })).toEqual(['default_url']);
  });

  it('is found in every destination', () => {
    const url = 'https://t.example/c/abc';
    const rule = { name: '', active: true, match: 'all', conditions: [] };
    expect(
      fields({
        destinations: [destination('https://shop.example'), destination(url)],
        rules: [{ ...rule, destinations: [destination(url)] }],
      }),
    ).toEqual(['destinations.1.url', 'rules.0.destinations.0.url']);
  });
});

describe('no redirect loop', () => {
  it.each([
    'https://shop.example/c/abc',
    'https://sub.t.example/c/abc',
    'https://t.example:8443/c/abc',
    'https://t.example/C/abc',
    'https://t.example/ua/c/abc',
    'https://t.example/landing?next={sub1}',
    'https://t.example',
    'https://t.example/%E0%A4%A/c',
  ])('checks %s', (default_url) => {
    expect(fields({ default_url })).toEqual([]);
  });
});

const LOCAL = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost', '127.0.0.1', '127.0.0.1.', '127.1', '127.9.8.7'],
  ...['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '0', '0.0.0.0', '１２７.0.0.1'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
];

describe('local addresses', () => {
  it.each(LOCAL)('%s loops on the listening port', (host) => {
    expect(fields({ default_url: `http://${host}:3000/c/abc` })).toEqual(['default_url']);
    expect(fields({ default_url: `https://${host}:3000/{sub1}/abc` })).toEqual(['default_url']);
  });

  it.each(LOCAL)('%s does not loop on another port or path', (host) => {
    expect(fields({ default_url: `http://${host}:8080/c/abc` })).toEqual([]);
    expect(fields({ default_url: `http://${host}:3000/landing` })).toEqual([]);
  });

  it.each([
    ['http://127.0.0.1/c/abc', { publicUrl: 'http://localhost', port: 3000 }, true],
    ['http://[::1]:8080/c/abc', { publicUrl: 'http://localhost:8080', port: 3000 }, true],
    ['http://127.0.0.1/c/abc', { publicUrl: 'https://t.example', port: 80 }, true],
    ['http://127.0.0.1/c/abc', { publicUrl: 'https://t.example', port: 443 }, false],
    ['https://t.example:8443/c/abc', { publicUrl: 'https://t.example:8443', port: 3000 }, true],
    ['https://t.example/c/abc', { publicUrl: 'https://t.example:8443', port: 3000 }, false],
    [
      'https://go.example/c/abc',
      { publicUrl: 'https://t.example', trackingUrl: 'https://go.example', port: 3000 },
      true,
    ],
    ['https://тест.example/c/abc', { publicUrl: 'https://xn--e1aybc.example', port: 3000 }, true],
  ])('%s with %o: %s', (default_url, own, isLoop) => {
    expect(fields({ default_url }, own)).toEqual(isLoop ? ['default_url'] : []);
  });

  it('addresses of the network interfaces loop', () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, family } of addresses) {
      const host = family === 'IPv6' ? `[${address}]` : address;
      expect(fields({ default_url: `http://${host}:3000/c/abc` }), address).toEqual(['default_url']);
    }
  });
});
