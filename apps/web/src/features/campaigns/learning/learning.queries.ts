import { learningApi } from '@poklik/contract/learning';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const REFRESH_MS = 60_000;

/** The key begins like those of campaigns, so that a save asks again. */
export const useSetLearning = (campaignId: number, uid: string, isEnabled = true) =>
  useQuery({
    queryKey: ['campaigns', 'learning', campaignId, uid],
    queryFn: ({ signal }) =>
      call(learningApi.get, { params: { id: String(campaignId), uid } }, { signal }).then(({ data }) => data),
    refetchInterval: REFRESH_MS,
    enabled: isEnabled,
  });
