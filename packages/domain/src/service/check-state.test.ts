import { expect, it } from 'vitest';
import { chartStep } from './chart-step.ts';
import { checkState } from './check-state.ts';

it.each([
  ['event_log_lag', 59, 'ok'],
  ['event_log_lag', 60, 'warning'],
  ['event_log_lag', 300, 'danger'],
  ['disk', 0.2, 'ok'],
  ['disk', 0.19, 'warning'],
  ['disk', 0.09, 'danger'],
  ['certificates', 21 * 86_400, 'ok'],
  ['certificates', 20 * 86_400, 'warning'],
  ['certificates', 6 * 86_400, 'danger'],
  ['certificates', -1, 'danger'],
  ['backup', 25 * 3_600, 'ok'],
  ['backup', 26 * 3_600, 'warning'],
  ['backup', 72 * 3_600, 'danger'],
  ['failed_postbacks', 0, 'ok'],
  ['unrecorded', 1, 'danger'],
  ['queue', null, 'unknown'],
] as const)('%s at %s is %s', (check, value, state) => {
  expect(checkState(check, value)).toBe(state);
});

it.each([
  [1, 900],
  [2, 900],
  [3, 3_600],
  [8, 3_600],
  [9, 21_600],
  [50, 21_600],
  [51, 86_400],
  [400, 86_400],
])('a chart of %i days has steps of %i seconds', (days, step) => {
  const from = new Date('2026-01-01T00:00:00Z');
  expect(chartStep({ from, until: new Date(from.getTime() + days * 86_400_000) })).toBe(step);
});
