import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { type Campaign, type CampaignBody, campaignsApi } from '@poklik/contract/campaigns';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';

/** Prefix of all campaign queries, so a change refetches them. */
const CAMPAIGNS_KEY = 'campaigns';

export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: [CAMPAIGNS_KEY, 'one', id],
    queryFn: ({ signal }) =>
      call(campaignsApi.get, { params: { id: String(id) } }, { signal }).then(({ data }) => data),
  });

/** Limits and tags change often, so they are refetched each time the form opens. */
export const optionsQuery = queryOptions({
  queryKey: [CAMPAIGNS_KEY, 'options'],
  queryFn: ({ signal }) => call(campaignOptionsApi.options, {}, { signal }).then(({ data }) => data),
  staleTime: 0,
});

const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY };

/** Names are in the user's language. */
export const countriesQuery = () =>
  queryOptions({
    queryKey: ['countries', currentLanguage()],
    queryFn: ({ signal }) => call(campaignOptionsApi.countries, {}, { signal }).then(({ data }) => data),
    ...NEVER_STALE,
  });

export const languagesQuery = () =>
  queryOptions({
    queryKey: ['languages', currentLanguage()],
    queryFn: ({ signal }) => call(campaignOptionsApi.languages, {}, { signal }).then(({ data }) => data),
    ...NEVER_STALE,
  });

const VERSIONS_PAGE_SIZE = 20;

export const versionsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [CAMPAIGNS_KEY, 'versions', id],
    queryFn: ({ pageParam, signal }) =>
      call(
        campaignsApi.versions,
        { params: { id: String(id) }, query: { page: String(pageParam), per_page: String(VERSIONS_PAGE_SIZE) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });

/** Stores a write's response in the cache and refetches other campaign queries. */
function useCampaignChange<V>(write: (variables: V) => Promise<{ data: Campaign }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: ({ data }) => {
      client.setQueryData(campaignQuery(data.id).queryKey, data);
      void client.invalidateQueries({
        queryKey: [CAMPAIGNS_KEY],
        predicate: ({ queryKey }) => !(queryKey[1] === 'one' && queryKey[2] === data.id),
      });
    },
  });
}

export const useCreateCampaign = () => useCampaignChange((body: CampaignBody) => call(campaignsApi.create, { body }));

export const useSaveCampaign = (id: number) =>
  useCampaignChange((body: CampaignBody) => call(campaignsApi.update, { params: { id: String(id) }, body }));

export const useRestoreVersion = (id: number) =>
  useCampaignChange((version: number) =>
    call(campaignsApi.restore, { params: { id: String(id), version: String(version) } }),
  );

export const useActivateCampaign = (id: number) =>
  useCampaignChange(async () => {
    await call(campaignsApi.bulk, { body: { ids: [id], action: 'activate' } });
    return call(campaignsApi.get, { params: { id: String(id) } });
  });
