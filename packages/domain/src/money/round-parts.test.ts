import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundDiv } from './currency-rates.ts';
import { roundParts } from './round-parts.ts';

it('adds up to the rounded sum, and is off by at most one', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(-(10n ** 30n), 10n ** 30n)), fc.bigInt(1n, 10n ** 10n), (parts, divisor) => {
      const rounded = roundParts(parts, divisor);
      const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
      expect(sum(rounded)).toBe(roundDiv(sum(parts), divisor));
      for (const [place, part] of parts.entries()) {
        const error = (rounded[place] ?? 0n) * divisor - part;
        expect(error <= divisor && error >= -divisor).toBe(true);
      }
    }),
  );
});
