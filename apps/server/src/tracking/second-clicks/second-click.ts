import { hash } from 'node:crypto';
import { SUBS } from '@poklik/contract/routing';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { offerClickId } from '@poklik/domain/clicks/offer-click-id';
import type { Pass } from '@poklik/domain/landers/pass';
import { forwardQuery } from '@poklik/domain/routing/destination-template';
import {
  chooseNext,
  findPlannedLander,
  type LiveTargets,
  type NextChoice,
  type RoutingPlan,
  usedSlot,
} from '@poklik/domain/routing/routing-plan';
import { matchBlackList } from '../addresses/black-list.ts';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import type { ClickSources } from '../clicks/click-context.ts';
import { parseCampaignId, parseClickTime } from '../clicks/click-id.ts';
import { RANDOM_RANGE } from '../clicks/steps/choose-destination.ts';
import { landerUrl, type MacroSource, macroValue } from '../clicks/steps/final-url.ts';
import { dropPassCookie, passCookie } from '../passes/pass-cookies.ts';
import type { KnownPass } from '../passes/pass-keys.ts';
import { enterDirectly } from './direct-entry.ts';
import { findPass, listOldCookies, readStepParameters, withoutStepParameters } from './find-pass.ts';
import type { FirstRecords, SecondResponse, SecondVisit } from './second-visit.ts';
import { type Step, stepRecord } from './step-record.ts';

const DAY_MS = 86_400_000;

/** Where a visitor of a lander goes on to, from memory. Paused and capped campaigns let those inside go on. */
export function handleSecondClick(sources: ClickSources, visit: SecondVisit): SecondResponse {
  if (visit.isPrefetch) return { kind: 'prefetch' };
  const parameters = readStepParameters(visit.query);
  const pass = findPass(sources, parameters, visit);
  const campaign = pass && sources.campaigns.findById(parseCampaignId(pass.clickId) ?? 0);
  const isCurrent =
    pass && campaign && visit.now - parseClickTime(pass.clickId) <= campaign.settings.attribution_days * DAY_MS;
  if (isCurrent) {
    if (campaign.settings.status === 'draft') return { kind: 'unknown' };
    if (campaign.settings.status === 'archived') return { kind: 'gone' };
    return goOn(sources, { visit, pass, campaign, first: null });
  }
  const entered = enterDirectly(sources, { visit, landerKey: parameters.landerKey });
  return 'kind' in entered ? entered : goOn(sources, { visit, ...entered });
}

interface Going {
  visit: SecondVisit;
  pass: KnownPass;
  campaign: CompiledCampaign;
  first: FirstRecords | null;
}

function goOn(sources: ClickSources, { visit, pass, campaign, first }: Going): SecondResponse {
  const { outcome: listed } = matchBlackList(sources.blackListOf(campaign.accountId), campaign.id, visit.address.words);
  const draw = drawFor(
    pass,
    usedSlot(findPlannedLander(campaign.plan, { uid: pass.uid, id: pass.landerId }), visit.slot),
  );
  const step: Step = {
    ...{ pass, campaign, draw, slot: visit.slot, now: visit.now, finalUrl: '' },
    choice: chooseForPass(campaign, pass, visit.slot, draw, {
      findOffer: sources.offers.find,
      findLander: sources.landers.find,
    }),
    // Excluded once, excluded for the whole visit.
    outcome: listed === ClickOutcome.redirected ? pass.outcome : listed,
    isBot: sources.deviceOf(visit.userAgent).isBot,
  };
  if (step.outcome === ClickOutcome.blocked) {
    const choice: NextChoice = { slot: 0, destination: 0, url: '', uid: '' };
    return { kind: 'blocked', record: stepRecord({ ...step, choice }), first };
  }
  const { location, cookies } = buildWayOn(sources, step, visit);
  if (visit.isClick && step.choice.offerId !== undefined && step.outcome === ClickOutcome.redirected)
    sources.offers.countClick(step.choice.offerId, visit.now);
  const isExcluded = step.outcome === ClickOutcome.excluded;
  return {
    ...{ kind: 'redirect', location, cookies, first, isExcluded },
    record: stepRecord({ ...step, finalUrl: location }),
  };
}

/**
 * Chooses where a visitor of a lander goes on to. Its parameters are all that can affect it: the campaign, what the pass
 * says about the first click, the link, the draw, and the state of offers and landers.
 */
export const chooseForPass = (
  { plan, settings }: { plan: RoutingPlan; settings: Pick<CompiledCampaign['settings'], 'default_url'> },
  { uid, landerId, facts }: Pick<KnownPass, 'uid' | 'landerId' | 'facts'>,
  slot: number,
  draw: number,
  live: Pick<LiveTargets, 'findOffer' | 'findLander'>,
): NextChoice =>
  chooseNext(
    findPlannedLander(plan, { uid, id: landerId }),
    slot,
    { country: facts.country, random: draw / RANDOM_RANGE },
    { ...live, defaultUrl: settings.default_url },
  );

/** The same for the same click, target and link that acts, so a visitor who clicks again sees the same offer. */
function drawFor({ key, clickId, uid, landerId }: KnownPass, slot: number): number {
  const digest = hash('sha256', `${key} draw ${clickId} ${uid || landerId} ${slot}`, 'hex');
  return Number.parseInt(digest.slice(0, 12), 16) % RANDOM_RANGE;
}

function buildWayOn(sources: ClickSources, { pass, campaign, choice, draw }: Step, visit: SecondVisit) {
  const isSecure = sources.isSecure();
  const source = macroSource(pass, campaign, { now: visit.now, random: draw });
  const landerKey = sources.landers.find(pass.landerId)?.key ?? '';
  const next = choice.lander && sources.landers.find(choice.lander.id);
  let location: string;
  let set = { landerKey, pass: sources.passes.sign(pass) };
  if (choice.lander && next) {
    const signed = sources.passes.sign({
      ...pass,
      ...{ landerId: next.id, uid: choice.lander.uid, step: pass.step + 1 },
    });
    set = { landerKey: next.key, pass: signed };
    location = landerUrl(next, { pass: signed, step: pass.step + 1 }, source);
  } else if (choice.offerId !== undefined) {
    const own = { ...source, clickId: offerClickId(pass.clickId, choice.offerId) };
    const offer = sources.offers.find(choice.offerId);
    const place = { offer, step: pass.step };
    location = offer?.template((name) => macroValue(name, own, place)) ?? choice.url;
  } else {
    const place = { step: pass.step };
    location = campaign.templates.get(choice.url)?.((name) => macroValue(name, source, place)) ?? choice.url;
  }
  const query = campaign.settings.forward_query ? withoutStepParameters(visit.query) : '';
  const { attribution_days: days } = campaign.settings;
  return {
    location: query === '' ? location : forwardQuery(location, query),
    cookies: [
      ...(set.landerKey === '' || visit.cookie.includes(set.pass)
        ? []
        : [passCookie(set.landerKey, set.pass, { days, isSecure })]),
      ...listOldCookies(sources, visit.cookie, set.landerKey).map((key) => dropPassCookie(key, isSecure)),
    ],
  };
}

const macroSource = (
  { clickId, facts, values }: Pass,
  campaign: CompiledCampaign,
  visit: MacroSource['visit'],
): MacroSource => {
  const carried = (name: string): string => values.find(([known]) => known === name)?.[1] ?? '';
  return {
    ...{ campaign, clickId, visit, visitor: { facts }, tag: carried('tag') },
    parameters: { subs: SUBS.map(carried), externalId: carried('external_id'), cost: { text: carried('cost') } },
  };
};
