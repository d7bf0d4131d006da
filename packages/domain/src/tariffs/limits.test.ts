import { expect, it } from 'vitest';
import { roomLeft } from './limits.ts';

it.each([
  [3, 0, 3],
  [3, 3, 0],
  [3, 7, 0],
  [null, 1_000_000, Number.POSITIVE_INFINITY],
])('a limit of %s with %s used leaves room for %s', (max, used, room) => {
  expect(roomLeft(max, used)).toBe(room);
});
