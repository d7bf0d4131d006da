import { useDebouncedValue } from '@mantine/hooks';
import type { Offer } from '@poklik/contract/offers';
import { useState } from 'react';
import { useOffer, useOfferSearch } from './offers.queries.ts';

const PAUSE_MS = 200;

/** Options of a select of offers, which searches on the server. */
export function useOfferOptions(chosen: number | null) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const current = useOffer(chosen);
  // The select also reports the name of the chosen offer, which is not a search.
  const found = useOfferSearch(searched === current?.name ? '' : searched.trim()).data ?? [];
  const options: Offer[] = [...(current ? [current] : []), ...found.filter(({ id }) => id !== current?.id)];
  return { options, onSearch: setTyped };
}
