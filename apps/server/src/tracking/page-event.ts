import type { Device } from '@poklik/contract/routing';
import { type AccountBlackList, judge } from './black-list.ts';
import type { CampaignIndex } from './campaign-index.ts';
import { campaignOfClick } from './click-id.ts';
import type { CompiledCampaign } from './compiled-campaign.ts';
import type { DeviceFacts } from './device.ts';
import type { EventAllowance } from './event-allowance.ts';
import type { Visit } from './visit.ts';

/** The name of the event that the impression pixel makes. */
const IMPRESSION = 'impression';
const EVENT_NAME = /^[\w.:-]{1,64}$/;

export interface PageEventSources {
  campaigns: Pick<CampaignIndex, 'find' | 'findById'>;
  blackListOf(accountId: number): AccountBlackList | undefined;
  countryOf(address: string): string;
  deviceOf(userAgent: string): DeviceFacts;
  allowance: EventAllowance;
}

/** A source or a campaign has made more events in this minute than it may. */
export const OVER_LIMIT = Symbol('over the limit');
type Recorded = string | typeof OVER_LIMIT | undefined;

type PageVisit = Pick<Visit, 'address' | 'userAgent' | 'now'>;

/** The record of an impression; nothing when there is no such campaign or it does not count. */
export function impressionRecord(sources: PageEventSources, key: string, visit: PageVisit): Recorded {
  const campaign = sources.campaigns.find(key);
  return campaign && recordOf(sources, campaign, IMPRESSION, '', visit);
}

/** The record of what a landing page told: which event (n), of which click (c) or at least which campaign (k). */
export function pageEventRecord(sources: PageEventSources, text: string, visit: PageVisit): Recorded {
  const values = new URLSearchParams(text);
  const name = values.get('n') ?? '';
  const clickId = values.get('c') ?? '';
  if (!EVENT_NAME.test(name) || name === IMPRESSION) return undefined;
  const campaignId = campaignOfClick(clickId);
  const campaign =
    campaignId === null ? sources.campaigns.find(values.get('k') ?? '') : sources.campaigns.findById(campaignId);
  return campaign && recordOf(sources, campaign, name, campaignId === null ? '' : clickId, visit);
}

/** Robots and addresses of the black list make no events: there is no redirect here that could tell them anything. */
function recordOf(
  sources: PageEventSources,
  campaign: CompiledCampaign,
  name: string,
  clickId: string,
  { address, userAgent, now }: PageVisit,
): Recorded {
  const { device, isBot } = sources.deviceOf(userAgent);
  const { status } = campaign.settings;
  if (isBot || status === 'draft' || status === 'archived') return undefined;
  if (judge(sources.blackListOf(campaign.accountId), campaign.id, address.words).verdict !== 0) return undefined;
  if (!sources.allowance.take(campaign.id, address, now)) return OVER_LIMIT;
  const cost = name === IMPRESSION ? campaign.impressionCost : '0';
  return fields(campaign, name, clickId, { now, country: sources.countryOf(address.text), device, cost });
}

/** The fields of PAGE_EVENT_COLUMNS in their order. */
const fields = (
  { accountId, id, settings }: CompiledCampaign,
  name: string,
  clickId: string,
  { now, country, device, cost }: { now: number; country: string; device: Device; cost: string },
): string =>
  `${now}\t${accountId}\t${id}\t${name}\t${clickId}\t${country}\t${device}\t${cost}\t${settings.cost_currency}`;
