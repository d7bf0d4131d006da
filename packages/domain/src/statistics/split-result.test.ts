import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitResult } from './split-result.ts';

const tried = (clicks: number, conversions: number) => ({ clicks, conversions });

describe('the result of a split', () => {
  it.each([
    ['no destinations', []],
    ['one destination', [tried(100, 10)]],
    ['one destination with clicks', [tried(100, 10), tried(0, 0)]],
  ])('%s: nothing to compare', (_, list) => {
    expect(splitResult(list)).toBeNull();
  });

  it.each([
    ['clear', tried(1_000, 100), tried(1_000, 50), true],
    ['clear, one without conversions', tried(500, 25), tried(500, 0), true],
    ['close', tried(790, 47), tried(787, 47), false],
    ['same rates', tried(1_000, 50), tried(1_000, 50), false],
    ['few clicks', tried(60, 12), tried(60, 8), false],
  ])('%s', (_, one, other, isSignificant) => {
    expect(splitResult([one, other])?.isSignificant).toBe(isSignificant);
    expect(splitResult([other, one])?.isSignificant).toBe(isSignificant);
  });

  it.each([
    ['fewer than 20 conversions', tried(1_000, 19), tried(1_000, 0)],
    ['more conversions than clicks', tried(10, 30), tried(10, 5)],
  ])('%s: no interval', (_, one, other) => {
    expect(splitResult([one, other])).toMatchObject({ interval: null, isSignificant: false });
  });

  it('agrees with the published formula', () => {
    const result = splitResult([tried(1_000, 50), tried(1_000, 100)]);
    expect(result?.lift).toBeCloseTo(1, 10);
    expect(result?.interval?.[0]).toBeCloseTo(0.436, 2);
    expect(result?.interval?.[1]).toBeCloseTo(1.758, 2);
  });

  it('compares the best two of several', () => {
    const [low, best, second] = [tried(100, 1), tried(100, 30), tried(100, 20)];
    expect(splitResult([low, best, second])).toMatchObject({ leader: best, runnerUp: second });
  });

  it('contains the measured lift, and more traffic of the same kind narrows it', () => {
    const part = fc
      .integer({ min: 100, max: 5_000 })
      .chain((clicks) => fc.integer({ min: 20, max: clicks }).map((conversions) => tried(clicks, conversions)));
    fc.assert(
      fc.property(part, part, (one, other) => {
        const tenfold = (each: typeof one) => tried(each.clicks * 10, each.conversions * 10);
        const result = splitResult([one, other]);
        const more = splitResult([tenfold(one), tenfold(other)]);
        if (!result?.interval || !more?.interval || result.lift === null) throw new Error('no interval');
        const [low, high] = result.interval;
        expect(low).toBeLessThanOrEqual(result.lift + 0.05);
        expect(high).toBeGreaterThanOrEqual(result.lift - 0.05);
        expect(more.interval[1] - more.interval[0]).toBeLessThanOrEqual(high - low + 1e-9);
      }),
    );
  });
});
