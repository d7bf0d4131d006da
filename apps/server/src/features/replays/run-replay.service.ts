import { REPLAY_CLICKS_MAX, REPLAY_MOVES_MAX, type ReplayReport, type ReplaySettings } from '@poklik/contract/replays';
import { withLearnedWeights } from '@poklik/domain/learning/learned-settings';
import { seedOf } from '@poklik/domain/learning/seeded-draws';
import type { LiveOffer } from '@poklik/domain/offers/reach-offer';
import { expectRevenue } from '@poklik/domain/replays/expected-revenue';
import { createReplay, leadAt, type Replayed } from '@poklik/domain/replays/replay-clicks';
import type { LiveTargets } from '@poklik/domain/routing/routing-plan';
import { listLanderIds, listOfferIds } from '@poklik/domain/routing/targets';
import { periodSpan } from '@poklik/domain/statistics/calendar';
import type { Services } from '../../services.ts';
import {
  countReplayable,
  listReplayRevenue,
  type ReplayScope,
  streamReplayable,
} from '../../stats/replays/replayed-clicks.ts';
import { clientOf } from '../../stores/shards/ask-shards.ts';
import { getTypeRules } from '../conversion-types/conversion-types.service.ts';
import { listLandersById } from '../landers/landers.repo.ts';
import { findLearnedSetsAt, listVersionSettings } from '../learning/learning.repo.ts';
import { listOffersById } from '../offers/offers.repo.ts';
import { loadPlaceNames } from './place-names.service.ts';
import { findWaitingReplay, type ReplayRow, setReplayReport } from './replays.repo.ts';

/** A replay that fails says so; it changes nothing and is not repeated. */
export async function runReplay(services: Services, id: number): Promise<void> {
  const found = await findWaitingReplay(services.db, id);
  if (!found) return;
  try {
    await setReplayReport(services.db, id, await replay(services, found.replay, found.accountId));
  } catch (error) {
    services.log.warn({ err: error, replay: id }, 'replay failed');
    await setReplayReport(services.db, id, null);
  }
}

async function replay(services: Services, row: ReplayRow, accountId: number): Promise<ReplayReport> {
  const { db, clickhouse } = services;
  const client = await clientOf(clickhouse, accountId);
  const { from, until } = periodSpan(row.timezone, { start: row.startDate, end: row.endDate });
  const scope: ReplayScope = { accountId, campaignId: row.campaignId, from, until };
  const { clicks, versions } = await countReplayable(client, scope);
  const scale = Math.max(1, Math.ceil(clicks / REPLAY_CLICKS_MAX));
  const saved = await listVersionSettings(db, row.campaignId, versions);
  const learned = await findLearnedSetsAt(db, row.campaignId, new Date());
  const draft = withLearnedWeights(row.settings, learned);
  const live = await loadLiveTargets(services, accountId, draft);
  const run = createReplay({ draft, former: (version) => saved.get(version), live });
  for await (const batch of streamReplayable(client, scope, scale)) for (const click of batch) run.add(click);
  const replayed = run.finish();
  const types = await getTypeRules(db, accountId);
  const revenue = (await listReplayRevenue(client, scope, types)).flatMap(({ version, rule, destination, ...rest }) => {
    const settings = saved.get(version);
    return settings ? [{ ...rest, lead: leadAt(settings, rule, destination) }] : [];
  });
  const { led, moved } = replayed;
  const expected = expectRevenue({ led, moved, revenue, scale, seed: seedOf(String(row.id)) });
  const moves = largestMoves(replayed);
  const nameOf = await loadPlaceNames(db, accountId, moves);
  const amount = (value: number) => Math.max(0, value).toFixed(2);
  return {
    ...{ clicks, sampled: replayed.clicks, moved: moved.reduce((sum, each) => sum + each.clicks, 0) },
    moves: moves.map((move) => ({ from: nameOf(move.from), to: nameOf(move.to), clicks: move.clicks })),
    unmatched: unmatchedRules(draft, replayed),
    amounts: {
      before: amount(expected.before),
      after: expected.after && {
        ...{ value: amount(expected.after.value), low: amount(expected.after.low), high: amount(expected.after.high) },
      },
    },
    without_history: expected.unknown,
  };
}

/** Offers and landers as they are now. Limits of clicks are not replayed. */
async function loadLiveTargets({ db }: Services, accountId: number, draft: ReplaySettings): Promise<LiveTargets> {
  const scope = { accountId, campaignIds: null, creatorId: null };
  const offers = new Map<number, LiveOffer>();
  let wanted = listOfferIds(draft);
  while (wanted.length > 0) {
    const rows = await listOffersById(db, scope, wanted);
    for (const { id, settings } of rows)
      offers.set(id, {
        ...{ id, url: settings.url, fallbackId: settings.fallback_offer_id },
        state: settings.status === 'active' ? 'open' : settings.status,
        countries: settings.countries.length === 0 ? null : new Set(settings.countries),
      });
    wanted = rows.flatMap(({ settings }) => settings.fallback_offer_id ?? []).filter((id) => !offers.has(id));
  }
  const landers = new Map(
    (await listLandersById(db, scope, listLanderIds(draft))).map(({ id, key, settings }) => [
      id,
      {
        ...{ id, key, url: settings.url, slots: settings.slots, directCampaignId: settings.direct_campaign_id },
        state: settings.status === 'active' ? ('open' as const) : settings.status,
      },
    ]),
  );
  return {
    findOffer: (id) => offers.get(id),
    findLander: (id) => landers.get(id),
    defaultUrl: draft.default_url,
  };
}

function largestMoves({ moved }: Replayed) {
  const moves = new Map<string, { from: string; to: string; clicks: number }>();
  for (const { from, to, clicks } of moved) {
    const move = moves.get(`${from}\n${to}`) ?? { from, to, clicks: 0 };
    move.clicks += clicks;
    moves.set(`${from}\n${to}`, move);
  }
  return [...moves.values()].sort((one, other) => other.clicks - one.clicks).slice(0, REPLAY_MOVES_MAX);
}

const unmatchedRules = ({ rules }: ReplaySettings, { clicks, matched }: Replayed): ReplayReport['unmatched'] =>
  clicks === 0
    ? []
    : rules.flatMap(({ active, name }, at) => (active && matched[at] === 0 ? [{ rule: at + 1, name }] : []));
