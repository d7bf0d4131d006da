import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from './ip-address.ts';
import { covers, parseIpRange } from './ip-range.ts';

describe('blocklist entry', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', 4, 32],
    [' 203.0.113.7 ', '203.0.113.7', 4, 32],
    ['203.0.113.7/32', '203.0.113.7', 4, 32],
    ['203.0.113.77/24', '203.0.113.0/24', 4, 24],
    ['10.0.0.0/8', '10.0.0.0/8', 4, 8],
    ['0.0.0.0/0', '0.0.0.0/0', 4, 0],
    ['255.255.255.255', '255.255.255.255', 4, 32],
    ['2001:DB8::1', '2001:db8::1', 6, 128],
    ['2001:db8:0:0:0:0:0:1/64', '2001:db8::/64', 6, 64],
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1', 6, 128],
    ['::', '::', 6, 128],
    ['::1', '::1', 6, 128],
    ['1::', '1::', 6, 128],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221', 6, 128],
    ['::ffff:203.0.113.7', '203.0.113.7', 4, 32],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24', 4, 24],
    ['::ffff:cb00:7107/128', '203.0.113.7', 4, 32],
  ])('%s is normalized to %s', (text, normal, family, prefix) => {
    expect(parseIpRange(text)).toMatchObject({ text: normal, family, prefix });
  });

  it.each([
    ...['', 'x', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.2.3.4', '1.2.3.4/33', '1.2.3.4/-1', '1.2.3.4/', '1.2.3.4/8/8'],
    ...['1.2.3.4/a', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', 'g::', '::1/129', '::1.2.3'],
    ...['::1.2.3.256', 'localhost', '1.2.3.4 5', '::ffff:1.2.3.4/95', '1.2.3.4%eth0'],
  ])('"%s" is rejected', (text) => {
    expect(parseIpRange(text)).toBeNull();
  });

  const address4 = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((parts) => parts.join('.'));
  const address6 = fc.array(fc.nat(0xffff_ffff), { minLength: 4, maxLength: 4 }).map(formatAddress);
  const entry = fc.oneof(
    fc.tuple(address4, fc.nat(32)).map(([address, length]) => `${address}/${length}`),
    fc.tuple(address6, fc.nat(128)).map(([address, length]) => `${address}/${length}`),
  );

  it('keeps the same range when normalized', () => {
    fc.assert(
      fc.property(entry, (text) => {
        const range = parseIpRange(text);
        const again = parseIpRange(range?.text ?? '');
        return range !== null && again?.from === range.from && again.to === range.to && again.text === range.text;
      }),
    );
  }, 30_000);

  it('contains the address it was created from', () => {
    fc.assert(
      fc.property(entry, (text) => {
        const [range, address] = [parseIpRange(text), parseIpRange(text.split('/')[0] ?? '')];
        return range !== null && address !== null && covers(range, address);
      }),
    );
  }, 30_000);

  it('contains as many addresses as its prefix allows', () => {
    fc.assert(
      fc.property(entry, (text) => {
        const range = parseIpRange(text);
        if (!range) return false;
        return range.to - range.from + 1n === 1n << BigInt((range.family === 4 ? 32 : 128) - range.prefix);
      }),
    );
  }, 30_000);
});
