import { expect, it } from 'vitest';
import { areClicksDown } from './clicks-down.ts';

it.each([
  [50, 400, false],
  [49, 400, true],
  [0, 1, true],
  [0, 0, false],
  [900, 400, false],
])('%d clicks after %d in four weeks: %s', (lastWeek, before, isDown) => {
  expect(areClicksDown(lastWeek, before)).toBe(isDown);
});
