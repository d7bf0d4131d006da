import { learningApi } from '@poklik/contract/learning';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const REFRESH_MS = 60_000;

/** The key begins like those of campaigns, so that a save asks again. */
export const learningQuery = (campaignId: number, uid: string) =>
  queryOptions({
    queryKey: ['campaigns', 'learning', campaignId, uid],
    queryFn: ({ signal }) =>
      call(learningApi.get, { params: { id: String(campaignId), uid } }, { signal }).then(({ data }) => data),
    refetchInterval: REFRESH_MS,
  });

export const useSetLearning = (campaignId: number, uid: string, isEnabled = true) =>
  useQuery({ ...learningQuery(campaignId, uid), enabled: isEnabled });
