import type { RequestOf } from '@poklik/contract/endpoint';
import { type Replay, replaysApi } from '@poklik/contract/replays';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';

const ASK_AGAIN_MS = 1_000;

type NewReplay = RequestOf<typeof replaysApi.create>['body'];

export const useStartReplay = (campaignId: number) =>
  useMutation({
    mutationFn: async (body: NewReplay): Promise<Replay> =>
      (await call(replaysApi.create, { params: { id: String(campaignId) }, body })).data,
  });

/** Asks until the report is there. */
export const useReplay = (id: number | undefined) =>
  useQuery({
    queryKey: ['replays', id],
    queryFn: async ({ signal }) => (await call(replaysApi.get, { params: { id: String(id) } }, { signal })).data,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? ASK_AGAIN_MS : false),
  });
