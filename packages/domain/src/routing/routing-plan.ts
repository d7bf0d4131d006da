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
  /** Empty for an offer, which has it. */
  url: string;
  /** Cumulative weight including this one. */
  upTo: number;
  /** Only of offers. */
  offerId?: number;
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
}

export interface Choice {
  /** 1-based index of the matched rule; 0 when none matched. */
  rule: number;
  /** 1-based index of the destination; 0 is the default URL. */
  destination: number;
  url: string;
  /** The offer that takes the visitor; only for a destination with an offer. */
  offerId?: number;
  /** Why the visitor goes elsewhere than to the offer that was drawn, or to the default URL; only then. */
  gaveWay?: GaveWay;
}

export function planRouting(settings: Pick<CampaignSettings, 'rules' | 'destinations' | 'default_url'>): RoutingPlan {
  const chosen = planDestinations(settings.destinations);
  return {
    rules: settings.rules.flatMap((rule, index) => planRule(rule, index + 1) ?? []),
    fallback: chosen.length > 0 ? chosen : [{ place: 0, url: settings.default_url, upTo: 1 }],
  };
}

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

function planDestinations(destinations: readonly Destination[]): PlannedDestination[] {
  let upTo = 0;
  return destinations.flatMap(({ url, weight, active, offer_id: offerId }, index) => {
    if (!active) return [];
    upTo += weight;
    const place = index + 1;
    return [offerId == null ? { place, url, upTo } : { place, url: '', upTo, offerId }];
  });
}

/** What offers add to routing: their state, and where visitors go when none of a rule's offers takes them. */
export interface OfferRouting {
  find: FindOffer;
  defaultUrl: string;
}

/** For campaigns of plain URLs. */
export const NO_OFFERS: OfferRouting = { find: () => undefined, defaultUrl: '' };

/** The first matching rule decides; weights choose its destination. */
export function chooseDestination(plan: RoutingPlan, input: RoutingInput, offers: OfferRouting = NO_OFFERS): Choice {
  for (const rule of plan.rules) {
    if (matches(rule, input)) return pick(rule.place, rule.destinations, input, offers);
  }
  return pick(0, plan.fallback, input, offers);
}

function matches(rule: PlannedRule, input: RoutingInput): boolean {
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

function pick(
  rule: number,
  destinations: readonly PlannedDestination[],
  input: RoutingInput,
  offers: OfferRouting,
): Choice {
  if (destinations.some(({ offerId }) => offerId !== undefined))
    return pickAmongOffers(rule, destinations, input, offers);
  const chosen = pickOne(rule, destinations, input);
  return { rule, destination: chosen.place, url: chosen.url };
}

/** Offers that don't take the visitor, and have no fallback that does, leave the draw. */
function pickAmongOffers(
  rule: number,
  destinations: readonly PlannedDestination[],
  input: RoutingInput,
  { find, defaultUrl }: OfferRouting,
): Choice {
  let [upTo, before] = [0, 0];
  const open = destinations.flatMap((each) => {
    const weight = each.upTo - before;
    before = each.upTo;
    const reached = each.offerId === undefined ? null : reachOffer(each.offerId, input.facts.country, find);
    if (reached?.offer === null) return [];
    upTo += weight;
    return [{ ...each, upTo, reached }];
  });
  if (open.length === 0) return { rule, destination: 0, url: defaultUrl, gaveWay: 'none_open' };
  const { place, url, reached } = pickOne(rule, open, input);
  if (!reached?.offer) return { rule, destination: place, url };
  const { offer, gaveWay } = reached;
  const choice = { rule, destination: place, url: offer.url, offerId: offer.id };
  return gaveWay === null ? choice : { ...choice, gaveWay };
}

function pickOne<Planned extends PlannedDestination>(
  rule: number,
  destinations: readonly Planned[],
  { random, before }: RoutingInput,
): Planned {
  const kept = before?.rule === rule ? destinations.find(({ place }) => place === before.destination) : undefined;
  return kept ?? pickByWeight(destinations, random);
}

function pickByWeight<Planned extends PlannedDestination>(destinations: readonly Planned[], random: number): Planned {
  const last = destinations[destinations.length - 1] as Planned;
  const at = random * last.upTo;
  return destinations.find(({ upTo }) => at < upTo) ?? last;
}
