import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelledSteps, scaleOf } from './chart-scale.ts';

describe('a scale', () => {
  it.each([
    [[0, 97], true, [0, 50, 100]],
    [[3, 1], true, [0, 1, 2, 3]],
    [[0.021, 0.034], false, [0, 0.01, 0.02, 0.03, 0.04]],
    [[-40, 120], true, [-50, 0, 50, 100, 150]],
    [[0, 0], true, [0, 1]],
    [[null], true, [0, 1]],
  ])('for %s has round lines', (values, isWhole, expected) => {
    expect(scaleOf(values, isWhole).ticks).toEqual(expected);
  });

  it('holds every value and zero, with a few lines', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
        const rounded = values.map((value) => Math.round(value * 1e4) / 1e4);
        const { low, high, ticks } = scaleOf(rounded, false);
        expect(low).toBeLessThanOrEqual(Math.min(0, ...rounded) + 1e-6);
        expect(high).toBeGreaterThanOrEqual(Math.max(0, ...rounded) - 1e-6);
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

describe('the axis of time', () => {
  it('names as many steps as have room, and always the last one', () => {
    expect(labelledSteps(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(labelledSteps(25, 6)).toEqual([4, 9, 14, 19, 24]);
    expect(labelledSteps(0, 6)).toEqual([]);
  });
});
