import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import type { RequestOf } from '@poklik/contract/endpoint';
import { type Offer, type OfferBody, offersApi } from '@poklik/contract/offers';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { currentLanguage } from '../../i18n/i18n.ts';

const ALL = ['offers'] as const;
/** The largest page; further offers are found by searching. */
const OFFERED = '100';

export const useOffersPage = (query: RequestOf<typeof offersApi.list>['query']) =>
  useQuery({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(offersApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** By name, URL, network and tags. */
export const useOfferSearch = (search: string) =>
  useQuery({
    queryKey: [...ALL, 'options', search],
    queryFn: ({ signal }) =>
      call(
        offersApi.list,
        { query: { per_page: OFFERED, sort: 'name', order: 'asc', ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });

const offerQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(offersApi.get, params(id), { signal }).then(({ data }) => data),
  });

export const useOffer = (id: number | null) => useQuery({ ...offerQuery(id ?? 0), enabled: id !== null }).data;

/** These offers as far as they are loaded. */
export const useOffersById = (ids: readonly number[]): Offer[] =>
  useQueries({ queries: ids.map(offerQuery), combine: (results) => results.flatMap(({ data }) => data ?? []) });

export const useOfferUses = (id: number) =>
  useQuery({
    queryKey: [...ALL, 'uses', id],
    queryFn: ({ signal }) => call(offersApi.usedIn, { ...params(id), query: { per_page: OFFERED } }, { signal }),
  });

export const useOfferVersions = (id: number) =>
  useQuery({
    queryKey: [...ALL, 'versions', id],
    queryFn: ({ signal }) => call(offersApi.versions, { ...params(id), query: { per_page: OFFERED } }, { signal }),
    select: ({ data }) => data,
  });

export const optionsQuery = queryOptions({
  queryKey: ['campaigns', 'options'],
  queryFn: ({ signal }) => call(campaignOptionsApi.options, {}, { signal }).then(({ data }) => data),
});

export const countriesQuery = () =>
  queryOptions({
    queryKey: ['countries', currentLanguage()],
    queryFn: ({ signal }) => call(campaignOptionsApi.countries, {}, { signal }).then(({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
  });

const params = (id: number) => ({ params: { id: String(id) } });

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => void client.invalidateQueries({ queryKey: ALL }) });
}

export const useSaveOffer = () =>
  useChange(async ({ id, body }: { id: number | undefined; body: OfferBody }) =>
    id === undefined
      ? (await call(offersApi.create, { body })).data
      : (await call(offersApi.update, { ...params(id), body })).data,
  );

export const useCheckOffer = () => useChange(async (id: number) => (await call(offersApi.check, params(id))).data);

export const useArchiveOffer = () =>
  useChange(({ id, replacementId }: { id: number; replacementId: number | null }) =>
    call(offersApi.remove, {
      ...params(id),
      query: replacementId === null ? {} : { replacement_id: String(replacementId) },
    }),
  );

export const useRestoreOffer = () =>
  useChange(({ id, version }: { id: number; version: number }) =>
    call(offersApi.restore, { params: { id: String(id), version: String(version) } }),
  );
