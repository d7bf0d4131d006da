import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClickIdGenerator, parseCampaignId, parseClickTime } from './click-id.ts';

describe('click IDs', () => {
  it('sort in creation order, whatever the clock does', () => {
    const clock = fc.array(fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_050 }), { maxLength: 200 });
    fc.assert(
      fc.property(clock, (times) => {
        const next = createClickIdGenerator();
        const ids = times.map((now) => next(now, 1));
        return [...ids].sort().join() === ids.join() && new Set(ids).size === ids.length;
      }),
    );
  });

  it('stay unique and ordered beyond the sequence of one millisecond', () => {
    const next = createClickIdGenerator();
    let before = '';
    for (let turn = 0; turn < 70_000; turn += 1) {
      const id = next(1_700_000_000_000, 1);
      if (id <= before) throw new Error(`${id} after ${before}`);
      before = id;
    }
    expect(next(1_700_000_000_000, 1) > before).toBe(true);
  });

  it('contain the time of the click, also after the clock was set back', () => {
    const next = createClickIdGenerator();
    const noon = Date.UTC(2026, 10, 18, 12);
    for (const now of [noon, noon + 365 * 86_400_000, noon, noon - 3_600_000, noon]) {
      expect(parseClickTime(next(now, 1))).toBe(now);
    }
  });

  it('sort by time across processes', () => {
    const [one, other] = [createClickIdGenerator(), createClickIdGenerator()];
    expect(one(1_700_000_000_000, 1) < other(1_700_000_000_001, 1)).toBe(true);
    expect(one(Date.UTC(2026, 0), 1) < other(Date.UTC(2999, 0), 1)).toBe(true);
  });

  it('are URL-safe and contain the campaign', () => {
    const next = createClickIdGenerator();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (campaignId) => {
        const id = next(Date.now(), campaignId);
        return /^[0-9a-z]{29,38}$/.test(id) && parseCampaignId(id) === campaignId;
      }),
    );
  });

  it('contain 80 random bits', () => {
    const next = createClickIdGenerator();
    const random = Array.from({ length: 2_000 }, () => next(1_700_000_000_000, 1).slice(12, 28));
    expect(new Set(random).size).toBe(2_000);
    for (let place = 0; place < 16; place += 1) {
      expect(new Set(random.map((text) => text[place])).size).toBe(32);
    }
  });

  it.each(['', 'x', 'u'.repeat(30), '0'.repeat(28), '0'.repeat(39), `${'0'.repeat(29)}'`, 'A'.repeat(30)])(
    'rejects "%s"',
    (text) => {
      expect(parseCampaignId(text)).toBeNull();
    },
  );
});
