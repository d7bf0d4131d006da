import { parseAddress } from '@poklik/domain/ip/ip-address';
import { parseRange } from '@poklik/domain/ip/ip-range';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlackListRow, buildBlackList, matchBlackList } from './black-list.ts';

const row = (id: number, range: string, block = false, campaignId: number | null = null): BlackListRow => ({
  id,
  range,
  block,
  campaignId,
});
const words = (text: string) => parseAddress(text)?.words ?? [];

describe('matchBlackList', () => {
  const list = buildBlackList([
    row(1, '10.0.0.0/8'),
    row(2, '10.1.0.0/16', true),
    row(3, '10.1.2.0/24'),
    row(4, '10.2.0.0/16'),
    row(5, '10.2.3.4/32', true),
    row(6, '2001:db8::/32'),
    row(7, '2001:db8:0:1::/64', true),
    row(8, '203.0.113.0/24', false, 77),
    row(9, '10.9.0.0/16', false, 77),
    row(10, '10.1.0.0/16', false, 77),
    row(11, '255.255.255.255/32', true),
    row(12, '0.0.0.0/32'),
  ]);
  it.each([
    ['10.200.0.1', 1, 1, 1, 'the only entry that contains it decides'],
    ['10.1.9.9', 1, 2, 2, 'blocking beats excluding'],
    ['10.1.2.3', 1, 2, 2, 'a narrower exclusion does not lift a block'],
    ['10.2.9.9', 1, 1, 4, 'the narrower of two that exclude decides'],
    ['10.2.3.4', 1, 2, 5, 'a narrower block decides'],
    ['10.2.3.5', 1, 1, 4, 'and ends where it ends'],
    ['11.0.0.0', 1, 0, 0, 'behind a block nobody decides'],
    ['9.255.255.255', 1, 0, 0, 'before a block nobody decides'],
    ['2001:db8::5', 1, 1, 6, 'IPv6 excludes'],
    ['2001:db8:0:1::5', 1, 2, 7, 'IPv6 blocks'],
    ['2001:db9::', 1, 0, 0, 'IPv6 ends'],
    ['203.0.113.9', 1, 0, 0, 'an entry of another campaign does not count'],
    ['203.0.113.9', 77, 1, 8, 'an entry of the campaign counts'],
    ['10.9.1.1', 77, 1, 9, 'the entry of the campaign comes before the general one'],
    ['10.1.9.9', 77, 2, 2, 'a general block beats the campaign’s exclusion'],
    ['255.255.255.255', 1, 2, 11, 'the last address of all'],
    ['0.0.0.0', 1, 1, 12, 'the first address of all'],
  ])('%s of campaign %i: outcome %i by entry %i (%s)', (address, campaignId, outcome, entryId) => {
    expect(matchBlackList(list, campaignId, words(address))).toEqual({ outcome, entryId });
  });

  it('matches nothing without a list or an address', () => {
    expect(matchBlackList(undefined, 1, words('10.0.0.1')).outcome).toBe(0);
    expect(matchBlackList(list, 1, []).outcome).toBe(0);
  });

  const v4 = fc.tuple(fc.constantFrom(10, 11), fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));
  const v6 = fc.tuple(fc.nat(1), fc.nat(1), fc.nat(3)).map(([a, b, c]) => `2001:db8:${a}::${b}:${c}`);
  const rows = fc
    .array(
      fc.tuple(
        fc.oneof(fc.tuple(v4, fc.integer({ min: 6, max: 32 })), fc.tuple(v6, fc.integer({ min: 30, max: 128 }))),
        fc.boolean(),
        fc.constantFrom(null, 5),
      ),
      { maxLength: 25 },
    )
    .map((entries) =>
      entries.map(([[address, length], block, campaignId], place) =>
        row(place + 1, `${address}/${length}`, block, campaignId),
      ),
    );

  it('agrees with a linear search', () => {
    fc.assert(
      fc.property(rows, fc.oneof(v4, v6), fc.constantFrom(5, 6), (entries, address, campaignId) => {
        const { outcome, entryId } = matchBlackList(buildBlackList(entries), campaignId, words(address));
        const meant = entries.filter((entry) => entry.campaignId === null || entry.campaignId === campaignId);
        const found = meant.filter(({ range }) => contains(range, words(address)));
        const expected = found.some(({ block }) => block) ? 2 : found.length > 0 ? 1 : 0;
        const decider = found.find(({ id }) => id === entryId);
        return outcome === expected && (expected === 0 ? entryId === 0 : decider?.block === (expected === 2));
      }),
    );
  });
});

function contains(range: string, address: readonly number[]): boolean {
  const { first, last } = parseRange(range) ?? { first: [], last: [] };
  if (first.length !== address.length) return false;
  const value = (list: readonly number[]) => list.reduce((sum, word) => sum * 2n ** 32n + BigInt(word), 0n);
  return value(first) <= value(address) && value(address) <= value(last);
}
