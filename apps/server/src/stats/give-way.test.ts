import { expect, it } from 'vitest';
import { giveWay } from './give-way.ts';

it('leaves the processor to others once in a while', () => {
  const left = () => process.resourceUsage().voluntaryContextSwitches;
  const before = left();
  for (let row = 0; row < 25_600; row += 1) giveWay();
  expect(left() - before).toBeGreaterThanOrEqual(100);
});
