import { campaignListApi } from '@poklik/contract/campaign-list';
import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import type { Place } from '@poklik/domain/campaigns/place-weights';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';
import { settingsOf } from '../../form/campaign-values.ts';
import { refetchLists } from '../campaign-list.queries.ts';

/** Saves a note as a new version; fails when another one was saved meanwhile. */
export function useSaveNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ campaign, note }: { campaign: Campaign; note: string }) => {
      const params = { id: String(campaign.id) };
      const body = { ...settingsOf(campaign), notes: note, version: campaign.version };
      return (await call(campaignsApi.update, { params, body })).data;
    },
    onSettled: () => refetchLists(client),
  });
}

export interface NewWeights {
  id: number;
  version: number;
  weights: ReadonlyMap<Place, number>;
}

/** Saves weights of campaigns, all or none, and returns the new versions. */
export function useSaveWeights() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (changes: readonly NewWeights[]) => {
      const campaigns = changes.map(({ weights, ...campaign }) => ({
        ...campaign,
        weights: [...weights].map(([place, weight]) => ({ place, weight })),
      }));
      return (await call(campaignListApi.weights, { body: { campaigns } })).data;
    },
    onSettled: () => refetchLists(client),
  });
}
