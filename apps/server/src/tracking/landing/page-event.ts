import type { Device } from '@poklik/contract/routing';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { splitOfferClickId } from '@poklik/domain/clicks/offer-click-id';
import { capturePageIds, SOURCE_ID_DAYS } from '@poklik/domain/clicks/source-ids';
import { toMicro } from '@poklik/domain/money/amount';
import { AD_HIT } from '@poklik/domain/page-events/event-names';
import { type AccountBlackList, matchBlackList } from '../addresses/black-list.ts';
import type { CampaignIndex } from '../campaigns/campaign-index.ts';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import { parseCampaignId, parseClickTime } from '../clicks/click-id.ts';
import { idsRecord } from '../clicks/steps/capture-ids.ts';
import type { Visit } from '../clicks/visit.ts';
import type { DeviceFacts } from '../visitor/device.ts';
import type { EventLimiter } from './event-limiter.ts';

/** Event name of the impression pixel. */
const IMPRESSION = 'impression';
/** Names that pages can't send. */
const OWN_NAMES: readonly string[] = [IMPRESSION, AD_HIT];
const EVENT_NAME = /^[\w.:-]{1,64}$/;
/** Up to a billion, as a page writes it. */
const EVENT_VALUE = /^\d{1,9}(?:\.\d{1,6})?$/;

export interface PageEventSources {
  campaigns: Pick<CampaignIndex, 'find' | 'findById'>;
  blackListOf(accountId: number): AccountBlackList | undefined;
  countryOf(address: string): string;
  deviceOf(userAgent: string): DeviceFacts;
  allowance: EventLimiter;
}

/** The source or campaign has reached its event limit for this minute. */
export const OVER_LIMIT = Symbol('over the limit');
type Recorded = string | typeof OVER_LIMIT | undefined;

type PageVisit = Pick<Visit, 'address' | 'userAgent' | 'now'>;

/** The record of an impression; undefined if the campaign is unknown or the visitor is not counted. */
export function impressionRecord(sources: PageEventSources, key: string, visit: PageVisit): Recorded {
  const campaign = sources.campaigns.find(key);
  return campaign && buildRecord(sources, campaign, { name: IMPRESSION, clickId: '', value: '0' }, visit);
}

/** The record of an ad that was clicked while its page opens; undefined if the visitor is not counted. */
export const adHitRecord = (sources: PageEventSources, campaign: CompiledCampaign, visit: PageVisit): Recorded =>
  buildRecord(sources, campaign, { name: AD_HIT, clickId: '', value: '0' }, visit);

/** The record of a landing page event: name (n), click (c) or campaign (k), and maybe its value (v). */
export function pageEventRecord(sources: PageEventSources, text: string, visit: PageVisit): Recorded {
  const values = new URLSearchParams(text);
  const name = values.get('n') ?? '';
  // A page behind a lander knows the click with its offer.
  const { clickId } = splitOfferClickId(values.get('c') ?? '');
  if (!EVENT_NAME.test(name) || OWN_NAMES.includes(name)) return undefined;
  const campaignId = parseCampaignId(clickId);
  const campaign =
    campaignId === null ? sources.campaigns.find(values.get('k') ?? '') : sources.campaigns.findById(campaignId);
  const value = microValue(values.get('v') ?? '');
  return (
    campaign && buildRecord(sources, campaign, { name, clickId: campaignId === null ? '' : clickId, value }, visit)
  );
}

/** In millionths; an event whose value can't be read is recorded without one. */
const microValue = (text: string): string => (EVENT_VALUE.test(text) ? String(toMicro(text)) : '0');

interface EventFields {
  name: string;
  clickId: string;
  value: string;
}

const DAY_MS = 86_400_000;
const CLOCK_TOLERANCE_MS = 60_000;

/** The record of what a page knows about a click (c): cookies of sources and the visitor's consent. */
export function pageIdsRecord(sources: PageEventSources, text: string, visit: PageVisit): Recorded {
  const { clickId } = splitOfferClickId(new URLSearchParams(text).get('c') ?? '');
  const campaignId = parseCampaignId(clickId);
  const campaign = campaignId === null ? undefined : sources.campaigns.findById(campaignId);
  const captured = campaign && capturePageIds(text);
  if (!captured) return undefined;
  const clickAt = parseClickTime(clickId);
  const age = visit.now - clickAt;
  if (age < -CLOCK_TOLERANCE_MS || age > SOURCE_ID_DAYS * DAY_MS || !isCounted(sources, campaign, visit))
    return undefined;
  if (!sources.allowance.take(campaign.id, visit.address, visit.now)) return OVER_LIMIT;
  return idsRecord(campaign, captured, { clickId, clickAt, now: visit.now });
}

/** Bots and black list matches create no events. */
function isCounted(sources: PageEventSources, campaign: CompiledCampaign, { address, userAgent }: PageVisit): boolean {
  const { status } = campaign.settings;
  if (sources.deviceOf(userAgent).isBot || status === 'draft' || status === 'archived') return false;
  const { outcome } = matchBlackList(sources.blackListOf(campaign.accountId), campaign.id, address.words);
  return outcome === ClickOutcome.redirected;
}

function buildRecord(
  sources: PageEventSources,
  campaign: CompiledCampaign,
  event: EventFields,
  visit: PageVisit,
): Recorded {
  const { address, userAgent, now } = visit;
  if (!isCounted(sources, campaign, visit)) return undefined;
  if (!sources.allowance.take(campaign.id, address, now)) return OVER_LIMIT;
  const { device } = sources.deviceOf(userAgent);
  const cost = event.name === IMPRESSION ? campaign.impressionCost : '0';
  return joinFields(campaign, event, { now, country: sources.countryOf(address.text), device, cost });
}

/** The fields of PAGE_EVENT_COLUMNS, in order. */
const joinFields = (
  { accountId, id, settings }: CompiledCampaign,
  { name, clickId, value }: EventFields,
  { now, country, device, cost }: { now: number; country: string; device: Device; cost: string },
): string =>
  `${now}\t${accountId}\t${id}\t${name}\t${clickId}\t${country}\t${device}\t${cost}\t${settings.cost_currency}\t${value}`;
