import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMicro, toMicro } from './amount.ts';

describe('an amount', () => {
  it.each([
    ['0', 0n, '0.00'],
    ['12', 12_000_000n, '12.00'],
    ['12.5', 12_500_000n, '12.50'],
    ['0.000001', 1n, '0.000001'],
    ['-0.25', -250_000n, '-0.25'],
    ['0.1234', 123_400n, '0.1234'],
  ])('%s is %s millionths and is written %s', (text, micro, written) => {
    expect(toMicro(text)).toBe(micro);
    expect(fromMicro(micro)).toBe(written);
  });

  it('survives being written and read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (micro) => toMicro(fromMicro(micro)) === micro),
    );
  });
});
