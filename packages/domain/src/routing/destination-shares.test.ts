import { describe, expect, it } from 'vitest';
import { destinationShares } from './destination-shares.ts';

const weighing = (weight: number, active = true) => ({ weight, active });

describe('destination shares', () => {
  it.each([
    ['follow their weights', [weighing(70), weighing(30)], [0.7, 0.3]],
    ['leave out what is switched off', [weighing(50), weighing(50, false), weighing(150)], [0.25, 0, 0.75]],
    ['are nothing where nothing is on', [weighing(5, false)], [0]],
    ['take a weight that is not written yet as none', [weighing(Number.NaN), weighing(10)], [0, 1]],
    ['of nothing are nothing', [], []],
  ])('%s', (_, destinations, expected) => {
    expect(destinationShares(destinations)).toEqual(expected);
  });
});
