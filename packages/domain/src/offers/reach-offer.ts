import { FALLBACK_CHAIN_MAX } from '@poklik/contract/routing';

/** What routing knows of an offer. Nothing in it is about a visitor. */
export interface LiveOffer {
  id: number;
  url: string;
  state: 'open' | 'paused' | 'archived' | 'capped' | 'dead';
  /** Null accepts all. */
  countries: ReadonlySet<string> | null;
  fallbackId: number | null;
}

export type FindOffer = (id: number) => LiveOffer | undefined;

/** Why an offer doesn't take a visitor. `none_open`: no offer of the rule does. */
export type GaveWay = 'paused' | 'archived' | 'capped' | 'dead' | 'country' | 'unknown' | 'none_open';

interface ReachedOffer {
  /** The offer itself, or the first of its fallbacks that takes visitors from the country; null if there is none. */
  offer: LiveOffer | null;
  /** Why it is not the offer itself. */
  gaveWay: GaveWay | null;
}

/** Whether the offer or one of its fallbacks takes visitors from a country now. */
export function reachOffer(id: number, country: string, find: FindOffer): ReachedOffer {
  let gaveWay: GaveWay | null = null;
  let next: number | null = id;
  for (let step = 0; step < FALLBACK_CHAIN_MAX && next !== null; step += 1) {
    const offer: LiveOffer | undefined = find(next);
    const reason = offer === undefined ? 'unknown' : refusal(offer, country);
    if (reason === null) return { offer: offer as LiveOffer, gaveWay };
    gaveWay ??= reason;
    next = offer?.fallbackId ?? null;
  }
  return { offer: null, gaveWay };
}

function refusal({ state, countries }: LiveOffer, country: string): GaveWay | null {
  if (state !== 'open') return state;
  return countries === null || countries.has(country) ? null : 'country';
}

/** An offer and its fallbacks in their order, for pages that list where a link can lead. */
export function listChain<Offer extends LiveOffer>(id: number, find: (id: number) => Offer | undefined): Offer[] {
  const chain: Offer[] = [];
  let next: number | null = id;
  while (next !== null && chain.length < FALLBACK_CHAIN_MAX) {
    const offer: Offer | undefined = find(next);
    if (!offer) break;
    chain.push(offer);
    next = offer.fallbackId;
  }
  return chain;
}
