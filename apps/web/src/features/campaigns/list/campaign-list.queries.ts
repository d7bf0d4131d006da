import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type BulkChange, type Campaign, type CampaignStatus, campaignsApi } from '@poklik/contract/campaigns';
import type { ResponseOf } from '@poklik/contract/endpoint';
import { applyBulkChange } from '@poklik/domain/campaigns/bulk-change';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const CAMPAIGNS = ['campaigns'] as const;
const LISTS = [...CAMPAIGNS, 'list'] as const;

/** Often enough to watch a campaign that was just started, seldom enough to leave the statistics alone. */
const REFRESH_MS = 30_000;

export type ListRequest = NonNullable<NonNullable<Parameters<typeof call<typeof campaignsApi.list>>[1]>['query']>;
type ListResponse = ResponseOf<typeof campaignsApi.list>;

/** One page of the campaigns with their figures, fresh for as long as somebody looks. */
export const useCampaignList = (query: ListRequest) =>
  useQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => call(campaignsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    select: ({ data, ...rest }) => ({ rows: data, ...rest }),
  });

/** How many campaigns wait in the archive, which the list leaves out. */
export const useArchivedCount = () =>
  useQuery({
    queryKey: [...CAMPAIGNS, 'archived'],
    queryFn: ({ signal }) => call(campaignsApi.list, { query: { status: 'archived' } }, { signal }),
    select: ({ meta }) => meta.total,
  });

/** The tags in use and how many campaigns the tariff allows. */
export const useTagsAndLimits = () =>
  useQuery({
    queryKey: [...CAMPAIGNS, 'tags and limits'],
    queryFn: ({ signal }) => call(campaignOptionsApi.options, {}, { signal }),
    select: ({ data: { limits, tags } }) => ({ limits, tags }),
  });

/** Lists are read again before a write counts as done, so that what closes after it closes over the new list. */
const refetchLists = (client: QueryClient) => client.invalidateQueries({ queryKey: CAMPAIGNS });

/** What a list would show after the change; deleting waits for the server. */
function applyToList(answer: ListResponse, { status }: ListRequest, change: BulkChange): ListResponse {
  if (change.action === 'delete') return answer;
  const belongs = (campaign: Campaign) =>
    status === undefined ? campaign.status !== 'archived' : campaign.status === status;
  const data = answer.data
    .map((campaign) => (change.ids.includes(campaign.id) ? applyBulkChange(campaign, change) : campaign))
    .filter(belongs);
  return { ...answer, data };
}

/** One thing done to some campaigns. It is seen at once, and taken back when the server refuses. */
export function useBulkChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkChange) => call(campaignsApi.bulk, { body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: LISTS });
      const before = client.getQueriesData<ListResponse>({ queryKey: LISTS });
      for (const [key, answer] of before) {
        if (answer) client.setQueryData(key, applyToList(answer, key[2] as ListRequest, change));
      }
      return before;
    },
    onError: (_error, _change, before) => {
      for (const [key, answer] of before ?? []) client.setQueryData(key, answer);
    },
    onSettled: () => refetchLists(client),
  });
}

export function useCloneCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(campaignsApi.clone, { params: { id: String(id) } }),
    onSuccess: () => refetchLists(client),
  });
}

/** What the campaigns were before a change, so that it can be taken back. */
export interface PreviousStatus {
  id: number;
  status: CampaignStatus;
  version: number;
}

const ACTION_FOR_STATUS = { active: 'activate', paused: 'pause', archived: 'archive' } as const;

/** Gives campaigns back the status that they had. No change makes a draft of many, so drafts are restored one by one. */
export function useUndoChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (earlier: readonly PreviousStatus[]) => {
      for (const [status, action] of Object.entries(ACTION_FOR_STATUS)) {
        const ids = earlier.filter((each) => each.status === status).map(({ id }) => id);
        if (ids.length > 0) await call(campaignsApi.bulk, { body: { ids, action } });
      }
      for (const { id, status, version } of earlier) {
        const params = { id: String(id), version: String(version) };
        if (status === 'draft') await call(campaignsApi.restore, { params });
      }
    },
    onSettled: () => refetchLists(client),
  });
}
