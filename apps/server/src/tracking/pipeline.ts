import type { Choice } from '@poklik/domain/campaigns/routing-plan';
import { type AccountBlackList, judge } from './black-list.ts';
import type { CampaignIndex } from './campaign-index.ts';
import type { CompiledCampaign } from './compiled-campaign.ts';
import type { DailyCounts } from './daily-counts.ts';
import { campaignState } from './steps/campaign-state.ts';
import { choose, placeCookie } from './steps/choose-destination.ts';
import { clickRecord, type RecordedClick } from './steps/click-record.ts';
import { finalAddress } from './steps/final-address.ts';
import { linkParameters } from './steps/link-parameters.ts';
import { type FactSources, visitorFacts } from './steps/visitor-facts.ts';
import type { Visit } from './visit.ts';

/** What the steps ask on their way; all of it is in memory. */
export interface ClickSources extends FactSources {
  campaigns: Pick<CampaignIndex, 'find'>;
  blackListOf(accountId: number): AccountBlackList | undefined;
  counts: Pick<DailyCounts, 'of' | 'add'>;
  clickId(now: number, campaignId: number): string;
  visitorHash(address: string, userAgent: string): string;
  /** The address as the operator keeps it. */
  keptAddress(visit: Visit['address']): string;
  /** Cookies are sent over TLS only. */
  isSecure: boolean;
}

export type ClickOutcome =
  | { kind: 'redirect'; location: string; cookie: string | undefined; record: string; isExcluded: boolean }
  | { kind: 'blocked'; record: string }
  | { kind: 'missing' | 'gone' };

const MISSING: ClickOutcome = { kind: 'missing' };
const GONE: ClickOutcome = { kind: 'gone' };

/** The way of a click, step by step, from what was asked to what is answered and recorded. */
export function passClick(sources: ClickSources, visit: Visit): ClickOutcome {
  const campaign = sources.campaigns.find(visit.key);
  if (campaign === undefined) return MISSING;
  const { now, draw, address, query } = visit;
  const moment = campaign.clock(now);
  const { answer, state } = campaignState(campaign, sources.counts, now, moment.day);
  if (answer === 'missing') return MISSING;
  if (answer === 'gone') return GONE;

  const judgement = judge(sources.blackListOf(campaign.accountId), campaign.id, address.words);
  const visitor = visitorFacts(sources, visit);
  const parameters = linkParameters(campaign, query);
  const clickId = sources.clickId(now, campaign.id);
  const click: RecordedClick = {
    clickId,
    now,
    campaign,
    rule: 0,
    destination: 0,
    judgement,
    visitor,
    visitorHash: sources.visitorHash(address.text, visit.userAgent),
    address: sources.keptAddress(address),
    referrer: visit.referrer,
    parameters,
    draw,
    finalUrl: '',
    state,
  };
  if (judgement.verdict === 2) return { kind: 'blocked', record: clickRecord(click) };

  const isOpen = answer === 'rules';
  const choice = isOpen ? choose(campaign, visitor.facts, moment, draw, visit.cookie) : defaultChoice(campaign);
  const location = finalAddress(choice.url, { campaign, clickId, facts: visitor.facts, parameters, query, now, draw });
  if (isOpen && visit.isClick && judgement.verdict === 0 && campaign.settings.daily_cap !== null) {
    sources.counts.add(campaign.id, moment.day);
  }
  click.rule = choice.rule;
  click.destination = choice.destination;
  click.finalUrl = location;
  const cookie = isOpen && campaign.settings.sticky ? placeCookie(campaign, choice, sources.isSecure) : undefined;
  return { kind: 'redirect', location, cookie, record: clickRecord(click), isExcluded: judgement.verdict === 1 };
}

const defaultChoice = ({ settings }: CompiledCampaign): Choice => ({
  rule: 0,
  destination: 0,
  url: settings.default_url,
});
