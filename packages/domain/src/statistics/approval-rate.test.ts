import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AGE_STARTS,
  type ApprovalOutcome,
  ageGroupOf,
  approvalRates,
  DECIDED_MIN,
  FULL_RATE,
  fromRated,
} from './approval-rate.ts';

const OLD = AGE_STARTS.length - 1;
const approved = (count: number, decidedIn: number, ageGroup = OLD): ApprovalOutcome => ({
  ...{ count, decidedIn, ageGroup },
  isApproved: true,
});
const rejected = (count: number, decidedIn: number, ageGroup = OLD): ApprovalOutcome => ({
  ...approved(count, decidedIn, ageGroup),
  isApproved: false,
});
const pending = (count: number, ageGroup = OLD): ApprovalOutcome => ({
  ...{ count, ageGroup },
  decidedIn: null,
  isApproved: false,
});
const likely = (outcomes: ApprovalOutcome[]) => approvalRates(outcomes).map((rate) => rate && Number(rate.likely));

describe('age group', () => {
  it.each([
    [0, 0],
    [86_399, 0],
    [86_400, 1],
    [4 * 86_400, 3],
    [60 * 86_400 - 1, OLD - 1],
    [200 * 86_400, OLD],
  ])('of %i seconds is %i', (seconds, group) => expect(ageGroupOf(seconds)).toBe(group));
});

describe('approval rate', () => {
  it('is the share approved of those still pending at that age', () => {
    const rates = likely([approved(60, 0), approved(30, 2), rejected(10, 2)]);
    expect(rates.slice(0, 4)).toEqual([900_000, 750_000, 750_000, null]);
  });

  it('does not count quick decisions of conversions that are too young to have passed the age', () => {
    const known = [approved(30, 1), rejected(30, 1)];
    expect(likely([...known, approved(500, 0, 0)])[0]).toBe(500_000);
    expect(likely([...known, approved(500, 0, 1)])[0]).toBe(946_429);
  });

  it('counts what stays pending with the rate of the next age', () => {
    // Of the 50 young ones 10 were approved on the first day; the others are worth 1/2 each.
    expect(likely([approved(30, 1), rejected(30, 1), approved(10, 0, 1), pending(40, 1)])[0]).toBe(545_455);
  });

  it('counts what is never decided as not approved', () => {
    expect(likely([approved(30, 0), pending(10)])[0]).toBe(750_000);
  });

  it.each([
    [DECIDED_MIN - 1, null],
    [DECIDED_MIN, 1_000_000],
  ])('of %i decided conversions is %s', (count, rate) => expect(likely([approved(count, 0)])[0]).toBe(rate));

  it('is unknown beyond the measured ages and without conversions', () => {
    expect(approvalRates([approved(500, 0)])[OLD]).toBeNull();
    expect(approvalRates([]).every((rate) => rate === null)).toBe(true);
  });

  it('has an interval that narrows with more decisions', () => {
    const width = (count: number) => {
      const [rate] = approvalRates([approved(count, 0), rejected(count, 0)]);
      return Number(rate?.high) - Number(rate?.low);
    };
    expect(width(15)).toBeGreaterThan(300_000);
    expect(width(1_500)).toBeLessThan(40_000);
  });
});

const outcome = fc
  .record({
    count: fc.integer({ min: 1, max: 400 }),
    ageGroup: fc.nat(OLD),
    decided: fc.option(fc.nat(OLD)),
    isApproved: fc.boolean(),
  })
  .map(({ decided, ageGroup, ...rest }) => ({
    ...rest,
    ageGroup,
    // Nobody decides in the future.
    decidedIn: decided === null ? null : Math.min(decided, ageGroup),
  }));
const outcomes = fc.array(outcome, { maxLength: 30 });
const amounts = fc.array(fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 12n }), group: fc.nat(OLD) }), {
  maxLength: 20,
});

describe('for any history', () => {
  it('a rate lies within its interval and between nothing and everything', () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        for (const rate of approvalRates(all)) {
          if (!rate) continue;
          const { low, likely: middle, high } = rate;
          expect([0n <= low, low <= middle, middle <= high, high <= FULL_RATE]).toEqual([true, true, true, true]);
        }
      }),
    );
  });

  it('an approval instead of a rejection never lowers a rate', () => {
    fc.assert(
      fc.property(outcomes, fc.nat(29), (all, place) => {
        const better = all.map((one, index) =>
          index === place % Math.max(all.length, 1) && one.decidedIn !== null ? { ...one, isApproved: true } : one,
        );
        const [before, after] = [approvalRates(all), approvalRates(better)];
        for (const [group, rate] of before.entries()) {
          expect(after[group] === null).toBe(rate === null);
          if (rate) expect(after[group]?.likely).toBeGreaterThanOrEqual(rate.likely);
        }
      }),
    );
  });

  it('expected revenue lies between approved and all, and grows with what is pending', () => {
    fc.assert(
      fc.property(outcomes, amounts, (all, onHold) => {
        const rates = approvalRates(all);
        const expected = (some: typeof onHold) =>
          fromRated(some.reduce((sum, { amount, group }) => sum + amount * (rates[group]?.likely ?? 0n), 0n));
        expect(expected(onHold)).toBeGreaterThanOrEqual(0n);
        expect(expected(onHold)).toBeLessThanOrEqual(onHold.reduce((sum, { amount }) => sum + amount, 0n));
        expect(expected(onHold)).toBeGreaterThanOrEqual(expected(onHold.slice(1)));
      }),
    );
  });
});
