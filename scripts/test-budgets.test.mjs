import { expect, it } from 'vitest';
import { overBudget } from './test-budgets.mjs';

const TWO_CORES = { cores: 2, isPortable: false };

it('allows a step half as much again as its budget, and says what to do about more', () => {
  expect(overBudget('units', 990, TWO_CORES)).toBeUndefined();
  expect(overBudget('units', 991, TWO_CORES)).toMatch(
    /^units took 991 s, more than the 990 s allowed.*TEST_BUDGET=off/s,
  );
});

it.each([
  ['one core has twice the time', 'lint', { cores: 1, isPortable: false }, 180],
  ['more cores have no less', 'lint', { cores: 8, isPortable: false }, 90],
  ['the portable engine has twice the time', 'crash', { cores: 2, isPortable: true }, 360],
  ['the portable engine slows no check', 'lint', { cores: 2, isPortable: true }, 90],
])('%s', (_, step, machine, limit) => {
  expect(overBudget(step, limit, machine)).toBeUndefined();
  expect(overBudget(step, limit + 1, machine)).toBeDefined();
});

it('asks nothing of a step without a budget', () => {
  expect(overBudget('server-faults', 1e6, TWO_CORES)).toBeUndefined();
});
