import type { BulkChange } from '@poklik/contract/campaign-bulk';
import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type Campaign, type CampaignStatus, campaignsApi } from '@poklik/contract/campaigns';
import type { ResponseOf } from '@poklik/contract/endpoint';
import { applyBulkChange } from '@poklik/domain/campaigns/bulk-change';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const CAMPAIGNS = ['campaigns'] as const;
const LISTS = [...CAMPAIGNS, 'list'] as const;

/** Fresh enough to watch a new campaign without loading the analytics database. */
const REFRESH_MS = 30_000;

export type ListRequest = NonNullable<NonNullable<Parameters<typeof call<typeof campaignsApi.list>>[1]>['query']>;
type ListResponse = ResponseOf<typeof campaignsApi.list>;

/** One page of campaigns with metrics, refetched while visible. */
export const useCampaignList = (query: ListRequest, enabled = true) =>
  useQuery({
    ...campaignPageQuery(query, true),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ data, ...rest }) => ({ rows: data, ...rest }),
  });

/** Another page of the same list. */
export const campaignPageQuery = (query: ListRequest, isInView: boolean) =>
  queryOptions({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => call(campaignsApi.list, { query }, { signal }),
    refetchInterval: isInView ? REFRESH_MS : false,
  });

/** Number of archived campaigns, which the list leaves out. */
export const useArchivedCount = () =>
  useQuery({
    queryKey: [...CAMPAIGNS, 'archived'],
    queryFn: ({ signal }) => call(campaignsApi.list, { query: { status: 'archived' } }, { signal }),
    select: ({ meta }) => meta.total,
  });

/** Tags in use and the plan's campaign limit. */
export const useTagsAndLimits = () =>
  useQuery({
    queryKey: [...CAMPAIGNS, 'tags and limits'],
    queryFn: ({ signal }) => call(campaignOptionsApi.options, {}, { signal }),
    select: ({ data: { limits, tags } }) => ({ limits, tags }),
  });

/** Waits for refetched lists, so dialogs close over fresh data. */
export const refetchLists = (client: QueryClient) => client.invalidateQueries({ queryKey: CAMPAIGNS });

/** The list after an optimistic change; deletion waits for the server. */
function applyToList(answer: ListResponse, { status }: ListRequest, change: BulkChange): ListResponse {
  if (change.action === 'delete') return answer;
  const belongs = (campaign: Campaign) =>
    status === undefined ? campaign.status !== 'archived' : campaign.status === status;
  const data = answer.data
    .map((campaign) => (change.ids.includes(campaign.id) ? applyBulkChange(campaign, change) : campaign))
    .filter(belongs);
  return { ...answer, data };
}

/** A bulk change, applied optimistically and rolled back on error. */
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

/** Swaps the domain and the spare domain of campaigns. */
export function useSwitchDomain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: number[]) => {
      // The list itself needs nothing about domains.
      const { domainsApi } = await import('@poklik/contract/domains');
      return call(domainsApi.switch, { body: { ids } });
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

/** Statuses before a change, for undo. */
export interface PreviousStatus {
  id: number;
  status: CampaignStatus;
  version: number;
}

const ACTION_FOR_STATUS = { active: 'activate', paused: 'pause', archived: 'archive' } as const;

/** Restores previous statuses. Drafts have no bulk action, so they are restored one by one. */
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
