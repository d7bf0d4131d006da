import { ADD_BATCH_MAX } from '@poklik/contract/black-list';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, type IpRange, parseIpRange } from '../ip/ip-range.ts';
import { classifyAddresses, splitAddresses } from './classify-addresses.ts';

const plenty = { room: 1_000, ownIp: '' };
const existing = (...texts: string[]) => texts.map((text) => parseIpRange(text) as IpRange);
const sort = (text: string, present: string[] = [], options = plenty) =>
  classifyAddresses(splitAddresses(text), existing(...present), options);

describe('pasted addresses', () => {
  it('are split at lines, commas, semicolons and spaces, and comments are removed', () => {
    const text = '1.1.1.1, 2.2.2.2;3.3.3.3\r\n\n  4.4.4.4 # the office\n# nothing here\n5.5.5.5';
    expect(splitAddresses(text)).toEqual([
      { text: '1.1.1.1', line: 1 },
      { text: '2.2.2.2', line: 1 },
      { text: '3.3.3.3', line: 1 },
      { text: '4.4.4.4', line: 3 },
      { text: '5.5.5.5', line: 5 },
    ]);
  });
});

describe('adding multiple addresses', () => {
  it('reports the result of each line', () => {
    const result = sort('10.1.2.3\nnonsense\n10.1.0.0/16\n8.0.0.0/6\n203.0.113.9', ['203.0.113.0/24']);
    expect(result.added.map(({ text }) => text)).toEqual(['10.1.0.0/16']);
    expect(result.merged).toEqual([
      { ip: '10.1.2.3', covered_by: '10.1.0.0/16' },
      { ip: '203.0.113.9', covered_by: '203.0.113.0/24' },
    ]);
    expect(result.refused).toEqual([
      { text: 'nonsense', line: 2, reason: 'not_an_address' },
      { text: '8.0.0.0/6', line: 4, reason: 'too_wide' },
    ]);
  });

  it('stops at the limit', () => {
    const { added, refused } = sort('1.1.1.1\n2.2.2.2\n3.3.3.3', [], { room: 2, ownIp: '' });
    expect(added).toHaveLength(2);
    expect(refused).toEqual([{ text: '3.3.3.3', line: 3, reason: 'limit_reached' }]);
  });

  it('does not count merged addresses towards the limit', () => {
    const { added, refused } = sort('1.1.1.1\n1.1.1.1\n1.1.1.1\n2.2.2.2', [], { room: 2, ownIp: '' });
    expect([added.length, refused.length]).toEqual([2, 0]);
  });

  it('warns about the caller’s own address, wide ranges and redundant entries', () => {
    const { warnings } = sort('198.51.0.0/15', ['198.51.100.0/24'], { room: 9, ownIp: '198.51.7.7' });
    expect(warnings).toEqual([
      { ip: '198.50.0.0/15', reason: 'own_address' },
      { ip: '198.50.0.0/15', reason: 'wide_range' },
      { ip: '198.50.0.0/15', reason: 'covers_existing' },
    ]);
  });

  it('reports lines beyond the batch limit', () => {
    const lines = Array.from({ length: ADD_BATCH_MAX + 5 }, (_, index) => ({
      text: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      line: index + 1,
    }));
    const { added, refused } = classifyAddresses(lines, [], { room: 1_000_000, ownIp: '' });
    expect(added).toHaveLength(ADD_BATCH_MAX);
    expect(refused.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5].map((more) => ADD_BATCH_MAX + more));
  });

  const entry = fc
    .tuple(fc.constantFrom('10', '11'), fc.nat(3), fc.nat(3), fc.nat(3), fc.integer({ min: 8, max: 32 }))
    .map(([a, b, c, d, length]) => `${a}.${b}.${c}.${d}/${length}`);
  const entries = fc.array(entry, { maxLength: 30 });

  it('reports every line exactly once', () => {
    fc.assert(
      fc.property(entries, entries, fc.nat(20), (lines, present, room) => {
        const { added, merged, refused } = sort(lines.join('\n'), present, { room, ownIp: '' });
        return added.length + merged.length + refused.length === lines.length && added.length <= room;
      }),
    );
  }, 30_000);

  it('merges an address exactly when another entry covers it', () => {
    fc.assert(
      fc.property(entries, entries, (lines, present) => {
        const before = existing(...present);
        const { added, merged } = classifyAddresses(splitAddresses(lines.join('\n')), before, plenty);
        const everything = [...before, ...added];
        const isBare = (one: IpRange) => !everything.some((other) => other !== one && covers(other, one));
        const isCovered = ({ ip, covered_by }: { ip: string; covered_by: string }) => {
          const [inner, outer] = existing(ip, covered_by);
          return inner && outer && covers(outer, inner) && everything.some(({ text }) => text === covered_by);
        };
        return added.every(isBare) && merged.every(isCovered);
      }),
    );
  }, 30_000);

  it('warns about redundant entries exactly when there are any', () => {
    fc.assert(
      fc.property(entries, entries, (lines, present) => {
        const before = existing(...present);
        const { added, warnings } = classifyAddresses(splitAddresses(lines.join('\n')), before, plenty);
        const warned = warnings.filter(({ reason }) => reason === 'covers_existing').map(({ ip }) => ip);
        const needless = added.filter((one) => before.some((other) => covers(one, other))).map(({ text }) => text);
        return warned.join() === needless.join();
      }),
    );
  }, 30_000);
});
