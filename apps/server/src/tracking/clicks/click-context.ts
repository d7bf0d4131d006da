import type { VisitorFacts } from '@poklik/contract/routing';
import type { Cost } from '@poklik/domain/campaigns/click-cost';
import type { Consent } from '@poklik/domain/clicks/source-ids';
import type { Choice } from '@poklik/domain/routing/routing-plan';
import type { TrafficState } from '@poklik/domain/routing/traffic-state';
import { type AccountBlackList, type BlackListMatch, NO_MATCH } from '../addresses/black-list.ts';
import type { CampaignIndex } from '../campaigns/campaign-index.ts';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import type { LanderIndex } from '../campaigns/lander-index.ts';
import type { OfferIndex } from '../campaigns/offer-index.ts';
import type { DailyCounts } from '../caps/daily-counts.ts';
import type { PassKeys } from '../passes/pass-keys.ts';
import type { DeviceFacts } from '../visitor/device.ts';
import type { Visit } from './visit.ts';

/** What the click path reads; all of it is in memory. */
export interface ClickSources {
  campaigns: Pick<CampaignIndex, 'find' | 'findById'>;
  offers: Pick<OfferIndex, 'find' | 'countClick'>;
  landers: Pick<LanderIndex, 'find' | 'findByKey' | 'countUnknown'>;
  passes: Pick<PassKeys, 'sign' | 'open'>;
  blackListOf(accountId: number): AccountBlackList | undefined;
  counts: Pick<DailyCounts, 'get' | 'add'>;
  countryOf(address: string): string;
  languageOf(acceptLanguage: string): string;
  deviceOf(userAgent: string): DeviceFacts;
  clickId(now: number, campaignId: number): string;
  visitorHash(address: string, userAgent: string): string;
  /** The address as configured, full or truncated. */
  keptAddress(visit: Visit['address']): string;
  /** Cookies are sent over TLS only. */
  isSecure(): boolean;
}

/** Why a click is not made. Every stopped state of a campaign is one. */
export const DropReason = {
  prefetch: 'prefetch',
  unknownLink: 'unknown_link',
  draft: 'draft',
  paused: 'paused',
  archived: 'archived',
  notStarted: 'not_started',
  ended: 'ended',
  capped: 'capped',
  blocked: 'blocked',
  /** In parallel tracking the page makes the click, and the link says only that the ad was clicked. */
  adHit: 'ad_hit',
} as const;
export type DropReason = (typeof DropReason)[keyof typeof DropReason];

/** A step of a click: reads and fills the context, and may end the click. */
export type ClickStep = (click: ClickContext) => DropReason | undefined;

export interface DetectedVisitor {
  /** All that routing may use. */
  facts: VisitorFacts;
  isBot: boolean;
  /** As recorded. */
  userAgent: string;
}

export interface LinkParameters {
  /** sub1…sub10. */
  subs: readonly string[];
  externalId: string;
  cost: Cost;
}

const NO_CHOICE: Choice = { rule: 0, destination: 0, url: '' };

/** A click on its way through the steps. All fields exist from the start, because objects of one shape are fast. */
export class ClickContext {
  readonly sources: ClickSources;
  readonly visit: Visit;
  campaign!: CompiledCampaign;
  /** In the campaign's time zone. */
  moment!: ReturnType<CompiledCampaign['clock']>;
  state: TrafficState = 'open';
  /** Whether the rules apply; a stopped campaign may redirect to its default URL. */
  isOpen = false;
  blackListMatch: BlackListMatch = NO_MATCH;
  visitor!: DetectedVisitor;
  parameters!: LinkParameters;
  clickId = '';
  /** Keyed hash as a decimal number. */
  visitorHash = '';
  /** Full or truncated, as configured. */
  address = '';
  choice: Choice = NO_CHOICE;
  /** For the lander that the visitor goes to; empty without one. */
  pass = '';
  /** Empty for a blocked click. */
  finalUrl = '';
  /** For `Set-Cookie`, if the campaign is sticky. */
  cookie: string | undefined = undefined;
  /** For `Set-Cookie` too, if the visitor goes to a lander. */
  passCookie: string | undefined = undefined;
  /** How the visitor came: by the tracking link, directly to a lander, by the script of a page (in parallel tracking or not), or as a server told. */
  entry: '' | 'direct' | 'script' | 'parallel' | 'server' = '';
  /** The first identifier that the source gave, its kind, and what the visitor said; empty for most clicks. */
  tagKind = '';
  tag = '';
  consent: Consent = '';
  /** For the event log. */
  record = '';
  /** For the event log too; empty for most clicks. */
  idsRecord = '';

  constructor(sources: ClickSources, visit: Visit) {
    this.sources = sources;
    this.visit = visit;
  }
}
