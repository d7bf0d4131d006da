import { useDebouncedValue } from '@mantine/hooks';
import type { Lander } from '@poklik/contract/landers';
import { useState } from 'react';
import { useLander, useLanderSearch } from './landers.queries.ts';

const PAUSE_MS = 200;

/** Options of a select of landers, which searches on the server. */
export function useLanderOptions(chosen: number | null) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const current = useLander(chosen);
  // The select also reports the name of the chosen lander, which is not a search.
  const found = useLanderSearch(searched === current?.name ? '' : searched.trim()).data ?? [];
  const options: Lander[] = [...(current ? [current] : []), ...found.filter(({ id }) => id !== current?.id)];
  return { options, onSearch: setTyped };
}
