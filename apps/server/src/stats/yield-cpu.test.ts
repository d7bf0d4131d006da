import { expect, it } from 'vitest';
import { yieldCpu } from './yield-cpu.ts';

it('yields the CPU now and then', () => {
  const left = () => process.resourceUsage().voluntaryContextSwitches;
  const before = left();
  for (let row = 0; row < 25_600; row += 1) yieldCpu();
  expect(left() - before).toBeGreaterThanOrEqual(100);
});
