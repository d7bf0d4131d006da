import { expect, it } from 'vitest';
import { hasUnreadableCosts } from './unreadable-costs.ts';

it.each([
  [100, 100, true],
  [100, 99, false],
  [2_000, 100, true],
  [2_001, 100, false],
  [1_000_000, 60_000, true],
  [0, 0, false],
])('of %i clicks, %i with an unreadable cost are worth a notice: %s', (clicks, unreadable, expected) => {
  expect(hasUnreadableCosts({ clicks, unreadable })).toBe(expected);
});
