import type { ColorRule } from '@poklik/contract/grid-layouts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findColorRule, readThreshold, thresholdText } from './color-rules.ts';

const RULES: ColorRule[] = [
  { column: 'roi', when: 'below', than: 0, tone: 'negative' },
  { column: 'roi', when: 'above', than: 0.3, tone: 'positive' },
  { column: 'roi', when: 'above', than: 0.1, tone: 'warning' },
  { column: 'clicks', when: 'below', than: 10, tone: 'warning' },
];

it.each([
  ['roi', -0.01, 'negative'],
  ['roi', 0, undefined],
  ['roi', 0.2, 'warning'],
  ['roi', 0.3, 'warning'],
  ['roi', 0.31, 'positive'],
  ['roi', null, undefined],
  ['clicks', 9, 'warning'],
  ['cost', 9, undefined],
])('the first rule of %s that applies to %s has the tone %s', (column, value, tone) => {
  expect(findColorRule(RULES, column, value)?.tone).toBe(tone);
});

it.each([
  ['-30', true, -0.3],
  ['12,5 %', true, 0.125],
  ['−1 000', false, -1000],
  ['0.05', false, 0.05],
  ['', false, null],
  ['ten', false, null],
  ['1e3', false, null],
  ['1.2.3', false, null],
])('reads %j (share: %s) as %s', (text, isShare, than) => {
  expect(readThreshold(text, isShare)).toBe(than);
});

it('writes a threshold so that it reads the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.boolean(), (hundredths, isShare) => {
      const than = readThreshold(String(hundredths / 100), isShare);
      expect(than).not.toBeNull();
      expect(readThreshold(thresholdText(than ?? 0, isShare), isShare)).toBe(than);
    }),
  );
});
