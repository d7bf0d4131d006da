import { clicksApi } from '@poklik/contract/clicks';
import { conversionTypesApi, type ListedConversionType } from '@poklik/contract/conversion-types';
import { conversionsApi } from '@poklik/contract/conversions';
import type { RequestOf } from '@poklik/contract/endpoint';
import { outgoingApi } from '@poklik/contract/outgoing';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { download } from '../../api/download.ts';

const ALL = ['conversions'] as const;
/** Postbacks can arrive at any time. */
const REFRESH_MS = 15_000;
/** The user is waiting for the first one. */
const REFRESH_EMPTY_MS = 3_000;

export const useConversionsPage = (query: RequestOf<typeof conversionsApi.list>['query']) =>
  useQuery({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(conversionsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.meta.total === 0 ? REFRESH_EMPTY_MS : REFRESH_MS),
    select: ({ data, links, meta, totals }) => ({ rows: data, links, meta, totals }),
  });

export const useConversion = (id: string | null) =>
  useQuery({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(conversionsApi.get, { params: { id: id ?? '' } }, { signal }),
    select: ({ data }) => data,
    enabled: id !== null,
  });

export const usePostbacksPage = (query: RequestOf<typeof conversionsApi.postbacks>['query']) =>
  useQuery({
    queryKey: [...ALL, 'postbacks', query],
    queryFn: ({ signal }) => call(conversionsApi.postbacks, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useOutgoingPage = (query: RequestOf<typeof outgoingApi.list>['query']) =>
  useQuery({
    queryKey: [...ALL, 'outgoing', query],
    queryFn: ({ signal }) => call(outgoingApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useClicksPage = (query: RequestOf<typeof clicksApi.list>['query']) =>
  useQuery({
    queryKey: ['clicks', 'list', query],
    queryFn: ({ signal }) => call(clicksApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useClick = (id: string | null) =>
  useQuery({
    queryKey: ['clicks', 'one', id],
    queryFn: ({ signal }) => call(clicksApi.get, { params: { id: id ?? '' } }, { signal }),
    select: ({ data }) => data,
    enabled: id !== null,
  });

/** Saves the whole list. Statistics and campaigns are counted by it. */
export function useReplaceTypes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (types: readonly ListedConversionType[]) =>
      call(conversionTypesApi.replace, { body: { types: types.map(({ position: _, ...type }) => type) } }),
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Exports the same list as a file. */
export const useExport = () =>
  useMutation({
    mutationFn: (query: Record<string, string>) => download(conversionsApi.export, { query }, 'conversions.csv'),
  });

/** Waits until all conversion queries are refetched. */
function useWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: ALL }) });
}

export const useAddConversion = () =>
  useWrite((body: RequestOf<typeof conversionsApi.create>['body']) => call(conversionsApi.create, { body }));

export const useEditConversion = () =>
  useWrite(({ id, ...body }: { id: string } & RequestOf<typeof conversionsApi.update>['body']) =>
    call(conversionsApi.update, { params: { id }, body }),
  );

export const useChangeMany = () =>
  useWrite((body: RequestOf<typeof conversionsApi.bulk>['body']) => call(conversionsApi.bulk, { body }));

export const useImport = () =>
  useWrite(async (body: RequestOf<typeof conversionsApi.import>['body']) => {
    const { data } = await call(conversionsApi.import, { body });
    return data;
  });

export const useReplay = () =>
  useWrite(async (id: string) => (await call(conversionsApi.replay, { params: { id } })).data);

export const useReplayOutgoing = () => useWrite((id: number) => call(outgoingApi.replay, { body: { ids: [id] } }));

export const useResend = () => useWrite((id: string) => call(conversionsApi.resend, { params: { id } }));
