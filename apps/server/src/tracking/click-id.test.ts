import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignOfClick, clickIds, timeOfClick } from './click-id.ts';

describe('click ids', () => {
  it('sort in the order in which they were made, whatever the clock does', () => {
    const clock = fc.array(fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_050 }), { maxLength: 200 });
    fc.assert(
      fc.property(clock, (times) => {
        const next = clickIds();
        const ids = times.map((now) => next(now, 1));
        return [...ids].sort().join() === ids.join() && new Set(ids).size === ids.length;
      }),
    );
  });

  it('stay unique and in order beyond the turns of one millisecond', () => {
    const next = clickIds();
    let before = '';
    for (let turn = 0; turn < 70_000; turn += 1) {
      const id = next(1_700_000_000_000, 1);
      if (id <= before) throw new Error(`${id} after ${before}`);
      before = id;
    }
    expect(next(1_700_000_000_000, 1) > before).toBe(true);
  });

  it('tell the time of the click, also after the clock was set back', () => {
    const next = clickIds();
    const noon = Date.UTC(2026, 10, 18, 12);
    for (const now of [noon, noon + 365 * 86_400_000, noon, noon - 3_600_000, noon]) {
      expect(timeOfClick(next(now, 1))).toBe(now);
    }
  });

  it('sort by time across processes', () => {
    const [one, other] = [clickIds(), clickIds()];
    expect(one(1_700_000_000_000, 1) < other(1_700_000_000_001, 1)).toBe(true);
    expect(one(Date.UTC(2026, 0), 1) < other(Date.UTC(2999, 0), 1)).toBe(true);
  });

  it('are safe in a URL and tell their campaign', () => {
    const next = clickIds();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (campaignId) => {
        const id = next(Date.now(), campaignId);
        return /^[0-9a-z]{29,38}$/.test(id) && campaignOfClick(id) === campaignId;
      }),
    );
  });

  it('carry eighty bits that nobody can foresee', () => {
    const next = clickIds();
    const random = Array.from({ length: 2_000 }, () => next(1_700_000_000_000, 1).slice(12, 28));
    expect(new Set(random).size).toBe(2_000);
    for (let place = 0; place < 16; place += 1) {
      expect(new Set(random.map((text) => text[place])).size).toBe(32);
    }
  });

  it.each(['', 'x', 'u'.repeat(30), '0'.repeat(28), '0'.repeat(39), `${'0'.repeat(29)}'`, 'A'.repeat(30)])(
    '"%s" is none',
    (text) => {
      expect(campaignOfClick(text)).toBeNull();
    },
  );
});
