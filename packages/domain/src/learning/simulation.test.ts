import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitResult } from '../statistics/split-result.ts';
import { learnWeights } from './learn-weights.ts';
import type { LedClicks, LedConversions } from './learning-input.ts';
import { type Draws, seededDraws } from './seeded-draws.ts';

/** `npm test -- --deep` runs the whole simulations. */
const isDeep = (fc.readConfigureGlobal()?.numRuns ?? 0) > 10_000;
const QUARTER = 900;
const QUARTERS_A_DAY = 96;

interface Target {
  rate: number;
  medianHours: number;
}

/** What is lost against always choosing the best target, as a share of what equal fixed weights lose. */
function regret(
  targets: readonly Target[],
  { seed, days, clicksPerDay }: { seed: number; days: number; clicksPerDay: number },
) {
  const random = seededDraws(seed);
  const names = targets.map((_, place) => `t${place}`);
  const [clicks, coming]: [LedClicks[], LedConversions[]] = [[], []];
  const best = Math.max(...targets.map(({ rate }) => rate));
  // Weights that change every four hours, and fewer draws, are quicker and show the same.
  const [round, draws] = isDeep ? [2, 1_000] : [16, 200];
  let shares = targets.map(() => 1 / targets.length);
  let [lost, equal] = [0, 0];
  for (let quarter = 0; quarter < days * QUARTERS_A_DAY; quarter += 1) {
    if (quarter % round === 0 && quarter > 0) {
      const now = quarter * QUARTER;
      const conversions = coming.filter(({ reported }) => reported < now);
      const optimise = { goal: 'conversions' as const, floor: 5, warm_up: 200, half_life_days: 14 };
      const { weights } = learnWeights({ clicks, conversions }, { targets: names, optimise, now, seed, draws });
      if (weights) shares = names.map((name) => (weights[name] ?? 0) / 1_000);
    }
    for (const [place, target] of targets.entries()) {
      const expected = (clicksPerDay / QUARTERS_A_DAY) * (shares[place] ?? 0);
      lost += expected * (best - target.rate);
      equal += (clicksPerDay / QUARTERS_A_DAY / targets.length) * (best - target.rate);
      const count = Math.floor(expected) + (random.uniform() < expected % 1 ? 1 : 0);
      const name = names[place] ?? '';
      clicks.push({ target: name, quarter: quarter * QUARTER, clicks: count });
      coming.push(...convert(random, { ...target, name, quarter, count }));
    }
  }
  return lost / equal;
}

function convert(random: Draws, led: Target & { name: string; quarter: number; count: number }): LedConversions[] {
  const quarter = led.quarter * QUARTER;
  return Array.from({ length: led.count }, () => random.uniform())
    .filter((drawn) => drawn < led.rate)
    .map(() => {
      const hours = (-Math.log(random.uniform()) * led.medianHours) / Math.LN2;
      const reported = quarter + Math.floor((hours * 3_600) / QUARTER) * QUARTER;
      return { ...{ target: led.name, quarter, reported, state: 'approved' }, conversions: 1, amount: 1 } as const;
    });
}

const meanRegret = (targets: readonly Target[]): number => {
  const runs = Array.from({ length: isDeep ? 20 : 2 }, (_, at) =>
    regret(targets, { seed: (at + 1) * 7_919, days: 30, clicksPerDay: 2_400 }),
  );
  return runs.reduce((sum, each) => sum + each, 0) / runs.length;
};

/** Conversions of clicks. */
function countConversions(random: Draws, clicks: number, rate: number): number {
  const step = () => 1 + Math.floor(Math.log(random.uniform()) / Math.log(1 - rate));
  let count = 0;
  for (let at = step(); at <= clicks; at += step()) count += 1;
  return count;
}

/** The share of tests that name a winner within sixty days of looking every day. */
function namedWinners(rates: readonly number[], runs: number): number {
  const random = seededDraws(42);
  let named = 0;
  for (let run = 0; run < runs; run += 1) {
    const tried = rates.map((rate) => ({ rate, clicks: 0, conversions: 0 }));
    for (let day = 0; day < 60; day += 1) {
      for (const each of tried) {
        each.clicks += 500;
        each.conversions += countConversions(random, 500, each.rate);
      }
      if (!splitResult(tried)?.isWinner) continue;
      named += 1;
      break;
    }
  }
  return named / runs;
}

describe('in simulations', { timeout: 600_000 }, () => {
  it('learning loses at most half of what equal weights lose', () => {
    const targets = [0.01, 0.015, 0.012].map((rate) => ({ rate, medianHours: 1 }));
    expect(meanRegret(targets)).toBeLessThanOrEqual(0.5);
  });

  it('learning finds the better target although it converts two days later', () => {
    const [slow, quick] = [
      { rate: 0.028, medianHours: 48 },
      { rate: 0.02, medianHours: 1 },
    ];
    expect(meanRegret([slow, quick])).toBeLessThanOrEqual(0.65);
  });

  it.each([
    ['two', [0.02, 0.02]],
    ['four', [0.02, 0.02, 0.02, 0.02]],
  ])('at most 5 of 100 tests of %s equal destinations ever name a winner', (_, rates) => {
    expect(namedWinners(rates, isDeep ? 10_000 : 600)).toBeLessThanOrEqual(0.05);
  });

  it('a difference of 30 % is found within sixty days', () => {
    expect(namedWinners([0.026, 0.02], isDeep ? 2_000 : 200)).toBeGreaterThanOrEqual(0.9);
  });
});
