import { GOALS_MAX } from '@poklik/contract/goals';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberGoals } from './goals.ts';

it('keeps numbers and gives the lowest free ones to goals without', () => {
  expect(numberGoals([{}, { number: 1 }, { number: 4 }, {}]).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: GOALS_MAX }), { maxLength: GOALS_MAX });
  fc.assert(
    fc.property(numbers, fc.nat(GOALS_MAX), (kept, more) => {
      const added = Math.min(more, GOALS_MAX - kept.length);
      const goals = [...kept.map((number) => ({ number })), ...Array.from({ length: added }, () => ({}))];
      const result = numberGoals(goals).map(({ number }) => number);
      expect(new Set(result).size).toBe(goals.length);
      expect(result).toEqual(expect.arrayContaining(kept));
      expect(result.every((number) => number >= 1 && number <= GOALS_MAX)).toBe(true);
    }),
    { numRuns: 1_500 },
  );
});
