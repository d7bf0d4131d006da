import type { Choice } from '@poklik/domain/campaigns/routing-plan';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { type AccountBlackList, matchBlackList } from './black-list.ts';
import type { CampaignIndex } from './campaign-index.ts';
import type { CompiledCampaign } from './compiled-campaign.ts';
import type { DailyCounts } from './daily-counts.ts';
import { getCampaignTraffic } from './steps/campaign-state.ts';
import { chooseForVisitor, destinationCookie } from './steps/choose-destination.ts';
import { clickRecord, type RecordedClick } from './steps/click-record.ts';
import { finalUrl } from './steps/final-url.ts';
import { parseLinkParameters } from './steps/link-parameters.ts';
import { detectVisitor, type FactSources } from './steps/visitor-facts.ts';
import type { Visit } from './visit.ts';

/** What the click path reads; all of it is in memory. */
export interface ClickSources extends FactSources {
  campaigns: Pick<CampaignIndex, 'find'>;
  blackListOf(accountId: number): AccountBlackList | undefined;
  counts: Pick<DailyCounts, 'get' | 'add'>;
  clickId(now: number, campaignId: number): string;
  visitorHash(address: string, userAgent: string): string;
  /** The address as configured, full or truncated. */
  keptAddress(visit: Visit['address']): string;
  /** Cookies are sent over TLS only. */
  isSecure: boolean;
}

export type ClickResponse =
  | { kind: 'redirect'; location: string; cookie: string | undefined; record: string; isExcluded: boolean }
  | { kind: 'blocked'; record: string }
  | { kind: 'missing' | 'gone' };

const MISSING: ClickResponse = { kind: 'missing' };
const GONE: ClickResponse = { kind: 'gone' };

/** Handles a click step by step, from the request to the response and the record. */
export function handleClick(sources: ClickSources, visit: Visit): ClickResponse {
  const campaign = sources.campaigns.find(visit.key);
  if (campaign === undefined) return MISSING;
  const { now, random, address, query } = visit;
  const moment = campaign.clock(now);
  const { answer, state } = getCampaignTraffic(campaign, sources.counts, now, moment.day);
  if (answer === 'missing') return MISSING;
  if (answer === 'gone') return GONE;

  const blackListMatch = matchBlackList(sources.blackListOf(campaign.accountId), campaign.id, address.words);
  const visitor = detectVisitor(sources, visit);
  const parameters = parseLinkParameters(campaign, query);
  const clickId = sources.clickId(now, campaign.id);
  const click: RecordedClick = {
    clickId,
    now,
    campaign,
    rule: 0,
    destination: 0,
    blackListMatch,
    visitor,
    visitorHash: sources.visitorHash(address.text, visit.userAgent),
    address: sources.keptAddress(address),
    referrer: visit.referrer,
    parameters,
    random,
    finalUrl: '',
    state,
  };
  if (blackListMatch.outcome === ClickOutcome.blocked) return { kind: 'blocked', record: clickRecord(click) };

  const isOpen = answer === 'rules';
  const choice = isOpen
    ? chooseForVisitor(campaign, visitor.facts, moment, random, visit.cookie)
    : defaultChoice(campaign);
  const location = finalUrl(choice.url, {
    campaign,
    clickId,
    facts: visitor.facts,
    parameters,
    query,
    now,
    random,
  });
  if (
    isOpen &&
    visit.isClick &&
    blackListMatch.outcome === ClickOutcome.redirected &&
    campaign.settings.daily_cap !== null
  ) {
    sources.counts.add(campaign.id, moment.day);
  }
  click.rule = choice.rule;
  click.destination = choice.destination;
  click.finalUrl = location;
  const cookie = isOpen && campaign.settings.sticky ? destinationCookie(campaign, choice, sources.isSecure) : undefined;
  return {
    kind: 'redirect',
    location,
    cookie,
    record: clickRecord(click),
    isExcluded: blackListMatch.outcome === ClickOutcome.excluded,
  };
}

const defaultChoice = ({ settings }: CompiledCampaign): Choice => ({
  rule: 0,
  destination: 0,
  url: settings.default_url,
});
