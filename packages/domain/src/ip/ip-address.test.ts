import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress, truncateAddress } from './ip-address.ts';
import { parseIpRange, parseRange } from './ip-range.ts';

const address4 = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((parts) => parts.join('.'));
const address6 = fc.ipV6();

describe('parseAddress', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4', [0x01020304]],
    ['255.255.255.255', '255.255.255.255', [0xffff_ffff]],
    ['0.0.0.0', '0.0.0.0', [0]],
    ['::ffff:1.2.3.4', '1.2.3.4', [0x01020304]],
    ['::FFFF:102:304', '1.2.3.4', [0x01020304]],
    ['2001:DB8::1', '2001:db8::1', [0x20010db8, 0, 0, 1]],
    ['fe80::1%eth0', 'fe80::1', [0xfe800000, 0, 0, 1]],
    ['::', '::', [0, 0, 0, 0]],
    ['::1.2.3.4', '::102:304', [0, 0, 0, 0x01020304]],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304', [0x64ff9b, 0, 0, 0x01020304]],
  ])('parses %s as %s', (text, normal, words) => {
    expect(parseAddress(text)).toEqual({ text: normal, words });
  });

  it.each([
    '',
    ' 1.2.3.4',
    '1.2.3',
    '1.2.3.4.',
    '.1.2.3.4',
    '1..2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4:80',
    'unknown',
    ':',
    ':::',
    '1::2::3',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7',
    '1.2.3.4::',
    '::1.2.3.256',
    'x'.repeat(5_000),
  ])('rejects "%s"', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('agrees with the parser of the black list', () => {
    fc.assert(
      fc.property(fc.oneof(address4, address6), (text) => {
        const [mine, theirs] = [parseAddress(text), parseIpRange(text)];
        if (!mine || !theirs) return false;
        const value = mine.words.reduce((sum, word) => sum * 2n ** 32n + BigInt(word), 0n);
        return mine.text === theirs.text && value === theirs.from - (mine.words.length === 1 ? 0xffff_0000_0000n : 0n);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => parseAddress(text) === null || true));
  });

  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['255.255.255.255', '255.255.255.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['::1', '::'],
  ])('truncates %s to %s', (text, expected) => {
    const address = parseAddress(text);
    expect(address && truncateAddress(address)).toBe(expected);
  });
});

describe('parseRange', () => {
  it('returns the first and last address of a prefix', () => {
    const block = fc.oneof(
      fc.tuple(address4, fc.nat(32)).map(([address, length]) => `${address}/${length}`),
      fc.tuple(address6, fc.nat(128)).map(([address, length]) => `${address}/${length}`),
    );
    const numberOf = (words: readonly number[]) => words.reduce((sum, word) => sum * 2n ** 32n + BigInt(word), 0n);
    fc.assert(
      fc.property(block, (text) => {
        const [mine, theirs] = [parseRange(text), parseIpRange(text)];
        // IPv4-mapped IPv6 counts its prefix differently; the database never returns it.
        if (!mine || !theirs || text.includes('ffff:')) return true;
        const offset = theirs.family === 4 ? 0xffff_0000_0000n : 0n;
        return numberOf(mine.first) === theirs.from - offset && numberOf(mine.last) === theirs.to - offset;
      }),
    );
  });
});
