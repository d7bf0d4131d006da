import type { OfferCap, OfferStatus } from '@poklik/contract/offers';
import type { LiveOffer } from '@poklik/domain/offers/reach-offer';
import { compileDestination, type DestinationTemplate, listMacros } from '@poklik/domain/routing/destination-template';
import { localClock } from '@poklik/domain/schedule/weekly-hours';
import type { OfferClicks } from '../caps/offer-clicks.ts';

/** An offer as it is synced from PostgreSQL and kept in the snapshot. */
export interface StoredOffer {
  id: number;
  /** Changes with every save. */
  mark: string;
  url: string;
  /** Name of its network; snapshots of earlier releases lack it. */
  network?: string;
  status: OfferStatus;
  /** Its URL fails, and its owner wants visitors to go elsewhere then. */
  isDead: boolean;
  /** Empty accepts all. */
  countries: string[];
  fallbackId: number | null;
  caps: OfferCap[];
  timezone: string;
}

/** An offer prepared for clicks. */
export interface CompiledOffer extends LiveOffer {
  mark: string;
  template: DestinationTemplate;
  /** Name of its network; empty without one. */
  network: string;
  macros: readonly string[];
  /** Whether it takes a limited number of clicks or conversions. */
  isLimited: boolean;
}

export interface OfferIndex {
  find(id: number): CompiledOffer | undefined;
  /** Counts a click towards the caps of the offer. */
  countClick(id: number, now: number): void;
  put(offer: StoredOffer): void;
  remove(id: number): void;
  listIds(): Iterable<number>;
  findMark(id: number): string | undefined;
}

/** Every offer, in memory. */
export function createOfferIndex(clicks: Pick<OfferClicks, 'isFull' | 'add' | 'watch'>): OfferIndex {
  const offers = new Map<number, CompiledOffer>();
  const clocks = new Map<number, ReturnType<typeof localClock>>();
  return {
    find: (id) => offers.get(id),
    countClick(id, now) {
      const clock = clocks.get(id);
      if (clock) clicks.add(id, clock(now).day);
    },
    put(stored) {
      const { id, caps, timezone } = stored;
      const offer = compileOffer(stored);
      offers.set(id, offer);
      clocks.delete(id);
      if (caps.length === 0) return;
      const clock = localClock(timezone);
      const state = offer.state;
      if (caps.some(({ kind }) => kind === 'clicks')) clocks.set(id, clock);
      clicks.watch(id);
      Object.defineProperty(offer, 'state', {
        get: () => (state === 'open' && clicks.isFull(id, caps, clock(Date.now()).day) ? 'capped' : state),
      });
    },
    remove(id) {
      offers.delete(id);
      clocks.delete(id);
    },
    listIds: () => offers.keys(),
    findMark: (id) => offers.get(id)?.mark,
  };
}

const compileOffer = ({
  id,
  mark,
  url,
  network = '',
  status,
  isDead,
  countries,
  fallbackId,
  caps,
}: StoredOffer): CompiledOffer => ({
  id,
  mark,
  url,
  state: status !== 'active' ? status : isDead ? 'dead' : 'open',
  countries: countries.length > 0 ? new Set(countries) : null,
  fallbackId,
  template: compileDestination(url),
  network,
  macros: listMacros(url),
  isLimited: caps.length > 0,
});
