import {
  CLICK_ENTRIES,
  CLICK_OUTCOMES,
  type Click,
  type ClickDetails,
  CONSENT_STATES,
  type clicksApi,
  type RoutingExplanation,
} from '@poklik/contract/clicks';
import { AppError } from '@poklik/contract/errors';
import type { VisitorFacts } from '@poklik/contract/routing';
import { clickCostState } from '@poklik/domain/campaigns/click-cost';
import type { LiveLander } from '@poklik/domain/landers/live-lander';
import { withLearnedWeights } from '@poklik/domain/learning/learned-settings';
import { fromMicro } from '@poklik/domain/money/amount';
import type { LiveOffer } from '@poklik/domain/offers/reach-offer';
import { explainRouting } from '@poklik/domain/routing/explanation';
import { listLanderIds, listOfferIds } from '@poklik/domain/routing/targets';
import { localClock } from '@poklik/domain/schedule/weekly-hours';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { hostOnly } from '../../http/redact-money.ts';
import type { Services } from '../../services.ts';
import { type ClickQuery, type LoggedClick, listClickLog } from '../../stats/click-log.ts';
import { listSteps, type StepOfClick } from '../../stats/clicks/list-steps.ts';
import { listPageEvents } from '../../stats/events/click-events.ts';
import { tryClickhouse } from '../../stores/try-clickhouse.ts';
import { parseCampaignId, parseClickTime } from '../../tracking/clicks/click-id.ts';
import { RANDOM_RANGE } from '../../tracking/clicks/steps/choose-destination.ts';
import { findVersionSettings } from '../campaigns/campaigns.repo.ts';
import { getCampaignNames } from '../campaigns/campaigns.service.ts';
import { resolveDayRange } from '../conversions/conversions.service.ts';
import { findLearnedSetsAt } from '../learning/learning.repo.ts';
import { listTargetNames } from '../statistics/statistics.repo.ts';

/** Tolerated difference between the time of a click and the time in its ID. */
const CLOCK_TOLERANCE_MS = 3_600_000;
const MAX_TIME_MS = 4_000_000_000_000;

export function clicksRoutes(services: Services): Handlers<typeof clicksApi> {
  const queryClicks = async (question: ClickQuery) => {
    const answer = await tryClickhouse(services, question.accountId, (client) => listClickLog(client, question));
    if (answer === null) throw new AppError('unavailable');
    return answer;
  };
  const toClicks = async (caller: Caller, rows: readonly LoggedClick[]): Promise<Click[]> => {
    const names = await getCampaignNames(
      services.db,
      caller,
      rows.map(({ campaign_id: id }) => Number(id)),
    );
    return rows.map((row) => {
      const click = toClick(row, names.get(Number(row.campaign_id)) ?? '');
      return caller.canSeeMoney ? click : { ...click, final_url: hostOnly(click.final_url) };
    });
  };
  return {
    list: async (caller, { query }) => {
      const { from, until } = await resolveDayRange(services.db, caller, query);
      const { rows, total } = await queryClicks({
        ...pageWindow(query),
        accountId: caller.accountId,
        campaignIds:
          query.company_id === undefined ? caller.campaignIds : accessibleCampaigns(caller, query.company_id),
        from: from?.getTime() ?? 0,
        until: until?.getTime() ?? MAX_TIME_MS,
        outcome: query.verdict === undefined ? undefined : CLICK_OUTCOMES.indexOf(query.verdict),
        isBot: query.is_bot === undefined ? undefined : Number(query.is_bot),
        country: query.country,
        device: query.device,
        search: query.search,
        isNewestFirst: query.order !== 'asc',
      });
      return { data: await toClicks(caller, rows), ...buildPage('/clicks', query, total) };
    },
    get: async (caller, { params }) => {
      const campaignId = parseCampaignId(params.id) ?? 0;
      const at = parseClickTime(params.id);
      const { rows } = await queryClicks({
        accountId: caller.accountId,
        campaignIds: accessibleCampaigns(caller, campaignId),
        from: Math.max(0, at - CLOCK_TOLERANCE_MS),
        until: Math.min(MAX_TIME_MS, at + CLOCK_TOLERANCE_MS),
        search: params.id,
        isNewestFirst: true,
        limit: 1,
        offset: 0,
      });
      const row = rows.find(({ click_id: id }) => id === params.id);
      const [click] = await toClicks(caller, row ? [row] : []);
      if (!row || !click) throw new AppError('not_found');
      const question = { accountId: caller.accountId, campaignId, clickId: params.id, from: at - CLOCK_TOLERANCE_MS };
      const found = await tryClickhouse(services, caller.accountId, async (client) => ({
        events: await listPageEvents(client, question),
        steps: await listSteps(client, question),
      }));
      if (found === null) throw new AppError('unavailable');
      const why = await findRoutingReason(services, caller, row);
      const steps = await nameSteps(services, caller, found.steps);
      return { data: { ...click, why, page_events: found.events, steps } };
    },
  };
}

async function nameSteps(
  { db }: Services,
  { accountId, canSeeMoney }: Caller,
  steps: readonly StepOfClick[],
): Promise<ClickDetails['steps']> {
  const names = await listTargetNames(db, accountId, {
    landers: steps.map(({ landerId }) => landerId),
    offers: steps.map(({ offerId }) => offerId),
  });
  return steps.map(({ at, slot, landerId, offerId, finalUrl }) => ({
    ...{ at: at.toISOString(), slot, final_url: canSeeMoney ? finalUrl : hostOnly(finalUrl) },
    lander: { id: landerId, name: names.landers.get(landerId) ?? '' },
    offer: offerId === 0 ? null : { id: offerId, name: names.offers.get(offerId) ?? '' },
  }));
}

/** An inaccessible campaign returns no clicks instead of an error. */
const accessibleCampaigns = ({ campaignIds }: Caller, id: number): number[] =>
  campaignIds === null || campaignIds.includes(id) ? [id] : [];

const toClick = (row: LoggedClick, name: string): Click => ({
  click_id: row.click_id,
  at: new Date(Number(row.at_ms)).toISOString(),
  campaign: { id: Number(row.campaign_id), name },
  version: row.version,
  rule: row.rule,
  destination: row.destination,
  verdict: CLICK_OUTCOMES[row.outcome] ?? 'counted',
  is_bot: row.is_bot === 1,
  is_unique: row.is_unique === 1,
  ip: row.ip,
  country: row.country,
  language: row.language,
  device: row.device,
  os: row.os,
  browser: row.browser,
  user_agent: row.user_agent,
  referrer_host: row.referrer_host,
  subs: row.subs,
  external_id: row.external_id,
  cost: clickCostState(row.cost_model) === 'known' ? fromMicro(BigInt(row.cost_micro)) : null,
  cost_state: clickCostState(row.cost_model),
  cost_currency: row.cost_currency,
  final_url: row.final_url,
  state: row.state,
  entry: CLICK_ENTRIES.find((entry) => entry === row.entry) ?? 'link',
  tag_kind: row.tag_kind,
  consent: CONSENT_STATES.find((state) => state === row.consent) ?? null,
});

/** Stands for any offer: which ones were open at the time of a click is not stored. */
const openOffer = (id: number): LiveOffer => ({ id, url: '', state: 'open', countries: null, fallbackId: null });

const openLander = (id: number): LiveLander => ({
  ...{ id, key: '', url: '', state: 'open', slots: 1, directCampaignId: null },
});

/** Replays the routing with the campaign version, time and random value stored with the click. */
async function findRoutingReason(
  services: Services,
  caller: Caller,
  row: LoggedClick,
): Promise<RoutingExplanation | null> {
  // A visitor who is on a page already is sent nowhere.
  if (row.state !== 'open' || (row.destination === 0 && ['direct', 'script', 'parallel'].includes(row.entry)))
    return null;
  const campaignId = Number(row.campaign_id);
  const saved = await findVersionSettings(services.db, caller, campaignId, row.version);
  if (!saved) return null;
  const at = new Date(Number(row.at_ms));
  const settings = withLearnedWeights(saved, await findLearnedSetsAt(services.db, campaignId, at));
  const random = row.draw / RANDOM_RANGE;
  // Sticky visitors return to their earlier destination, and offers or landers may have been closed: then the random value alone doesn't tell.
  const isKnown = settings.sticky || listOfferIds(settings).length + listLanderIds(settings).length > 0;
  const { rules, share } = explainRouting(
    settings,
    {
      facts: row as unknown as VisitorFacts,
      moment: localClock(settings.timezone)(Number(row.at_ms)),
      random,
      before: isKnown ? { rule: row.rule, destination: row.destination } : undefined,
    },
    { findOffer: openOffer, findLander: openLander, defaultUrl: settings.default_url },
  );
  const list = row.rule === 0 ? settings.destinations : (settings.rules[row.rule - 1]?.destinations ?? []);
  const destination = list[row.destination - 1];
  return {
    rules,
    share,
    draw: random,
    destination_name: destination?.name ?? '',
    destination_url: destination?.url ?? settings.default_url,
  };
}
