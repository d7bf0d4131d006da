import { expect, it } from 'vitest';
import { giveWay } from './give-way.ts';

it('yields the CPU now and then', () => {
  const left = () => process.resourceUsage().voluntaryContextSwitches;
  const before = left();
  for (let row = 0; row < 25_600; row += 1) giveWay();
  expect(left() - before).toBeGreaterThanOrEqual(100);
});
