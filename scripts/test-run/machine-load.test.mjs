import { expect, it } from 'vitest';
import { busyShare, watchOtherLoad } from './machine-load.mjs';

const NOTHING = { total: 0, idle: 0, own: 0 };

it.each([
  ['a quiet machine', { total: 100, idle: 40, own: 60 }, 0],
  ['a machine that others keep half busy', { total: 100, idle: 10, own: 40 }, 0.5],
  ['children that started before the measurement', { total: 100, idle: 40, own: 90 }, 0],
  ['no time at all', NOTHING, 0],
])('measures %s', (_, after, share) => {
  expect(busyShare(NOTHING, after)).toBe(share);
});

it('assumes a quiet machine where the system counts nothing', () => {
  expect(busyShare(undefined, undefined)).toBe(0);
});

it('measures this machine', () => {
  const share = watchOtherLoad()();
  expect(share).toBeGreaterThanOrEqual(0);
  expect(share).toBeLessThanOrEqual(1);
});
