import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelledSteps, stepScale, valueScale } from './scales.ts';

describe('a scale of values', () => {
  it.each([
    [[0, 97], true, [0, 20, 40, 60, 80, 100]],
    [[3, 1], true, [0, 1, 2, 3]],
    [[1, 0], true, [0, 1]],
    [[0.021, 0.034], false, [0, 0.01, 0.02, 0.03, 0.04]],
    [[-40, 120], true, [-50, 0, 50, 100, 150]],
    [[0, 0], true, [0, 1]],
    [[null], true, [0, 1]],
  ])('for %s has round lines', (values, isWhole, expected) => {
    expect(valueScale(values, isWhole, [100, 0]).ticks).toEqual(expected);
  });

  it('has every value and zero between its limits, with a few lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }),
        fc.boolean(),
        (values, isWhole) => {
          const rounded = values.map((value) => (isWhole ? Math.round(value) : Math.round(value * 1e4) / 1e4));
          const { scale, ticks } = valueScale(rounded, isWhole, [100, 0]);
          for (const value of [0, ...rounded]) {
            expect(scale(value)).toBeGreaterThanOrEqual(-1e-6);
            expect(scale(value)).toBeLessThanOrEqual(100 + 1e-6);
          }
          expect(ticks).toContain(0);
          expect(ticks.length).toBeGreaterThan(1);
          expect(ticks.length).toBeLessThanOrEqual(8);
          if (isWhole) expect(ticks.filter((tick) => !Number.isInteger(tick))).toEqual([]);
        },
      ),
    );
  });
});

describe('a scale of steps', () => {
  it.each([
    ['points', false, [0, 50, 100], 0],
    ['bands', true, [16.67, 50, 83.33], 25],
  ])('of %s', (_what, hasBars, centers, width) => {
    const scale = stepScale(3, [0, 100], hasBars);
    for (const [place, center] of centers.entries()) expect(scale.center(place)).toBeCloseTo(center, 1);
    expect(scale.width).toBeCloseTo(width, 1);
  });

  it('puts a single step in the middle', () => {
    expect(stepScale(1, [0, 100], false).center(0)).toBe(50);
    expect(stepScale(1, [0, 100], false).nearest(80)).toBe(0);
  });

  it('finds the nearest step of every position', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.boolean(),
        fc.integer({ min: -20, max: 120 }),
        (count, hasBars, position) => {
          const { center, nearest } = stepScale(count, [0, 100], hasBars);
          const distances = Array.from({ length: count }, (_, place) => Math.abs(center(place) - position));
          expect(distances[nearest(position)]).toBeCloseTo(Math.min(...distances), 6);
        },
      ),
    );
  });
});

describe('the axis of steps', () => {
  it('names as many steps as have room, and always the last one', () => {
    expect(labelledSteps(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(labelledSteps(25, 6)).toEqual([4, 9, 14, 19, 24]);
    expect(labelledSteps(0, 6)).toEqual([]);
  });
});
