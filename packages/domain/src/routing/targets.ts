import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type Destination, OWN_SET } from '@poklik/contract/routing';

type Targets = Pick<CampaignSettings, 'destinations' | 'rules'>;

const sameTarget = (one: Destination, other: Destination): boolean =>
  one.offer_id != null || other.offer_id != null ? one.offer_id === other.offer_id : one.url === other.url;

/**
 * Gives every destination and rule an identity that it keeps. A body without identities, as older API clients send it,
 * keeps those of the same destinations in the same rule.
 */
export function withUids<S extends Targets>(settings: S, before: Targets | null, newUid: () => string): S {
  const taken = new Set<string>([OWN_SET]);
  const claim = (wanted: string | undefined): string | undefined => {
    if (wanted === undefined || taken.has(wanted)) return undefined;
    taken.add(wanted);
    return wanted;
  };
  const create = (): string => claim(newUid()) ?? create();
  const named = (list: readonly Destination[], former: readonly Destination[]): Destination[] => {
    const given = list.map(({ uid }) => claim(uid));
    const kept = list.map((each, at) => {
      if (given[at] !== undefined || each.uid !== undefined) return given[at];
      const same = (other: Destination | undefined) =>
        other?.uid !== undefined && !taken.has(other.uid) && sameTarget(each, other);
      const found = same(former[at]) ? former[at] : former.find(same);
      return claim(found?.uid);
    });
    return list.map((each, at) => ({ ...each, uid: kept[at] ?? create() }));
  };
  return {
    ...settings,
    destinations: named(settings.destinations, before?.destinations ?? []),
    rules: settings.rules.map((rule, at) => {
      const former = before?.rules.find(({ uid }) => uid !== undefined && uid === rule.uid) ?? before?.rules[at];
      const uid = claim(rule.uid) ?? (rule.uid === undefined ? claim(former?.uid) : undefined) ?? create();
      return { ...rule, uid, destinations: named(rule.destinations, former?.destinations ?? []) };
    }),
  };
}

/** The same settings without identities, to see whether anything else changed. */
export function withoutUids<S extends Targets>(settings: S): S {
  const bare = (list: readonly Destination[]) => list.map(({ uid: _, ...each }) => each);
  return {
    ...settings,
    destinations: bare(settings.destinations),
    rules: settings.rules.map(({ uid: _, ...rule }) => ({ ...rule, destinations: bare(rule.destinations) })),
  };
}

/** IDs of the offers that the destinations name. */
export const listOfferIds = ({ destinations, rules }: Targets): number[] => [
  ...new Set(
    [destinations, ...rules.map((rule) => rule.destinations)].flat().flatMap(({ offer_id }) => offer_id ?? []),
  ),
];

/** The same settings in which each destination with an offer has the URL that `urlOf` says. */
export function withOfferUrls<S extends Targets>(settings: S, urlOf: (offerId: number) => string): S {
  if (listOfferIds(settings).length === 0) return settings;
  const resolve = (list: readonly Destination[]) =>
    list.map((each) => (each.offer_id == null ? each : { ...each, url: urlOf(each.offer_id) }));
  return {
    ...settings,
    destinations: resolve(settings.destinations),
    rules: settings.rules.map((rule) => ({ ...rule, destinations: resolve(rule.destinations) })),
  };
}

/** The same settings, in which plain URLs have no offer at all, as before there were offers. */
export function withoutEmptyOffers<S extends Targets>(settings: S): S {
  const bare = (list: readonly Destination[]): Destination[] =>
    list.map(({ offer_id, ...each }) => (offer_id == null ? each : { ...each, offer_id }));
  return {
    ...settings,
    destinations: bare(settings.destinations),
    rules: settings.rules.map((rule) => ({ ...rule, destinations: bare(rule.destinations) })),
  };
}

/** The same settings in which destinations with one offer have another. */
export function replaceOffer<S extends Targets>(settings: S, offerId: number, replacementId: number): S {
  const replace = (list: readonly Destination[]) =>
    list.map((each) => (each.offer_id === offerId ? { ...each, offer_id: replacementId } : each));
  return {
    ...settings,
    destinations: replace(settings.destinations),
    rules: settings.rules.map((rule) => ({ ...rule, destinations: replace(rule.destinations) })),
  };
}
