import { expect, it } from 'vitest';
import { overBudget } from './test-budgets.mjs';

const TWO_CORES = { cores: 2, isPortable: false, busy: 0 };

it('allows one and a half times the budget and says what to do beyond that', () => {
  expect(overBudget('units', 1350, TWO_CORES)).toBeUndefined();
  expect(overBudget('units', 1351, TWO_CORES)).toMatch(
    /^units took 1351 s, more than the 1350 s allowed.*TEST_BUDGET=off/s,
  );
});

it.each([
  ['allows twice the time on one core', 'lint', { cores: 1, isPortable: false, busy: 0 }, 180],
  ['allows no less time on more cores', 'lint', { cores: 8, isPortable: false, busy: 0 }, 90],
  ['allows twice the time with the WebAssembly engine', 'crash', { cores: 2, isPortable: true, busy: 0 }, 360],
  ['allows checks no extra time with the WebAssembly engine', 'lint', { cores: 2, isPortable: true, busy: 0 }, 90],
  ['allows twice the time on a machine that others keep half busy', 'lint', { ...TWO_CORES, busy: 0.5 }, 180],
  ['allows at most four times the time', 'lint', { ...TWO_CORES, busy: 1 }, 360],
])('%s', (_, step, machine, limit) => {
  expect(overBudget(step, limit, machine)).toBeUndefined();
  expect(overBudget(step, limit + 1, machine)).toBeDefined();
});

it('does not limit a step without a budget', () => {
  expect(overBudget('server-faults', 1e6, TWO_CORES)).toBeUndefined();
});
