import type { Campaign } from '@poklik/contract/campaigns';
import type { Place } from '@poklik/domain/campaigns/place-weights';
import { useState } from 'react';
import { useCurrentUser } from '../../../api/current-user.ts';
import { NO_WEIGHTS, type WeightDraft } from './use-weights.ts';

interface Kept {
  /** A draft fits only the version it was typed for. */
  version: number;
  weights: [Place, string][];
}

/** Typed weights, kept for the session so that leaving the screen loses nothing. */
export function useWeightDraft({ id, version }: Campaign): [WeightDraft, (draft: WeightDraft) => void] {
  const key = `weight-draft ${useCurrentUser().id} ${id}`;
  const [draft, setDraft] = useState(() => readDraft(key, version));
  return [
    draft,
    (next) => {
      setDraft(next);
      if (next.size === 0) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ version, weights: [...next] } satisfies Kept));
    },
  ];
}

function readDraft(key: string, version: number): WeightDraft {
  const text = sessionStorage.getItem(key);
  if (text === null) return NO_WEIGHTS;
  const kept = JSON.parse(text) as Kept;
  return kept.version === version ? new Map(kept.weights) : NO_WEIGHTS;
}
