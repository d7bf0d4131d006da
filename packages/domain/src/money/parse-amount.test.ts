import { Amount } from '@poklik/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from './parse-amount.ts';

describe('typed amount', () => {
  it.each([
    ['0.05', '0.05'],
    ['0,05', '0.05'],
    ['1 284,40', '1284.40'],
    ['1\u00a0284,40', '1284.40'],
    ['1,284.40', '1284.40'],
    ['1.284.400', '1284400'],
    ["1'284.5", '1284.5'],
    ['007', '7'],
    ['5.', '5'],
    ['', ''],
    ['abc', 'abc'],
    ['-5', '-5'],
    ['1e5', '1e5'],
  ])('%s is parsed as %s', (written, read) => {
    expect(parseAmount(written)).toBe(read);
  });

  it('stays the same when it is already in the API format', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 999_999_999_999n }),
        fc.integer({ min: 0, max: 999_999 }),
        (whole, part) => {
          const amount = `${whole}.${String(part).padStart(6, '0')}`;
          expect(Amount.safeParse(amount).success).toBe(true);
          expect(parseAmount(amount)).toBe(amount);
        },
      ),
    );
  });
});
