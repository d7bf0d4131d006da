import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type Destination, Optimise, OWN_SET, type Rule } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { withUids } from '../routing/targets.ts';
import { delayCurve, sharedCurve } from './delay-curve.ts';
import { learnWeights, WARM_UP_CONVERSIONS } from './learn-weights.ts';
import { withLearnedWeights } from './learned-settings.ts';
import type { LearningInput, LedClicks, LedConversions } from './learning-input.ts';
import { payoutDraws } from './payout-draws.ts';
import { seededDraws, seedOf } from './seeded-draws.ts';
import { shareWeights } from './share-weights.ts';

const OPTIMISE = Optimise.parse({ mode: 'learn' });
const QUARTER = 900;
const NOW = 100_000 * QUARTER;
const DAY = 96 * QUARTER;

it('learning sees clicks, conversions and amounts, and nothing about a visitor', () => {
  expectTypeOf<keyof LearningInput>().toEqualTypeOf<'clicks' | 'conversions'>();
  expectTypeOf<keyof LedClicks>().toEqualTypeOf<'target' | 'quarter' | 'clicks'>();
  expectTypeOf<keyof LedConversions>().toEqualTypeOf<
    'target' | 'quarter' | 'reported' | 'state' | 'conversions' | 'amount'
  >();
});

describe('seeded draws', () => {
  it('are the same for the same seed', () => {
    const [one, other] = [seededDraws(seedOf('a')), seededDraws(seedOf('a'))];
    expect([one.uniform(), one.gamma(3)]).toEqual([other.uniform(), other.gamma(3)]);
    expect(seededDraws(seedOf('b')).uniform()).not.toBe(seededDraws(seedOf('a')).uniform());
  });

  it.each([0.3, 1, 7, 400])('have mean and variance of a gamma distribution of shape %s', (shape) => {
    const random = seededDraws(5);
    const drawn = Array.from({ length: 20_000 }, () => random.gamma(shape));
    const mean = drawn.reduce((sum, each) => sum + each, 0) / drawn.length;
    const variance = drawn.reduce((sum, each) => sum + (each - mean) ** 2, 0) / drawn.length;
    expect(mean / shape).toBeCloseTo(1, 1);
    expect(variance / shape).toBeGreaterThan(0.9);
    expect(variance / shape).toBeLessThan(1.1);
  });
});

describe('the delay curve', () => {
  it('is one where nothing was seen', () => expect([0, 5, 900].map(delayCurve([]))).toEqual([1, 1, 1]));

  it('is the share seen when every click is old', () => {
    const curve = delayCurve([
      { delay: 0, age: 999, count: 500 },
      { delay: 10, age: 999, count: 500 },
    ]);
    expect(curve(-1)).toBe(0);
    expect(curve(0)).toBeCloseTo(0.5, 2);
    expect(curve(9)).toBeCloseTo(0.5, 2);
    expect(curve(10)).toBe(1);
  });

  it('allows for slow conversions of recent clicks, which nobody can have seen', () => {
    // Half of the conversions take ten steps. A hundred clicks convert at each age, and the young ones show only half.
    const seen = Array.from({ length: 40 }, (_, age) => [
      { delay: 0, age, count: 50 },
      ...(age >= 10 ? [{ delay: 10, age, count: 50 }] : []),
    ]).flat();
    const naive = (40 * 50) / (40 * 50 + 30 * 50);
    expect(delayCurve(seen)(5)).toBeCloseTo(0.5, 2);
    expect(delayCurve(seen)(5)).toBeLessThan(naive - 0.05);
  });

  it('of a target is that of its set while it has few conversions', () => {
    const own = (count: number) => sharedCurve([{ delay: 10, age: 99, count }], () => 0.8);
    expect(own(0)(5)).toBeCloseTo(0.8, 10);
    expect(own(20)(5)).toBeLessThan(0.5);
    expect(own(2_000)(5)).toBeLessThan(0.02);
  });

  it('rises from zero to one', () => {
    const seen = fc.array(
      fc
        .record({ delay: fc.nat(50), wait: fc.nat(50), count: fc.integer({ min: 1, max: 9 }) })
        .map(({ delay, wait, count }) => ({ delay, age: delay + wait, count })),
    );
    fc.assert(
      fc.property(seen, (list) => {
        const curve = delayCurve(list);
        const values = Array.from({ length: 60 }, (_, age) => curve(age));
        return values.every((value, at) => value >= (values[at - 1] ?? 0) && value <= 1) && values[59] === 1;
      }),
    );
  });
});

/** Everything happened long ago, at once. */
function settled(rates: Record<string, [clicks: number, conversions: number, amount?: number]>): LearningInput {
  const quarter = NOW - 2 * DAY;
  const entries = Object.entries(rates);
  return {
    clicks: entries.map(([target, [clicks]]) => ({ target, quarter, clicks })),
    conversions: entries.map(([target, [, conversions, amount = 1]]) => ({
      ...{ target, quarter, reported: quarter, state: 'approved' as const, conversions },
      amount: conversions * amount,
    })),
  };
}
const learn = (input: LearningInput, change: Partial<Optimise> = {}, targets = ['a', 'b']) =>
  learnWeights(input, { targets, optimise: { ...OPTIMISE, ...change }, now: NOW, seed: 1 });

describe('learned weights', () => {
  it.each([
    ['a target has too few clicks', settled({ a: [1_000, 30], b: [199, 30] })],
    ['the set has too few conversions', settled({ a: [1_000, 5], b: [1_000, WARM_UP_CONVERSIONS - 6] })],
    ['a target has no clicks at all', settled({ a: [1_000, 30] })],
    ['there is no data', { clicks: [], conversions: [] }],
  ])('wait while %s', (_, input) => {
    expect(learn(input)).toMatchObject({ state: 'warming_up', weights: null });
  });

  it('go to the better target but for the floor', () => {
    const { state, weights, beats } = learn(settled({ a: [10_000, 100], b: [10_000, 200] }));
    expect(state).toBe('learned');
    expect(weights).toEqual({ a: 50, b: 950 });
    expect(beats).toMatchObject({ target: 'b', other: 'a' });
    expect(beats?.probability).toBeGreaterThan(0.99);
  });

  it('stay near each other while results are', () => {
    const { weights } = learn(settled({ a: [2_000, 40], b: [2_000, 40] }));
    expect(weights?.a).toBeGreaterThan(400);
    expect(weights?.a).toBeLessThan(600);
  });

  it('follow revenue where that is the goal, and one large payout does not decide', () => {
    const input = settled({ a: [10_000, 200, 1], b: [10_000, 100, 4] });
    expect(learn(input).weights?.a).toBe(950);
    expect(learn(input, { goal: 'revenue' }).weights?.b).toBe(950);
    const lucky = settled({ a: [2_000, 40, 1], b: [2_000, 40, 1] });
    const jackpot = { ...(lucky.conversions[1] as LedConversions), conversions: 1, amount: 200 };
    const { targets } = learn({ ...lucky, conversions: [...lucky.conversions, jackpot] }, { goal: 'revenue' });
    expect(targets[1]?.best).toBeLessThan(0.95);
  });

  it('count pending conversions at the approval rate', () => {
    const base = settled({ a: [5_000, 100], b: [5_000, 50] });
    const more = (state: LedConversions['state'], conversions: number): LedConversions => ({
      ...(base.conversions[1] as LedConversions),
      ...{ state, conversions },
    });
    const pending = (lost: number) =>
      learn({ ...base, conversions: [...base.conversions, more('pending', 100), more('lost', lost)] });
    expect(pending(0).weights?.b).toBeGreaterThan(900);
    expect(pending(2_000).weights?.b).toBeLessThan(100);
  });

  it('wait for slow targets', () => {
    // B converts twice as well, but half a day later; clicks came evenly over three days.
    const input: LearningInput = { clicks: [], conversions: [] } as unknown as LearningInput;
    const [clicks, conversions]: [LedClicks[], LedConversions[]] = [[], []];
    for (let age = 1; age <= 3 * 96; age += 1) {
      const quarter = NOW - age * QUARTER;
      for (const [target, rate, delay] of [
        ['a', 1, 0],
        ['b', 2, 48],
      ] as const) {
        clicks.push({ target, quarter, clicks: 100 });
        if (age > delay)
          conversions.push({
            ...{ target, quarter, reported: quarter + delay * QUARTER, state: 'approved' },
            ...{ conversions: rate, amount: rate },
          });
      }
    }
    const { targets } = learn({ ...input, clicks, conversions });
    expect(targets[0]?.value).toBeCloseTo(0.01, 3);
    expect(targets[1]?.value).toBeCloseTo(0.02, 3);
    expect(targets[1]?.due).toBeGreaterThan(60);
    expect(targets[1]?.due).toBeLessThan(130);
  });

  it('forget: what a target did long ago counts less', () => {
    const old = settled({ a: [10_000, 300], b: [10_000, 200] });
    const moved = (list: LearningInput, days: number): LearningInput => ({
      clicks: list.clicks.map((each) => ({ ...each, quarter: each.quarter - days * DAY })),
      conversions: list.conversions.map((each) => ({
        ...each,
        quarter: each.quarter - days * DAY,
        reported: each.reported - days * DAY,
      })),
    });
    const fresh = settled({ a: [3_000, 45], b: [3_000, 75] });
    const before = moved(old, 45);
    const both = {
      clicks: [...before.clicks, ...fresh.clicks],
      conversions: [...before.conversions, ...fresh.conversions],
    };
    expect(learn(both, { half_life_days: 90 }).weights?.a).toBeGreaterThan(500);
    expect(learn(both, { half_life_days: 7 }).weights?.b).toBeGreaterThan(900);
  });

  it('add up to a thousand, keep the floor, and do not depend on the order of the data', () => {
    const count = fc.integer({ min: 200, max: 5_000 });
    const target = fc.tuple(count, fc.integer({ min: 5, max: 60 }));
    fc.assert(
      fc.property(fc.array(target, { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 10 }), (list, floor) => {
        const names = list.map((_, place) => `t${place}`);
        const input = settled(Object.fromEntries(list.map((each, place) => [`t${place}`, each])));
        const task = { targets: names, optimise: { ...OPTIMISE, floor }, now: NOW, seed: 3, draws: 100 };
        const { weights } = learnWeights(input, task);
        const turned = { clicks: input.clicks.toReversed(), conversions: input.conversions.toReversed() };
        expect(learnWeights(turned, task).weights).toEqual(weights);
        const values = Object.values(weights ?? {});
        expect(values.reduce((sum, each) => sum + each, 0)).toBe(1_000);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(floor * 10);
      }),
      { numRuns: 100 },
    );
  });
});

describe('shares as weights', () => {
  it.each([
    ['one that is surely best', [1, 0], 5, { a: 950, b: 50 }],
    ['equal ones', [0.5, 0.5], 5, { a: 500, b: 500 }],
    ['ones of which nothing is known', [0, 0], 20, { a: 500, b: 500 }],
  ])('of %s', (_, best, floor, weights) => {
    expect(shareWeights(['a', 'b'], best, floor)).toEqual(weights);
  });
});

it('mean payouts are between those seen and that of the set', () => {
  const [few, many] = payoutDraws(
    ['few', 'many'],
    [
      { target: 'few', amount: 100, count: 1 },
      ...Array.from({ length: 60 }, (_, place) => ({ target: 'many', amount: place % 3, count: 10 })),
    ],
  );
  const random = seededDraws(9);
  const mean = (draw: typeof few) =>
    Array.from({ length: 500 }, () => draw?.(random) ?? 0).reduce((a, b) => a + b) / 500;
  expect(mean(few)).toBeLessThan(12);
  expect(mean(many)).toBeCloseTo(1, 0);
});

const to = (uid: string, weight: number, active = true): Destination => ({
  ...{ uid, name: '', url: `https://${uid}.test/`, weight, active },
});

describe('weights that hold', () => {
  const settings = (optimise?: Optimise): Pick<CampaignSettings, 'destinations' | 'rules' | 'optimise'> => ({
    destinations: [to('a', 1), to('b', 3), to('c', 5, false)],
    rules: [],
    ...(optimise && { optimise }),
  });
  const weights = (optimise: Optimise | undefined, learned: Record<string, number> | null) =>
    withLearnedWeights(settings(optimise), { [OWN_SET]: learned }).destinations.map(({ weight }) => weight);

  it.each([
    ['are learned', OPTIMISE, { a: 900, b: 100 }, [900, 100, 5]],
    ['are the owner’s in a set that does not learn', undefined, { a: 900, b: 100 }, [1, 3, 5]],
    [
      'are the owner’s once learning is switched off',
      { ...OPTIMISE, mode: 'fixed' as const },
      { a: 9, b: 1 },
      [1, 3, 5],
    ],
    ['are the owner’s until there are learned ones', OPTIMISE, null, [1, 3, 5]],
    ['are the owner’s when a destination is new', OPTIMISE, { a: 900 }, [1, 3, 5]],
    ['are learned when one is gone', OPTIMISE, { a: 700, b: 100, d: 200 }, [700, 100, 5]],
  ])('%s', (_, optimise, learned, expected) => {
    expect(weights(optimise, learned)).toEqual(expected);
  });

  it('belong to the set of a rule', () => {
    const rule: Rule = {
      ...{ uid: 'rule0001', name: '', active: true, match: 'all', conditions: [], optimise: OPTIMISE },
      destinations: [to('d', 1), to('e', 1)],
    };
    const both = { ...settings(OPTIMISE), rules: [rule] };
    const held = withLearnedWeights(both, { rule0001: { d: 100, e: 900 } });
    expect(held.rules[0]?.destinations.map(({ weight }) => weight)).toEqual([100, 900]);
    expect(held.destinations).toEqual(both.destinations);
  });

  it('are those of the campaign itself under a name that no rule gets', () => {
    const rule = { name: '', active: true, match: 'all' as const, conditions: [], destinations: [], uid: OWN_SET };
    expect(withUids({ destinations: [], rules: [rule] }, null, () => 'new00001').rules[0]?.uid).toBe('new00001');
  });
});
