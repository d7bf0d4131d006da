import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type Destination, OWN_SET, type Slot } from '@poklik/contract/routing';

type Targets = Pick<CampaignSettings, 'destinations' | 'rules'>;

interface PlacedTarget {
  /** `rules.0.destinations.1.next.0.targets.2` */
  path: string;
  target: Destination;
  /** Landers on the way to it. */
  depth: number;
}

const placed = (list: readonly Destination[], path: string, depth: number): PlacedTarget[] =>
  list.flatMap((target, at) => {
    const own = `${path}.${at}`;
    const below = (target.next ?? []).flatMap(({ targets }, slot) =>
      placed(targets, `${own}.next.${slot}.targets`, depth + 1),
    );
    return [{ path: own, target, depth }, ...below];
  });

/** Every destination of a campaign, also those below its landers. */
export const listTargets = ({ destinations, rules }: Targets): PlacedTarget[] => [
  ...placed(destinations, 'destinations', 0),
  ...rules.flatMap((rule, at) => placed(rule.destinations, `rules.${at}.destinations`, 0)),
];

const idsOf = (settings: Targets, idOf: (target: Destination) => number | null | undefined): number[] => [
  ...new Set(listTargets(settings).flatMap(({ target }) => idOf(target) ?? [])),
];

/** IDs of the offers that the destinations name. */
export const listOfferIds = (settings: Targets): number[] => idsOf(settings, ({ offer_id }) => offer_id);
/** IDs of the landers that the destinations name. */
export const listLanderIds = (settings: Targets): number[] => idsOf(settings, ({ lander_id }) => lander_id);

const mapSlots = (next: readonly Slot[], change: (list: readonly Destination[]) => Destination[]): Slot[] =>
  next.map((slot) => ({ ...slot, targets: change(slot.targets) }));

/** The same settings with every destination changed; those below a lander before the lander itself. */
export function mapTargets<S extends Targets>(settings: S, change: (target: Destination) => Destination): S {
  const mapped = (list: readonly Destination[]): Destination[] =>
    list.map((target) => change(target.next ? { ...target, next: mapSlots(target.next, mapped) } : target));
  return {
    ...settings,
    destinations: mapped(settings.destinations),
    rules: settings.rules.map((rule) => ({ ...rule, destinations: mapped(rule.destinations) })),
  };
}

const sameTarget = (one: Destination, other: Destination): boolean => {
  if (one.lander_id != null || other.lander_id != null) return one.lander_id === other.lander_id;
  return one.offer_id != null || other.offer_id != null ? one.offer_id === other.offer_id : one.url === other.url;
};

/**
 * Gives every destination, rule and slot an identity that it keeps. A body without identities, as older API clients send
 * it, keeps those of the same destinations in the same rule or slot.
 */
export function withUids<S extends Targets>(settings: S, before: Targets | null, newUid: () => string): S {
  const taken = new Set<string>([OWN_SET]);
  const claim = (wanted: string | undefined): string | undefined => {
    if (wanted === undefined || taken.has(wanted)) return undefined;
    taken.add(wanted);
    return wanted;
  };
  const create = (): string => claim(newUid()) ?? create();
  /** Of a rule or a slot, which keep their place. */
  const keep = (own: string | undefined, former: string | undefined): string =>
    claim(own) ?? (own === undefined ? claim(former) : undefined) ?? create();
  const named = (list: readonly Destination[], former: readonly Destination[]): Destination[] => {
    const given = list.map(({ uid }) => claim(uid));
    const kept = list.map((each, at) => {
      if (given[at] !== undefined || each.uid !== undefined) return given[at];
      const same = (other: Destination | undefined) =>
        other?.uid !== undefined && !taken.has(other.uid) && sameTarget(each, other);
      const found = same(former[at]) ? former[at] : former.find(same);
      return claim(found?.uid);
    });
    return list.map((each, at) => {
      const uid = kept[at] ?? create();
      if (!each.next) return { ...each, uid };
      const slots = former.find((other) => other.uid === uid)?.next ?? [];
      const next = each.next.map((slot, place) => ({
        uid: keep(slot.uid, slots[place]?.uid),
        targets: named(slot.targets, slots[place]?.targets ?? []),
      }));
      return { ...each, uid, next };
    });
  };
  return {
    ...settings,
    destinations: named(settings.destinations, before?.destinations ?? []),
    rules: settings.rules.map((rule, at) => {
      const former = before?.rules.find(({ uid }) => uid !== undefined && uid === rule.uid) ?? before?.rules[at];
      const uid = keep(rule.uid, former?.uid);
      return { ...rule, uid, destinations: named(rule.destinations, former?.destinations ?? []) };
    }),
  };
}

/** The same settings without identities, to see whether anything else changed. */
export function withoutUids<S extends Targets>(settings: S): S {
  const bare = mapTargets(settings, ({ uid: _, next, ...each }) =>
    next ? { ...each, next: next.map(({ targets }) => ({ targets })) } : each,
  );
  return { ...bare, rules: bare.rules.map(({ uid: _, ...rule }) => rule) };
}

/** URLs of the account's offers and landers. */
export interface TargetUrls {
  offer(id: number): string;
  lander(id: number): string;
}

/** The same settings in which each destination with an offer or a lander has its URL. */
export function withTargetUrls<S extends Targets>(settings: S, urls: TargetUrls): S {
  if (listTargets(settings).every(({ target }) => target.offer_id == null && target.lander_id == null)) return settings;
  return mapTargets(settings, (each) => {
    if (each.lander_id != null) return { ...each, url: urls.lander(each.lander_id) };
    return each.offer_id == null ? each : { ...each, url: urls.offer(each.offer_id) };
  });
}

/** As settings are stored: the URLs of offers and landers may change. */
export const withoutTargetUrls = <S extends Targets>(settings: S): S =>
  withTargetUrls(settings, { offer: () => '', lander: () => '' });

/** The same settings, in which plain URLs have nothing else, as before there were offers, and only landers lead on. */
export const tidyTargets = <S extends Targets>(settings: S): S =>
  mapTargets(settings, ({ offer_id, lander_id, next, ...each }) => {
    if (lander_id != null) return { ...each, lander_id, next: next ?? [] };
    return offer_id == null ? each : { ...each, offer_id };
  });

/** The same settings in which destinations with one offer have another. */
export const replaceOffer = <S extends Targets>(settings: S, offerId: number, replacementId: number): S =>
  mapTargets(settings, (each) => (each.offer_id === offerId ? { ...each, offer_id: replacementId } : each));

/** The same settings in which destinations with one lander have another. */
export const replaceLander = <S extends Targets>(settings: S, landerId: number, replacementId: number): S =>
  mapTargets(settings, (each) => (each.lander_id === landerId ? { ...each, lander_id: replacementId } : each));
