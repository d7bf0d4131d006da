import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination, Rule, Slot } from '@poklik/contract/routing';
import { destinationShares } from '../routing/destination-shares.ts';
import type { Place } from './place-weights.ts';

interface Counted {
  clicks: number;
}

/** A row of a report by rule or destination; its key is `campaign:rule` or `campaign:rule:destination`. */
interface Row extends Counted {
  keys: readonly string[];
}

export interface PathDestination<R> {
  place: Place;
  name: string;
  url: string;
  /** What its visitors see first; null for a plain URL or an offer. */
  landerId: number | null;
  /** Where the links of the lander lead. */
  next: readonly Slot[];
  isActive: boolean;
  weight: number;
  /** Share of the rule's visitors by weight; null for the default URL, which has no weight. */
  plannedShare: number | null;
  /** Undefined without traffic. */
  metrics: R | undefined;
  /** Share of the rule's clicks; null without clicks. */
  share: number | null;
}

export interface PathRule<R> {
  /** 1-based; 0 is for visitors who match no rule. */
  place: number;
  rule: Rule | null;
  metrics: R | undefined;
  share: number | null;
  destinations: PathDestination<R>[];
}

export interface TrafficPath<R> {
  rules: PathRule<R>[];
  /** Clicks of rules and destinations that the campaign no longer has. */
  earlierClicks: number;
}

/** The campaign's rules and destinations with the metrics of the clicks that took each of them. */
export function trafficPath<R extends Row>(
  { rules, destinations, default_url }: Pick<CampaignSettings, 'rules' | 'destinations' | 'default_url'>,
  { byRule, byDestination }: { byRule: readonly R[]; byDestination: readonly R[] },
): TrafficPath<R> {
  const rowsByRule = new Map(byRule.map((row) => [placeOf(row), row]));
  const rowsByDestination = new Map(byDestination.map((row) => [placeOf(row), row]));
  const total = clicksOf(byRule);
  const list = (place: number, all: readonly Destination[]): PathDestination<R>[] => {
    const shares = destinationShares(all);
    const own = rowsByRule.get(String(place));
    const at = (destination: number) => {
      const metrics = rowsByDestination.get(`${place}:${destination}`);
      return { place: `${place}:${destination}` as Place, metrics, share: shareOf(metrics, own?.clicks ?? 0) };
    };
    const named = all.map(({ name, url, lander_id, next = [], weight, active }, index) => ({
      ...at(index + 1),
      ...{ name, url, landerId: lander_id ?? null, next, weight, isActive: active, plannedShare: shares[index] ?? 0 },
    }));
    const plain = { name: '', url: default_url, landerId: null, next: [] };
    const fallback = { ...at(0), ...plain, weight: 0, isActive: true, plannedShare: null };
    const isUsed = fallback.metrics !== undefined || (place === 0 && !all.some(({ active }) => active));
    return isUsed ? [...named, fallback] : named;
  };
  const withMetrics = (place: number, rule: Rule | null, all: readonly Destination[]): PathRule<R> => {
    const metrics = rowsByRule.get(String(place));
    return { place, rule, metrics, share: shareOf(metrics, total), destinations: list(place, all) };
  };
  const path = [
    ...rules.map((rule, index) => withMetrics(index + 1, rule, rule.destinations)),
    withMetrics(0, null, destinations),
  ];
  const known = new Set(path.flatMap((rule) => rule.destinations.map(({ place }): string => place)));
  return { rules: path, earlierClicks: clicksOf(byDestination.filter((row) => !known.has(placeOf(row)))) };
}

/** The key without the campaign. */
const placeOf = ({ keys: [key = ''] }: Row): string => key.slice(key.indexOf(':') + 1);
const clicksOf = (rows: readonly Counted[]): number => rows.reduce((sum, { clicks }) => sum + clicks, 0);
const shareOf = (row: Counted | undefined, total: number): number | null =>
  total === 0 ? null : (row?.clicks ?? 0) / total;
