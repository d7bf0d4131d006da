import type { Optimise } from '@poklik/contract/routing';
import { learnWeights, windowSeconds } from '@poklik/domain/learning/learn-weights';
import {
  activeTargets,
  isLearning,
  type LearnedWeights,
  listSets,
  type TargetSet,
} from '@poklik/domain/learning/learned-settings';
import type { LearningInput } from '@poklik/domain/learning/learning-input';
import { seedOf } from '@poklik/domain/learning/seeded-draws';
import type { Services } from '../../services.ts';
import {
  type ClickPlace,
  type LedConversionRow,
  listLedClicks,
  listLedConversions,
} from '../../stats/learning/led-clicks.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { notifyTrackers } from '../campaigns/campaigns.service.ts';
import { getTypeRules } from '../conversion-types/conversion-types.service.ts';
import {
  insertEpoch,
  type LearningCampaign,
  listEpochs,
  listLearningCampaigns,
  listVersionSettings,
  updateWhy,
} from './learning.repo.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;

const PATIENCE_MS = 60_000;

/** A round for all sets that learn, as of a time in seconds. Where it fails, the last weights stay. */
export async function learnAllWeights(tools: Tools, now = Math.floor(Date.now() / 1_000)): Promise<void> {
  for (const campaign of await listLearningCampaigns(tools.db)) {
    try {
      await learnCampaign(tools, campaign, now);
    } catch (error) {
      tools.log.warn({ err: error, campaign: campaign.id }, 'learning weights failed');
    }
  }
}

async function learnCampaign(tools: Tools, campaign: LearningCampaign, now: number): Promise<void> {
  const sets = listSets(campaign.settings).filter(isLearning);
  if (sets.length === 0) return;
  const since = now - Math.max(...sets.map(({ optimise }) => windowSeconds(optimise as Optimise)));
  const scope = { accountId: campaign.accountId, campaignId: campaign.id, since };
  const types = await getTypeRules(tools.db, campaign.accountId);
  const rows = await tryClickhouse(
    tools,
    campaign.accountId,
    async (client) => ({
      clicks: await listLedClicks(client, scope),
      conversions: await listLedConversions(client, scope, types),
    }),
    PATIENCE_MS,
  );
  if (rows === null) return;
  const targetOf = await findTargets(tools, campaign.id, [...rows.clicks, ...rows.conversions]);
  for (const set of sets) {
    const optimise = set.optimise as Optimise;
    const oldest = now - windowSeconds(optimise);
    const inSet = <Row extends ClickPlace & { quarter: number }>(list: readonly Row[]) =>
      list.flatMap((row) => {
        const found = row.quarter >= oldest && row.quarter < now ? targetOf(row) : undefined;
        return found?.set === set.uid ? [{ row, target: found.target }] : [];
      });
    const input: LearningInput = {
      clicks: inSet(rows.clicks).map(({ target, row }) => ({ target, quarter: row.quarter, clicks: row.clicks })),
      conversions: inSet(rows.conversions.filter(({ reported }) => reported < now)).map(({ target, row }) => ({
        target,
        quarter: row.quarter,
        reported: row.reported,
        state: STATES[row.status] ?? 'lost',
        conversions: row.conversions,
        amount: amountOf(row, optimise.goal),
      })),
    };
    await storeRound(tools, campaign.id, set, input, now);
  }
}

const STATES: Partial<Record<string, 'pending' | 'approved'>> = { pending: 'pending', approved: 'approved' };

/** Clicks cost the same wherever they are led, so profit differs only by what conversions cost. */
const amountOf = ({ payout, cost }: LedConversionRow, goal: Optimise['goal']): number =>
  goal === 'profit' ? payout - cost : payout;

type FindTarget = (place: ClickPlace) => { set: string; target: string } | undefined;

/** Clicks name places of their version of the campaign; identities tell which destinations these were. */
async function findTargets({ db }: Tools, campaignId: number, places: readonly ClickPlace[]): Promise<FindTarget> {
  const versions = [...new Set(places.map(({ version }) => version))];
  const settings = await listVersionSettings(db, campaignId, versions);
  const sets = new Map([...settings].map(([version, each]) => [version, listSets(each)]));
  return ({ version, rule, destination }) => {
    const set = sets.get(version)?.find((each) => each.rule === rule);
    const target = set?.destinations[destination - 1]?.uid;
    return set && target !== undefined ? { set: set.uid, target } : undefined;
  };
}

async function storeRound(
  { db }: Tools,
  campaignId: number,
  set: TargetSet,
  input: LearningInput,
  now: number,
): Promise<void> {
  const optimise = set.optimise as Optimise;
  const { weights, ...found } = learnWeights(input, {
    ...{ targets: activeTargets(set), optimise, now },
    seed: seedOf(set.uid),
  });
  const why = { ...found, goal: optimise.goal };
  const [latest] = await listEpochs(db, campaignId, set.uid, 1);
  if (latest && !isMoved(latest.weights, weights)) {
    await updateWhy(db, latest, { why, at: new Date(now * 1_000) });
    return;
  }
  await db.transaction(async (tx) => {
    await insertEpoch(tx, { campaignId, setUid: set.uid, weights, why, at: new Date(now * 1_000) });
    await notifyTrackers(tx, [campaignId]);
  });
}

/** Of a thousand: trackers and the history hear of nothing smaller. */
const STEP = 10;

function isMoved(before: LearnedWeights, after: LearnedWeights): boolean {
  if (before === null || after === null) return before !== after;
  const [former, latter] = [Object.keys(before), Object.keys(after)];
  return (
    former.length !== latter.length ||
    latter.some((uid) => Math.abs((before[uid] ?? Number.POSITIVE_INFINITY) - (after[uid] ?? 0)) >= STEP)
  );
}
