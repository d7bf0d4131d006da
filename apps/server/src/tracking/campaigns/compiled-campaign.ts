import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { CampaignSettings } from '@poklik/contract/campaigns';
import { SUBS } from '@poklik/contract/routing';
import { type Cost, campaignClickCost, impressionCost } from '@poklik/domain/campaigns/click-cost';
import { compileDestination, type DestinationTemplate } from '@poklik/domain/routing/destination-template';
import { planRouting, type RoutingPlan } from '@poklik/domain/routing/routing-plan';
import { listLanderIds, listOfferIds } from '@poklik/domain/routing/targets';
import { localClock } from '@poklik/domain/schedule/weekly-hours';
import { toField } from '../clicks/record-field.ts';

/** A campaign in memory. Its settings stay packed until a click, because most campaigns are idle. */
export interface StoredCampaign {
  id: number;
  key: string;
  accountId: number;
  version: number;
  /** Changes with every save. */
  mark: string;
  packed: string;
  /** Landers that it leads to; only if there are any. */
  landerIds?: readonly number[];
  /** Secret of postbacks, sent as a key or used for their signature. */
  postbackKey: string;
}

/** Settings are repetitive and compress to a fifth, even with a small window. */
export const packSettings = (settings: string): string =>
  deflateRawSync(settings, { level: 3, windowBits: 13, memLevel: 5 }).toString('base64');

/** Campaigns that were saved before a setting existed have its default. */
const DEFAULTS = CampaignSettings.parse({ name: 'Defaults', default_url: 'https://defaults.invalid' });

export const unpackSettings = ({ packed }: Pick<StoredCampaign, 'packed'>): CampaignSettings => ({
  ...DEFAULTS,
  ...(JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8')) as Partial<CampaignSettings>),
});

/** Positions of link parameters: sub1…sub10, external ID, cost. */
export const EXTERNAL_ID_SLOT = SUBS.length;
export const COST_SLOT = SUBS.length + 1;
export const SLOTS = SUBS.length + 2;

/** A campaign prepared for clicks. */
export interface CompiledCampaign {
  id: number;
  key: string;
  accountId: number;
  version: number;
  postbackKey: string;
  /** `plan` replaces rules and destinations. */
  settings: Omit<CampaignSettings, 'rules' | 'destinations'>;
  plan: RoutingPlan;
  /** Of all destinations, also disabled ones. */
  offerIds: readonly number[];
  landerIds: readonly number[];
  /** By the URL that the plan chose. */
  templates: ReadonlyMap<string, DestinationTemplate>;
  clock: ReturnType<typeof localClock>;
  /** By link parameter name. */
  slots: ReadonlyMap<string, readonly number[]>;
  cost: Cost;
  impressionCost: string;
  /** Record fields that are the same for all clicks of the campaign. */
  fields: { identity: string; trafficSource: string };
}

export function compileCampaign(stored: StoredCampaign): CompiledCampaign {
  const { rules, destinations, ...settings } = unpackSettings(stored);
  const { id, key, accountId, version, postbackKey } = stored;
  const plan = planRouting({ ...settings, rules, destinations });
  return {
    id,
    key,
    accountId,
    version,
    postbackKey,
    settings,
    plan,
    offerIds: listOfferIds({ rules, destinations }),
    landerIds: listLanderIds({ rules, destinations }),
    templates: compileTemplates(plan, settings.default_url),
    clock: getClock(settings.timezone),
    slots: assignSlots(settings),
    cost: campaignClickCost(settings),
    impressionCost: impressionCost(settings),
    fields: {
      identity: `${accountId}\t${id}\t${version}`,
      trafficSource: toField(settings.traffic_source ?? '', 64),
    },
  };
}

function compileTemplates(plan: RoutingPlan, defaultUrl: string): Map<string, DestinationTemplate> {
  const below = (plan.landers ?? []).flatMap(({ slots }) => slots.flat());
  const destinations = [...plan.rules.flatMap((rule) => rule.destinations), ...plan.fallback, ...below];
  // Offers and landers have templates of their own.
  const own = destinations.filter(({ offerId, lander }) => offerId === undefined && lander === undefined);
  const urls = new Set([...own.map(({ url }) => url), defaultUrl]);
  return new Map([...urls].map((url) => [url, compileDestination(url)]));
}

/** A sub's own name works unless the campaign maps that sub to another parameter. */
function assignSlots({ params, external_id_param, cost_param }: CompiledCampaign['settings']): Map<string, number[]> {
  const slots = new Map<string, number[]>();
  const assign = (name: string, slot: number) => slots.set(name, [...(slots.get(name) ?? []), slot]);
  SUBS.forEach((sub, slot) => {
    assign(params.find((parameter) => parameter.sub === sub)?.name ?? sub, slot);
  });
  if (external_id_param !== null) assign(external_id_param, EXTERNAL_ID_SLOT);
  if (cost_param !== null) assign(cost_param, COST_SLOT);
  return slots;
}

/** Clocks are large and shared by time zone. */
const clocks = new Map<string, CompiledCampaign['clock']>();

function getClock(timezone: string): CompiledCampaign['clock'] {
  const known = clocks.get(timezone);
  if (known) return known;
  const clock = localClock(timezone);
  clocks.set(timezone, clock);
  return clock;
}
