import { expect, it } from 'vitest';
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
