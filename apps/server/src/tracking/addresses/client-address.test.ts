import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClientAddressReader } from './client-address.ts';

const of = (proxies: string[], remote: string | undefined, forwarded: string) =>
  createClientAddressReader(proxies)({ remoteAddress: remote as string }, forwarded).text;

describe('client address', () => {
  it.each([
    ['without trusted proxies is the connection’s, whatever is written', [], '198.51.100.1', '1.1.1.1', '198.51.100.1'],
    ['behind a proxy that is not trusted is the proxy’s', ['10.0.0.1'], '10.0.0.2', '1.1.1.1', '10.0.0.2'],
    ['behind a trusted proxy is what it wrote', ['10.0.0.1'], '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['is the right-most that is not a proxy', ['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.7', '1.1.1.1'],
    ['is the left-most where all are proxies', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['is the last sound one where nonsense follows', ['10.0.0.0/8'], '10.0.0.1', 'evil, 10.0.0.8', '10.0.0.8'],
    ['is the connection’s where only nonsense is written', ['10.0.0.0/8'], '10.0.0.1', '<script>', '10.0.0.1'],
    ['may stand with a port', ['10.0.0.1'], '10.0.0.1', '1.1.1.1:4711', '1.1.1.1'],
    ['may be IPv6 with a port', ['10.0.0.1'], '10.0.0.1', '[2001:DB8::1]:4711', '2001:db8::1'],
    ['may come over IPv6 in IPv4 dress', ['10.0.0.1'], '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['is believed from named networks', ['loopback'], '::1', '1.1.1.1', '1.1.1.1'],
    ['is empty when the connection is gone', [], undefined, '', ''],
    ['is empty when the connection is gone, whatever is written', ['loopback'], undefined, '1.1.1.1', ''],
  ])('%s', (_, proxies, remote, forwarded, expected) => {
    expect(of(proxies, remote, forwarded)).toBe(expected);
  });

  it('ignores what is left of the first untrusted hop', () => {
    fc.assert(
      fc.property(fc.string(), (made) => of(['10.0.0.0/8'], '10.0.0.1', `${made}, 1.1.1.1, 10.0.0.2`) === '1.1.1.1'),
    );
  });

  it('is found quickly however many hops are sent', () => {
    const many = Array(2_000).fill('10.0.0.1').join(',');
    expect(of(['10.0.0.0/8'], '10.0.0.1', many)).toBe('10.0.0.1');
  });

  it.each(['nonsense', '10.0.0.0/', '10.0.0.0/33', '::1/129'])('rejects the trusted proxy %s at the start', (proxy) => {
    expect(() => createClientAddressReader([proxy])).toThrow('TRUSTED_PROXIES');
  });
});
