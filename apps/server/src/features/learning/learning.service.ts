import { AppError } from '@poklik/contract/errors';
import type { LearningState, LearningTarget, SetLearning, WeightsEpoch } from '@poklik/contract/learning';
import { Optimise } from '@poklik/contract/routing';
import { isLearning, listSets, type TargetSet, withLearnedWeights } from '@poklik/domain/learning/learned-settings';
import { WEIGHT_TOTAL } from '@poklik/domain/learning/share-weights';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { findCampaign } from '../campaigns/campaigns.repo.ts';
import { type LearnedRow, listEpochs } from './learning.repo.ts';

/** Changes that the chart shows. */
const HISTORY_MAX = 500;
const DEFAULTS = Optimise.parse({});

/** What a set has learned, why, and how its weights changed. */
export async function getSetLearning(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { id, uid }: { id: number; uid: string },
): Promise<SetLearning> {
  const campaign = await findCampaign(db, caller, id);
  const isAsked = (set: TargetSet) => set.uid === uid;
  if (!campaign || !listSets(campaign.settings).some(isAsked)) throw new AppError('not_found');
  const epochs = await listEpochs(db, id, uid, HISTORY_MAX);
  const [latest] = epochs;
  const settings = withLearnedWeights(campaign.settings, { [uid]: latest?.weights ?? null });
  const set = listSets(settings).find(isAsked) as TargetSet;
  const { goal, floor, warm_up, half_life_days } = set.optimise ?? DEFAULTS;
  const learns = isLearning(set);
  const beats = learns ? latest?.why.beats : null;
  return {
    state: stateOf(learns, latest),
    ...{ goal, floor: floor / 100, warm_up, half_life_days },
    targets: toTargets(set, learns ? latest : undefined, caller.canSeeMoney),
    beats: beats ? { uid: beats.target, other: beats.other, probability: beats.probability } : null,
    checked_at: latest?.checkedAt.toISOString() ?? null,
    history: epochs.map(toEpoch).reverse(),
  };
}

function stateOf(learns: boolean, latest: LearnedRow | undefined): LearningState {
  if (!learns) return 'fixed';
  return latest?.why.state ?? 'waiting';
}

function toTargets(set: TargetSet, latest: LearnedRow | undefined, canSeeMoney: boolean): LearningTarget[] {
  const shares = destinationShares(set.destinations);
  const showsValue = canSeeMoney || latest?.why.goal === 'conversions';
  return set.destinations.map(({ uid = '', name, url, active }, place) => {
    const found = latest?.why.targets.find(({ target }) => target === uid);
    const { clicks = null, conversions = null, due = null, best = null } = found ?? {};
    const { value = null, low = null, high = null } = showsValue && found ? found : {};
    return { uid, name, url, active, share: shares[place] ?? 0, clicks, conversions, due, value, low, high, best };
  });
}

const toEpoch = ({ epoch, createdAt, weights }: LearnedRow): WeightsEpoch => ({
  epoch,
  at: createdAt.toISOString(),
  shares: weights && Object.entries(weights).map(([uid, weight]) => ({ uid, share: weight / WEIGHT_TOTAL })),
});
