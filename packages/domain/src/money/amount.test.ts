import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMicro, fromMinor, shareOf, toMicro, toMinor } from './amount.ts';

describe('amount in micro units', () => {
  it.each([
    ['0', 0n, '0.00'],
    ['12', 12_000_000n, '12.00'],
    ['12.5', 12_500_000n, '12.50'],
    ['0.000001', 1n, '0.000001'],
    ['-0.25', -250_000n, '-0.25'],
    ['0.1234', 123_400n, '0.1234'],
  ])('%s is %s micro units and is formatted as %s', (text, micro, written) => {
    expect(toMicro(text)).toBe(micro);
    expect(fromMicro(micro)).toBe(written);
  });

  it('survives formatting and parsing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (micro) => toMicro(fromMicro(micro)) === micro),
    );
  });
});

describe('amount in minor units', () => {
  it.each([
    ['0', 0n, '0.00'],
    ['19.9', 1_990n, '19.90'],
    ['0.01', 1n, '0.01'],
    ['-12.34', -1_234n, '-12.34'],
    ['92233720368547758.07', 9_223_372_036_854_775_807n, '92233720368547758.07'],
  ])('%s is %s minor units and is formatted as %s', (text, minor, written) => {
    expect(toMinor(text)).toBe(minor);
    expect(fromMinor(minor)).toBe(written);
  });

  it.each([
    [7_900n, 1_000, 790n],
    [99n, 1_000, 9n],
    [9n, 1_000, 0n],
    [1n, 10_000, 1n],
    [7_900n, 0, 0n],
  ])('%s at %s basis points has the share %s', (minor, basisPoints, share) => {
    expect(shareOf(minor, basisPoints)).toBe(share);
  });

  it('has a share that is rounded down by less than one unit', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (minor, basisPoints) => {
        const exact = minor * BigInt(basisPoints);
        const given = shareOf(minor, basisPoints) * 10_000n;
        expect(given <= exact && exact - given < 10_000n).toBe(true);
      }),
    );
  });
});
