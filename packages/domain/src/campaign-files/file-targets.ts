import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination } from '@poklik/contract/routing';

/** A destination in a file: offers and landers have their names, which other accounts know too. */
export interface FileTarget {
  uid?: string | undefined;
  name: string;
  url?: string;
  offer?: string;
  lander?: string;
  next?: { uid?: string | undefined; targets: FileTarget[] }[];
  weight: number;
  active: boolean;
}

export interface TargetNames {
  offer(id: number): string;
  lander(id: number): string;
}

export const toFileTargets = (list: readonly Destination[], names: TargetNames): FileTarget[] =>
  list.map(({ uid, name, weight, active, url, offer_id, lander_id, next = [] }) => {
    const common = { ...(uid !== undefined && { uid }), name, weight, active };
    if (offer_id != null) return { ...common, offer: names.offer(offer_id) };
    if (lander_id == null) return { ...common, url };
    const below = next.map((slot) => ({
      ...(slot.uid !== undefined && { uid: slot.uid }),
      targets: toFileTargets(slot.targets, names),
    }));
    return { ...common, lander: names.lander(lander_id), next: below };
  });

/** What belongs to an account and means nothing elsewhere; on import it stays as it is. */
const OF_ACCOUNT = ['domain_id', 'spare_domain_id', 'network_id', 'connection_ids'] as const;
const OF_MONEY = ['cost_value', 'default_payout', 'type_payouts'] as const;

/** A campaign as an object of the file. */
export function toFileCampaign(
  settings: CampaignSettings,
  names: TargetNames,
  seesMoney: boolean,
): Record<string, unknown> {
  const hidden: readonly string[] = seesMoney ? OF_ACCOUNT : [...OF_ACCOUNT, ...OF_MONEY];
  const shown = Object.entries(settings).filter(([name]) => !hidden.includes(name));
  return {
    ...Object.fromEntries(shown),
    destinations: toFileTargets(settings.destinations, names),
    rules: settings.rules.map((rule) => ({ ...rule, destinations: toFileTargets(rule.destinations, names) })),
  };
}

/** IDs by name in lower case. */
export interface TargetIds {
  offers: ReadonlyMap<string, number>;
  landers: ReadonlyMap<string, number>;
}

interface ReadTargets {
  /** Input of the contract's schema, which checks everything else. */
  settings: Record<string, unknown>;
  /** Paths of names that are not known. */
  unknown: string[];
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings of an object of the file, without what stays with the account. */
export function fromFileCampaign(campaign: Json, ids: TargetIds): ReadTargets {
  const unknown: string[] = [];
  const readTarget = (target: unknown, path: string): unknown => {
    if (!isObject(target)) return target;
    const { offer, lander, offer_id: _, lander_id: __, next, ...rest } = target;
    const find = (known: ReadonlyMap<string, number>, name: unknown, field: string): number | undefined => {
      const id = typeof name === 'string' ? known.get(nameKey(name)) : undefined;
      if (id === undefined) unknown.push(`${path}.${field}`);
      return id;
    };
    const readSlot = (slot: unknown, at: number): unknown =>
      isObject(slot) ? { ...slot, targets: readTargets(slot.targets, `${path}.next.${at}.targets`) } : slot;
    return {
      ...rest,
      ...(offer != null && { offer_id: find(ids.offers, offer, 'offer') }),
      ...(lander != null && { lander_id: find(ids.landers, lander, 'lander') }),
      ...(next !== undefined && { next: Array.isArray(next) ? next.map(readSlot) : next }),
    };
  };
  const readTargets = (list: unknown, path: string): unknown =>
    Array.isArray(list) ? list.map((target, at) => readTarget(target, `${path}.${at}`)) : list;
  const readRule = (rule: unknown, at: number): unknown =>
    isObject(rule) ? { ...rule, destinations: readTargets(rule.destinations, `rules.${at}.destinations`) } : rule;
  const { destinations, rules, ...rest } = campaign;
  const kept = Object.entries(rest).filter(([name]) => !(OF_ACCOUNT as readonly string[]).includes(name));
  return {
    settings: {
      ...Object.fromEntries(kept),
      ...(destinations !== undefined && { destinations: readTargets(destinations, 'destinations') }),
      ...(rules !== undefined && { rules: Array.isArray(rules) ? rules.map(readRule) : rules }),
    },
    unknown,
  };
}

/** Names are the same whatever their case. */
export const nameKey = (name: string): string => name.trim().toLowerCase();
