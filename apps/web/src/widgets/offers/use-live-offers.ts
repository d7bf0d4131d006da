import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Offer } from '@poklik/contract/offers';
import type { FindOffer, LiveOffer } from '@poklik/domain/offers/reach-offer';
import { listOfferIds } from '@poklik/domain/routing/targets';
import { useOffersById } from './offers.queries.ts';

const toLive = ({ id, url, status, countries, fallback_offer_id }: Offer): LiveOffer => ({
  id,
  url,
  state: status === 'active' ? 'open' : status,
  countries: countries.length > 0 ? new Set(countries) : null,
  fallbackId: fallback_offer_id,
});

/** The offers of a draft with their fallbacks, as routing knows them. An offer that is not loaded yet counts as open. */
export function useLiveOffers(draft: Pick<CampaignSettings, 'destinations' | 'rules'>): FindOffer {
  const named = listOfferIds(draft);
  const direct = useOffersById(named);
  const second = useOffersById(fallbacksOf(direct));
  const third = useOffersById(fallbacksOf(second));
  const fourth = useOffersById(fallbacksOf(third));
  const fifth = useOffersById(fallbacksOf(fourth));
  const known = new Map(
    [...direct, ...second, ...third, ...fourth, ...fifth].map((offer) => [offer.id, toLive(offer)]),
  );
  return (id) =>
    known.get(id) ??
    (named.includes(id) ? { id, url: '', state: 'open', countries: null, fallbackId: null } : undefined);
}

const fallbacksOf = (offers: readonly Offer[]): number[] => [
  ...new Set(offers.flatMap(({ fallback_offer_id }) => fallback_offer_id ?? [])),
];
