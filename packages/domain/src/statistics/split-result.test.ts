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
    ['clear, one without conversions', tried(1_000, 55), tried(1_000, 0), true],
    ['clear at one look only', tried(1_000, 75), tried(1_000, 50), false],
    ['clear with too few conversions', tried(1_000, 45), tried(1_000, 2), false],
    ['close', tried(790, 47), tried(787, 47), false],
    ['same rates', tried(1_000, 50), tried(1_000, 50), false],
    ['few clicks', tried(60, 12), tried(60, 8), false],
  ])('%s', (_, one, other, isWinner) => {
    expect(splitResult([one, other])?.isWinner).toBe(isWinner);
    expect(splitResult([other, one])?.isWinner).toBe(isWinner);
  });

  it.each([
    ['fewer than 20 conversions', tried(1_000, 19), tried(1_000, 0)],
    ['more conversions than clicks', tried(10, 30), tried(10, 5)],
  ])('%s: no interval', (_, one, other) => {
    expect(splitResult([one, other])).toMatchObject({ interval: null, isWinner: false });
  });

  it('agrees with the published formula', () => {
    const result = splitResult([tried(1_000, 50), tried(1_000, 100)]);
    expect(result?.lift).toBeCloseTo(1, 10);
    expect(result?.interval?.[0]).toBeCloseTo(0.436, 2);
    expect(result?.interval?.[1]).toBeCloseTo(1.758, 2);
  });

  it.each([
    ['equal', tried(1_000, 50), tried(1_000, 50), 0.5],
    ['at the edge of the interval', tried(10_000, 244), tried(10_000, 200), 0.98],
    ['far apart', tried(1_000, 200), tried(1_000, 50), 1],
  ])('says how surely the leader is better: %s', (_, one, other, probability) => {
    expect(splitResult([one, other])?.probability).toBeCloseTo(probability, 2);
  });

  it('needs more of the best of many', () => {
    const [best, other] = [tried(10_000, 275), tried(10_000, 200)];
    const many = Array.from({ length: 8 }, () => tried(10_000, 150));
    expect([splitResult([best, other])?.isWinner, splitResult([best, other, ...many])?.isWinner]).toEqual([
      true,
      false,
    ]);
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
