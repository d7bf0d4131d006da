import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type CampaignSettings, SUBS } from '@poklik/contract/campaigns';
import { type Cost, campaignClickCost, impressionCost } from '@poklik/domain/campaigns/click-cost';
import { compileDestination, type DestinationTemplate } from '@poklik/domain/campaigns/destination-template';
import { planRouting, type RoutingPlan } from '@poklik/domain/campaigns/routing-plan';
import { localClock } from '@poklik/domain/campaigns/weekly-hours';
import { fieldOf } from './record-field.ts';

/** A campaign as it is kept: its settings are packed until somebody clicks, because most campaigns rest. */
export interface StoredCampaign {
  id: number;
  key: string;
  accountId: number;
  version: number;
  /** Changes with every save. */
  mark: string;
  packed: string;
  /** Who reports a conversion shows it, or signs with it. */
  postbackKey: string;
}

/** Settings repeat themselves so much that they take a fifth of the room; a small window is enough to see it. */
export const packSettings = (settings: string): string =>
  deflateRawSync(settings, { level: 3, windowBits: 13, memLevel: 5 }).toString('base64');

export const unpackSettings = ({ packed }: Pick<StoredCampaign, 'packed'>): CampaignSettings =>
  JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8')) as CampaignSettings;

/** Where the values of the link go: sub1…sub10, then the external id, then the cost. */
export const EXTERNAL_ID_SLOT = SUBS.length;
export const COST_SLOT = SUBS.length + 1;
export const SLOTS = SUBS.length + 2;

/** A campaign in the form in which a click asks it. */
export interface CompiledCampaign {
  id: number;
  key: string;
  accountId: number;
  version: number;
  postbackKey: string;
  /** The plan stands for the rules and destinations. */
  settings: Omit<CampaignSettings, 'rules' | 'destinations'>;
  plan: RoutingPlan;
  /** By the address that the plan chose. */
  templates: ReadonlyMap<string, DestinationTemplate>;
  clock: ReturnType<typeof localClock>;
  /** Names of the link's parameters. */
  slots: ReadonlyMap<string, readonly number[]>;
  cost: Cost;
  impressionCost: string;
  /** What every record of the campaign says alike. */
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
    templates: templatesOf(plan, settings.default_url),
    clock: clockOf(settings.timezone),
    slots: slotsOf(settings),
    cost: campaignClickCost(settings),
    impressionCost: impressionCost(settings),
    fields: {
      identity: `${accountId}\t${id}\t${version}`,
      trafficSource: fieldOf(settings.traffic_source ?? '', 64),
    },
  };
}

function templatesOf(plan: RoutingPlan, defaultUrl: string): Map<string, DestinationTemplate> {
  const destinations = [...plan.rules.flatMap((rule) => rule.destinations), ...plan.fallback];
  const urls = new Set([...destinations.map(({ url }) => url), defaultUrl]);
  return new Map([...urls].map((url) => [url, compileDestination(url)]));
}

/** A sub's own name is understood unless the campaign gives that sub to another parameter. */
function slotsOf({ params, external_id_param, cost_param }: CompiledCampaign['settings']): Map<string, number[]> {
  const slots = new Map<string, number[]>();
  const assign = (name: string, slot: number) => slots.set(name, [...(slots.get(name) ?? []), slot]);
  SUBS.forEach((sub, slot) => {
    assign(params.find((parameter) => parameter.sub === sub)?.name ?? sub, slot);
  });
  if (external_id_param !== null) assign(external_id_param, EXTERNAL_ID_SLOT);
  if (cost_param !== null) assign(cost_param, COST_SLOT);
  return slots;
}

/** A clock of a time zone is large, and there are few zones. */
const clocks = new Map<string, CompiledCampaign['clock']>();

function clockOf(timezone: string): CompiledCampaign['clock'] {
  const known = clocks.get(timezone);
  if (known) return known;
  const clock = localClock(timezone);
  clocks.set(timezone, clock);
  return clock;
}
