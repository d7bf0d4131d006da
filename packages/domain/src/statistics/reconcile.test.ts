import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayTotals, findDifferences, unchangedBetween } from './reconcile.ts';

const totals: fc.Arbitrary<DayTotals[]> = fc.uniqueArray(
  fc.record({
    accountId: fc.integer({ min: 1, max: 3 }),
    day: fc.constantFrom('2026-05-30', '2026-05-31'),
    what: fc.constantFrom('clicks', 'conversions'),
    totals: fc.constantFrom('1 2', '3 4', '5 6'),
  }),
  { selector: ({ accountId, day, what }) => `${accountId} ${day} ${what}`, minLength: 1 },
);

describe('comparing two sources', () => {
  it('finds no differences when they agree, in any order', () => {
    fc.assert(
      fc.property(totals, (all) => {
        expect(findDifferences(all, all.toReversed())).toEqual([]);
      }),
    );
  });

  it('finds exactly the planted difference', () => {
    fc.assert(
      fc.property(totals, fc.nat(), fc.constantFrom('changed', 'missing', 'added'), (all, at, kind) => {
        const place = at % all.length;
        const planted = all[place] as DayTotals;
        const without = all.filter((one) => one !== planted);
        const [expected, found] = {
          changed: [all, [...without, { ...planted, totals: 'x' }]],
          missing: [all, without],
          added: [without, all],
        }[kind] as [DayTotals[], DayTotals[]];
        expect(findDifferences(expected, found)).toMatchObject([
          { accountId: planted.accountId, day: planted.day, what: planted.what },
        ]);
      }),
    );
  });
});

describe('two reads of one source', () => {
  const at = (accountId: number, totals: string): DayTotals => ({
    accountId,
    day: '2026-05-31',
    what: 'clicks',
    totals,
  });

  it('agree only on rows that did not change in between', () => {
    const isSteady = unchangedBetween([at(1, '5'), at(2, '7'), at(3, '1')], [at(1, '5'), at(2, '8'), at(4, '2')]);
    expect([1, 2, 3, 4, 5].filter((accountId) => isSteady(at(accountId, 'whatever')))).toEqual([1, 5]);
  });
});
