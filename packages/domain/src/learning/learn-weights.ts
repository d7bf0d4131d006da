import type { Optimise } from '@poklik/contract/routing';
import { type DelayCurve, type Delayed, delayCurve, SHARED_CONVERSIONS, sharedCurve } from './delay-curve.ts';
import { type LearningInput, type LedConversions, QUARTER_SECONDS } from './learning-input.ts';
import { type PayoutDraw, payoutDraws } from './payout-draws.ts';
import { type Draws, seededDraws } from './seeded-draws.ts';
import { shareWeights } from './share-weights.ts';

/** What a target shows so far. */
interface TargetEvidence {
  target: string;
  clicks: number;
  /** Approved and pending. */
  conversions: number;
  /** Conversions of these clicks that are still to come. */
  due: number;
  /** What a click brings once all its conversions are in: conversions, or their worth. */
  value: number;
  /** 95 % of the possible values. */
  low: number;
  high: number;
  /** Probability that no other target is better. */
  best: number;
}

export interface Learned {
  /** While there is little data, the owner's weights hold. */
  state: 'warming_up' | 'learned';
  /** Parts of a thousand by target; null while warming up. */
  weights: Record<string, number> | null;
  targets: TargetEvidence[];
  /** How surely the best target beats the next one; null while nothing has converted. */
  beats: { target: string; other: string; probability: number } | null;
}

interface LearningTask {
  /** Those that take visitors. */
  targets: readonly string[];
  optimise: Omit<Optimise, 'mode'>;
  /** In seconds. */
  now: number;
  seed: number;
  /** How many possible worlds are compared. */
  draws?: number;
}

/** The set needs so many before its weights change. */
export const WARM_UP_CONVERSIONS = 10;
const DRAWS = 4_000;
const DAY_SECONDS = 86_400;

/** Older clicks have less than a thirtieth of their weight. */
export const windowSeconds = ({ half_life_days }: Pick<Optimise, 'half_life_days'>): number =>
  5 * half_life_days * DAY_SECONDS;

/** Weights by the probability of being the best target: Thompson sampling for all clicks until the next round. */
export function learnWeights(input: LearningInput, task: LearningTask): Learned {
  const { targets, optimise } = task;
  const evidence = gather(input, task);
  const random = seededDraws(task.seed);
  const posterior = drawPosterior(evidence, { ...task, random });
  const found = describe(evidence, posterior);
  const isWarm =
    evidence.every(({ clicks }) => clicks >= optimise.warm_up) &&
    found.reduce((sum, { conversions }) => sum + conversions, 0) >= WARM_UP_CONVERSIONS;
  const shares = found.map(({ best }) => best);
  return {
    state: isWarm ? 'learned' : 'warming_up',
    weights: isWarm ? shareWeights(targets, shares, optimise.floor) : null,
    targets: found,
    beats: compare(found, posterior),
  };
}

interface Gathered {
  target: string;
  clicks: number;
  conversions: number;
  due: number;
  /** Clicks by the share of their conversions that is due, and the conversions seen; older ones count less. */
  exposure: number;
  seen: number;
  payout: PayoutDraw;
}

const ageOf = (now: number, quarter: number): number => Math.max(0, Math.floor((now - quarter) / QUARTER_SECONDS));

function gather({ clicks, conversions }: LearningInput, { targets, optimise, now }: LearningTask): Gathered[] {
  const isLearned = new Set(targets);
  const kept = conversions.filter(({ target, state }) => isLearned.has(target) && state !== 'lost');
  const decay = (quarter: number) => 0.5 ** ((now - quarter) / (optimise.half_life_days * DAY_SECONDS));
  const ofSet = delayCurve(kept.map((each) => delayed(each, now)));
  const approval = approvalRates(conversions.filter(({ target }) => isLearned.has(target)));
  const worth = (target: string, { state, conversions: count }: LedConversions): number =>
    count * (state === 'pending' ? approval(target) : 1);
  const payouts = payoutDraws(
    targets,
    kept.map((each) => ({
      target: each.target,
      amount: each.conversions === 0 ? 0 : each.amount / each.conversions,
      count: worth(each.target, each) * decay(each.quarter),
    })),
  );
  return targets.map((target, place): Gathered => {
    const own = kept.filter((each) => each.target === target);
    const curve: DelayCurve = sharedCurve(
      own.map((each) => delayed(each, now)),
      ofSet,
    );
    const led = clicks.filter((each) => each.target === target);
    let [exposure, undue, count] = [0, 0, 0];
    for (const each of led) {
      const share = curve(ageOf(now, each.quarter));
      exposure += each.clicks * share * decay(each.quarter);
      undue += each.clicks * (1 - share);
      count += each.clicks;
    }
    const seen = own.reduce((sum, each) => sum + worth(target, each) * decay(each.quarter), 0);
    return {
      target,
      clicks: count,
      conversions: own.reduce((sum, each) => sum + each.conversions, 0),
      due: exposure === 0 ? 0 : (undue * seen) / exposure,
      exposure,
      seen,
      payout: payouts[place] as PayoutDraw,
    };
  });
}

const delayed = ({ quarter, reported, conversions }: LedConversions, now: number): Delayed => {
  const age = ageOf(now, quarter);
  return { delay: Math.min(age, ageOf(reported, quarter)), age, count: conversions };
};

/** The share of decided conversions that were approved, closer to that of the set the fewer a target has. */
function approvalRates(conversions: readonly LedConversions[]): (target: string) => number {
  const count = (state: LedConversions['state'], target?: string) =>
    conversions
      .filter((each) => each.state === state && (target === undefined || each.target === target))
      .reduce((sum, each) => sum + each.conversions, 0);
  // Until something is decided, everything counts.
  const ofSet = (count('approved') + 1) / (count('approved') + count('lost') + 1);
  const rates = new Map<string, number>();
  return (target) => {
    const known = rates.get(target);
    if (known !== undefined) return known;
    const [approved, lost] = [count('approved', target), count('lost', target)];
    const rate = (approved + SHARED_CONVERSIONS * ofSet) / (approved + lost + SHARED_CONVERSIONS);
    rates.set(target, rate);
    return rate;
  };
}

/** Possible values of a click by target: a gamma posterior over exposure, times the mean payout. */
function drawPosterior(
  evidence: readonly Gathered[],
  { optimise, random, draws = DRAWS }: LearningTask & { random: Draws },
): Float64Array[] {
  const seen = evidence.reduce((sum, each) => sum + each.seen, 0);
  const exposure = evidence.reduce((sum, each) => sum + each.exposure, 0);
  // One conversion at the rate of the set.
  const [priorSeen, priorExposure] = seen > 0 ? [1, exposure / seen] : [1, exposure + 1];
  return evidence.map((each) =>
    Float64Array.from({ length: draws }, () => {
      const rate = random.gamma(each.seen + priorSeen) / (each.exposure + priorExposure);
      return optimise.goal === 'conversions' ? rate : rate * each.payout(random);
    }),
  );
}

function describe(evidence: readonly Gathered[], posterior: readonly Float64Array[]): TargetEvidence[] {
  const draws = posterior[0]?.length ?? 0;
  const wins = evidence.map(() => 0);
  for (let at = 0; at < draws; at += 1) {
    let best = 0;
    for (let place = 1; place < posterior.length; place += 1) {
      if ((posterior[place]?.[at] ?? 0) > (posterior[best]?.[at] ?? 0)) best = place;
    }
    wins[best] = (wins[best] ?? 0) + 1;
  }
  return evidence.map(({ target, clicks, conversions, due }, place) => {
    const sorted = Float64Array.from(posterior[place] ?? []).sort();
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    const value = sorted.reduce((sum, each) => sum + each, 0) / Math.max(1, draws);
    return {
      target,
      clicks,
      conversions,
      due,
      value,
      low: at(0.025),
      high: at(0.975),
      best: (wins[place] ?? 0) / draws,
    };
  });
}

function compare(found: readonly TargetEvidence[], posterior: readonly Float64Array[]): Learned['beats'] {
  if (found.every(({ conversions }) => conversions === 0)) return null;
  const order = found.map((_, place) => place).sort((one, other) => valueAt(found, other) - valueAt(found, one));
  const [first, second] = order;
  if (first === undefined || second === undefined) return null;
  const [leader, other] = [posterior[first] ?? [], posterior[second] ?? []];
  let ahead = 0;
  for (let at = 0; at < leader.length; at += 1) if ((leader[at] ?? 0) > (other[at] ?? 0)) ahead += 1;
  return {
    target: found[first]?.target ?? '',
    other: found[second]?.target ?? '',
    probability: ahead / Math.max(1, leader.length),
  };
}

const valueAt = (found: readonly TargetEvidence[], place: number): number => found[place]?.value ?? 0;
