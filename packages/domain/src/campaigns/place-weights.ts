import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type Destination, WEIGHT_MAX } from '@poklik/contract/routing';

/** `rule:destination`, both 1-based; rule 0 is for visitors who match no rule. The same as in report keys. */
export type Place = `${number}:${number}`;

type Routed = Pick<CampaignSettings, 'destinations' | 'rules'>;

export interface PlacedDestination {
  place: Place;
  destination: Destination;
}

/** The destinations for visitors who match no rule, then those of each rule. */
export const destinationLists = ({ destinations, rules }: Routed): PlacedDestination[][] =>
  [destinations, ...rules.map((rule) => rule.destinations)].map((list, rule) =>
    list.map((destination, at) => ({ place: `${rule}:${at + 1}`, destination })),
  );

/** Weights by place. */
export const weightsOf = (settings: Routed): Map<Place, number> =>
  new Map(
    destinationLists(settings)
      .flat()
      .map(({ place, destination }) => [place, destination.weight]),
  );

/** Weights of destinations that compete, such as `70:30 · 50:50`. */
export const weightsText = (settings: Routed): string =>
  destinationLists(settings)
    .map((list) => list.filter(({ destination }) => destination.active))
    .filter((list) => list.length > 1)
    .map((list) => list.map(({ destination }) => destination.weight).join(':'))
    .join(' · ');

/** The same settings with other weights; unknown places are ignored. */
export function withWeights<S extends Routed>(settings: S, weights: ReadonlyMap<Place, number>): S {
  const reweigh = (list: readonly Destination[], rule: number) =>
    list.map((each, at) => ({ ...each, weight: weights.get(`${rule}:${at + 1}`) ?? each.weight }));
  return {
    ...settings,
    destinations: reweigh(settings.destinations, 0),
    rules: settings.rules.map((rule, at) => ({ ...rule, destinations: reweigh(rule.destinations, at + 1) })),
  };
}

/** A typed weight; null if it is not a whole number from 1 to the largest weight. */
export function readWeight(text: string): number | null {
  const typed = text.trim();
  const weight = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  return weight >= 1 && weight <= WEIGHT_MAX ? weight : null;
}

/** The same settings in which one destination gets all visitors of its rule; the others of the rule are off. */
export function withOnly<S extends Routed>(settings: S, place: Place): S {
  const choose = (list: readonly Destination[], rule: number) =>
    place.startsWith(`${rule}:`)
      ? list.map((each, at) => ({ ...each, active: place === `${rule}:${at + 1}` }))
      : [...list];
  return {
    ...settings,
    destinations: choose(settings.destinations, 0),
    rules: settings.rules.map((rule, at) => ({ ...rule, destinations: choose(rule.destinations, at + 1) })),
  };
}
