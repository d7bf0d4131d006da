import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentColors, contrastOf, isReadableAccent, nearestReadableAccent } from './accent-colors.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('accent colors', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#006d8f', '#ffffff', 5.86],
  ])('%s on %s has a contrast of %f', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });

  it.each([
    ['#777777', false, '#767676'],
    ['#006d8f', true, '#006d8f'],
    ['#ffe600', false, '#827500'],
  ])('%s: readable %s, nearest %s', (accent, isReadable, nearest) => {
    expect(isReadableAccent(accent)).toBe(isReadable);
    expect(nearestReadableAccent(accent)).toBe(nearest);
  });

  it('offers a readable shade of every color', () => {
    fc.assert(fc.property(color, (any) => isReadableAccent(nearestReadableAccent(any))));
  });

  it('makes tokens that are readable wherever they are used, in both themes', () => {
    fc.assert(
      fc.property(color, (any) => {
        const { light, dark } = accentColors(nearestReadableAccent(any));
        for (const [theme, surface] of [
          [light, '#ffffff'],
          [dark, '#131b1e'],
        ] as const) {
          for (const solid of [theme.solid, theme['solid-hover'], theme['solid-active']])
            expect(contrastOf(theme['on-solid'], solid)).toBeGreaterThanOrEqual(4.5);
          for (const ground of [surface, theme.subtle])
            expect(contrastOf(theme.text, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(theme.solid, surface)).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });
});
