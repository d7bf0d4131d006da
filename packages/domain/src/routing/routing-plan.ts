import type { CampaignSettings } from '@poklik/contract/campaigns';
import {
  BROWSERS,
  type Condition,
  DEVICES,
  type Destination,
  type Dimension,
  OPERATING_SYSTEMS,
  type Rule,
  type VisitorFacts,
} from '@poklik/contract/routing';
import type { FindLander } from '../landers/live-lander.ts';
import { type FindOffer, type GaveWay, reachOffer } from '../offers/reach-offer.ts';
import { type LocalMoment, parseHours, type WeeklyHours, withinHours } from '../schedule/weekly-hours.ts';

/**
 * Everything that can affect the destination: visitor facts, the campaign's local time, the random value for weights,
 * and the previous destination.
 */
export interface RoutingInput {
  facts: VisitorFacts;
  moment: LocalMoment;
  /** In [0, 1). */
  random: number;
  /** The visitor's previous destination, if the campaign is sticky. */
  before?: { rule: number; destination: number } | undefined;
}

interface PlannedCondition {
  dimension: Dimension;
  wanted: boolean;
  /** One bit per possible value of the dimension. */
  values: Uint32Array;
  hours: readonly WeeklyHours[];
}

interface PlannedDestination {
  /** 1-based index in the owner's list. */
  place: number;
  /** Empty for an offer or a lander, which have it. */
  url: string;
  /** Cumulative weight including this one. */
  upTo: number;
  /** Only of offers. */
  offerId?: number;
  /** Only of landers. */
  lander?: PlannedLander;
  /** Only below a lander. */
  uid?: string;
}

/** A lander at its place in a campaign, and where its links lead. */
export interface PlannedLander {
  /** Of its destination; empty before the first save. */
  uid: string;
  id: number;
  /** 1 for a lander that a rule leads to, 2 for one behind it. */
  step: number;
  /** Active destinations by slot. */
  slots: readonly (readonly PlannedDestination[])[];
}

interface PlannedRule {
  place: number;
  all: boolean;
  conditions: readonly PlannedCondition[];
  destinations: readonly PlannedDestination[];
}

/** A campaign's rules compiled for clicks. */
export interface RoutingPlan {
  rules: readonly PlannedRule[];
  fallback: readonly PlannedDestination[];
  /** Every lander at each of its places, also those that are turned off; only if there are any. */
  landers?: readonly PlannedLander[];
}

export interface Choice {
  /** 1-based index of the matched rule; 0 when none matched. */
  rule: number;
  /** 1-based index of the destination; 0 is the default URL. */
  destination: number;
  url: string;
  /** The offer that takes the visitor; only for a destination with an offer. */
  offerId?: number;
  /** The lander that the visitor sees first; only for a destination with a lander. */
  lander?: PlannedLander;
  /** Why the visitor goes elsewhere than to the offer that was drawn, or to the default URL; only then. */
  gaveWay?: GaveWay;
}

export function planRouting(settings: Pick<CampaignSettings, 'rules' | 'destinations' | 'default_url'>): RoutingPlan {
  const chosen = planDestinations(settings.destinations);
  const plan: RoutingPlan = {
    rules: settings.rules.flatMap((rule, index) => planRule(rule, index + 1) ?? []),
    fallback: chosen.length > 0 ? chosen : [{ place: 0, url: settings.default_url, upTo: 1 }],
  };
  const landers = [settings, ...settings.rules].flatMap(({ destinations }) => listLanders(destinations, 1));
  return landers.length === 0 ? plan : { ...plan, landers };
}

/** Visitors can be on the page of a lander that is turned off since. */
const listLanders = (destinations: readonly Destination[], step: number): PlannedLander[] =>
  destinations.flatMap((each) => {
    if (each.lander_id == null) return [];
    const below = (each.next ?? []).flatMap(({ targets }) => listLanders(targets, step + 1));
    return [planLander(each, each.lander_id, step), ...below];
  });

/** Disabled rules and rules without destinations are skipped. */
function planRule(rule: Rule, place: number): PlannedRule | null {
  const destinations = planDestinations(rule.destinations);
  if (!rule.active || destinations.length === 0) return null;
  return { place, all: rule.match === 'all', conditions: rule.conditions.map(planCondition), destinations };
}

export function planCondition({ dimension, operator, values }: Condition): PlannedCondition {
  const wanted = operator === 'in';
  if (dimension === 'schedule') {
    return { dimension, wanted, values: new Uint32Array(0), hours: values.map(parseHours) };
  }
  const codes = values.map((value) => codeOf(dimension, value)).filter((code) => code >= 0);
  const bits = new Uint32Array((Math.max(0, ...codes) >>> 5) + 1);
  for (const code of codes) bits[code >>> 5] = (bits[code >>> 5] ?? 0) | (1 << (code & 31));
  return { dimension, wanted, values: bits, hours: [] };
}

const numbered = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, place) => [name, place]));
const CODES = { device: numbered(DEVICES), os: numbered(OPERATING_SYSTEMS), browser: numbered(BROWSERS) };
const ALPHABET_SIZE = 26;

/**
 * A small number for each value; countries and languages are two characters. -1 for values that no condition can
 * contain.
 */
function codeOf(dimension: Exclude<Dimension, 'schedule'>, value: string): number {
  if (dimension !== 'country' && dimension !== 'language') return CODES[dimension].get(value) ?? -1;
  if (value.length !== 2) return -1;
  const first = (value.charCodeAt(0) & 31) - 1;
  const second = (value.charCodeAt(1) & 31) - 1;
  return first < 0 || first >= ALPHABET_SIZE || second < 0 || second >= ALPHABET_SIZE
    ? -1
    : first * ALPHABET_SIZE + second;
}

function planDestinations(destinations: readonly Destination[], step = 0): PlannedDestination[] {
  let upTo = 0;
  return destinations.flatMap((each, index) => {
    if (!each.active) return [];
    upTo += each.weight;
    const planned: PlannedDestination = { place: index + 1, url: each.url, upTo };
    if (step > 0) planned.uid = each.uid ?? '';
    if (each.lander_id != null) return { ...planned, url: '', lander: planLander(each, each.lander_id, step + 1) };
    return each.offer_id == null ? planned : { ...planned, url: '', offerId: each.offer_id };
  });
}

const planLander = ({ uid = '', next = [] }: Destination, id: number, step: number): PlannedLander => ({
  ...{ uid, id, step },
  slots: next.map(({ targets }) => planDestinations(targets, step)),
});

/** What offers and landers add to routing: their state, and where visitors go when none of them takes them. */
export interface LiveTargets {
  findOffer: FindOffer;
  findLander: FindLander;
  defaultUrl: string;
}

/** For campaigns of plain URLs. */
export const PLAIN_URLS: LiveTargets = { findOffer: () => undefined, findLander: () => undefined, defaultUrl: '' };

/** The first matching rule decides; weights choose its destination. */
export function chooseDestination(plan: RoutingPlan, input: RoutingInput, live: LiveTargets = PLAIN_URLS): Choice {
  for (const rule of plan.rules) {
    if (matches(rule, input)) return pick(rule.place, rule.destinations, input, live);
  }
  return pick(0, plan.fallback, input, live);
}

export function matches(rule: PlannedRule, input: Pick<RoutingInput, 'facts' | 'moment'>): boolean {
  for (const condition of rule.conditions) {
    if (holds(condition, input) !== rule.all) return !rule.all;
  }
  return rule.all;
}

export function holds(condition: PlannedCondition, { facts, moment }: Pick<RoutingInput, 'facts' | 'moment'>): boolean {
  const found =
    condition.dimension === 'schedule'
      ? condition.hours.some((hours) => withinHours(hours, moment))
      : contains(condition.values, codeOf(condition.dimension, facts[condition.dimension]));
  return found === condition.wanted;
}

const contains = (bits: Uint32Array, code: number): boolean =>
  code >= 0 && (((bits[code >>> 5] ?? 0) >>> (code & 31)) & 1) === 1;

/** What decides among the destinations of one rule or slot. */
type PickInput = Pick<RoutingInput, 'random' | 'before'> & { facts: Pick<VisitorFacts, 'country'> };

function pick(rule: number, destinations: readonly PlannedDestination[], input: PickInput, live: LiveTargets): Choice {
  if (destinations.some(({ offerId, lander }) => offerId !== undefined || lander !== undefined))
    return pickAmongLive(rule, destinations, input, live);
  const chosen = pickOne(rule, destinations, input);
  return { rule, destination: chosen.place, url: chosen.url };
}

/** Offers that don't take the visitor, and have no fallback that does, leave the draw, and so do landers that are not open. */
function pickAmongLive(
  rule: number,
  destinations: readonly PlannedDestination[],
  input: PickInput,
  { findOffer, findLander, defaultUrl }: LiveTargets,
): Choice {
  let [upTo, before] = [0, 0];
  const open = destinations.flatMap((each) => {
    const weight = each.upTo - before;
    before = each.upTo;
    const reached = each.offerId === undefined ? null : reachOffer(each.offerId, input.facts.country, findOffer);
    const lander = each.lander && findLander(each.lander.id);
    if (reached?.offer === null || (each.lander && lander?.state !== 'open')) return [];
    upTo += weight;
    return [{ ...each, upTo, reached, landerUrl: lander?.url }];
  });
  if (open.length === 0) return { rule, destination: 0, url: defaultUrl, gaveWay: 'none_open' };
  const { place, url, reached, lander, landerUrl } = pickOne(rule, open, input);
  if (lander) return { rule, destination: place, url: landerUrl ?? '', lander };
  if (!reached?.offer) return { rule, destination: place, url };
  const { offer, gaveWay } = reached;
  const choice = { rule, destination: place, url: offer.url, offerId: offer.id };
  return gaveWay === null ? choice : { ...choice, gaveWay };
}

function pickOne<Planned extends PlannedDestination>(
  rule: number,
  destinations: readonly Planned[],
  { random, before }: PickInput,
): Planned {
  const kept = before?.rule === rule ? destinations.find(({ place }) => place === before.destination) : undefined;
  return kept ?? pickByWeight(destinations, random);
}

export function pickByWeight<Planned extends PlannedDestination>(
  destinations: readonly Planned[],
  random: number,
): Planned {
  const last = destinations[destinations.length - 1] as Planned;
  const at = random * last.upTo;
  return destinations.find(({ upTo }) => at < upTo) ?? last;
}

/** Where a visitor of a lander goes on to. */
export type NextChoice = Omit<Choice, 'rule'> & {
  /** 1-based slot that led there; 0 when the lander leads nowhere. */
  slot: number;
  /** Of the destination; empty for the default URL. */
  uid: string;
};

/** What decides where a lander's link leads: the visitor's country at the first click, and the random value for weights. */
export interface NextInput {
  country: string;
  /** In [0, 1). */
  random: number;
}

/** A slot without active destinations acts as the first one; 0 if there are none at all. */
export const usedSlot = (lander: PlannedLander | undefined, slot: number): number =>
  [slot, 1].find((place) => (lander?.slots[place - 1]?.length ?? 0) > 0) ?? 0;

/** Without destinations, visitors go to the default URL. */
export function chooseNext(
  lander: PlannedLander | undefined,
  slot: number,
  { country, random }: NextInput,
  live: LiveTargets,
): NextChoice {
  const used = usedSlot(lander, slot);
  const destinations = lander?.slots[used - 1] ?? [];
  if (destinations.length === 0)
    return { slot: 0, destination: 0, url: live.defaultUrl, gaveWay: 'none_open', uid: '' };
  const { rule: _, ...choice } = pick(0, destinations, { facts: { country }, random }, live);
  const uid = destinations.find(({ place }) => place === choice.destination)?.uid ?? '';
  return { ...choice, slot: used, uid };
}

/** The lander that a visitor came through: at its place, or the same lander elsewhere if the place is gone. */
export const findPlannedLander = (
  { landers = [] }: RoutingPlan,
  { uid, id }: Pick<PlannedLander, 'uid' | 'id'>,
): PlannedLander | undefined => landers.find((each) => each.uid === uid) ?? landers.find((each) => each.id === id);
