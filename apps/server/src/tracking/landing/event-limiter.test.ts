import { parseAddress } from '@poklik/domain/ip/ip-address';
import { describe, expect, it } from 'vitest';
import { createEventLimiter } from './event-limiter.ts';

const from = (text: string) => {
  const address = parseAddress(text);
  if (!address) throw new Error(text);
  return address;
};
const START = 1_800_000_000_000;
const take = (
  allowance: ReturnType<typeof createEventLimiter>,
  times: number,
  address: string,
  campaign = 1,
  at = START,
) => Array.from({ length: times }, () => allowance.take(campaign, from(address), at)).filter(Boolean).length;

describe('event limit per minute', () => {
  it('counts each source separately and resets every minute', () => {
    const allowance = createEventLimiter(() => ({ perSource: 3, perCampaign: 100 }));
    expect(take(allowance, 5, '203.0.113.1')).toBe(3);
    expect(take(allowance, 5, '203.0.113.2')).toBe(3);
    expect(take(allowance, 5, '203.0.113.1', 1, START + 60_000)).toBe(3);
  });

  it('counts an IPv6 network as one source', () => {
    const allowance = createEventLimiter(() => ({ perSource: 3, perCampaign: 100 }));
    expect(take(allowance, 2, '2001:db8:0:1::1')).toBe(2);
    expect(take(allowance, 2, '2001:db8:0:1:ffff::2')).toBe(1);
    expect(take(allowance, 2, '2001:db8:0:2::1')).toBe(2);
  });

  it('counts each campaign across sources', () => {
    const allowance = createEventLimiter(() => ({ perSource: 3, perCampaign: 5 }));
    const taken = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((address) => take(allowance, 3, address));
    expect(taken).toEqual([3, 2, 0]);
    expect(take(allowance, 3, '203.0.113.3', 2)).toBe(3);
  });

  it('does not count events of a limited source toward the campaign', () => {
    const allowance = createEventLimiter(() => ({ perSource: 2, perCampaign: 4 }));
    expect(take(allowance, 100, '203.0.113.1')).toBe(2);
    expect(take(allowance, 2, '203.0.113.2')).toBe(2);
  });

  it('stays small however many sources there are', () => {
    const allowance = createEventLimiter(() => ({ perSource: 1, perCampaign: 1_000_000 }));
    const words = (place: number) => ({ words: [place] });
    for (let place = 0; place < 100_000; place += 1) allowance.take(1, words(place), START);
    expect(allowance.take(1, words(0), START), 'the known ones are still bounded').toBe(false);
    expect(allowance.take(1, words(200_000), START) && allowance.take(1, words(200_000), START)).toBe(true);
  });
});
