import type { RequestOf } from '@poklik/contract/endpoint';
import { type Lander, type LanderBody, landersApi } from '@poklik/contract/landers';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const ALL = ['landers'] as const;
/** The largest page; further landers are found by searching. */
const OFFERED = '100';

export const useLandersPage = (query: RequestOf<typeof landersApi.list>['query']) =>
  useQuery({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(landersApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** By name, key, URL and tags. */
export const useLanderSearch = (search: string) =>
  useQuery({
    queryKey: [...ALL, 'options', search],
    queryFn: ({ signal }) =>
      call(
        landersApi.list,
        { query: { per_page: OFFERED, sort: 'name', order: 'asc', ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });

const landerQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => call(landersApi.get, params(id), { signal }).then(({ data }) => data),
  });

export const useLander = (id: number | null) => useQuery({ ...landerQuery(id ?? 0), enabled: id !== null }).data;

/** These landers as far as they are loaded. */
export const useLandersById = (ids: readonly number[]): Lander[] =>
  useQueries({ queries: ids.map(landerQuery), combine: (results) => results.flatMap(({ data }) => data ?? []) });

export const useLanderUses = (id: number) =>
  useQuery({
    queryKey: [...ALL, 'uses', id],
    queryFn: ({ signal }) => call(landersApi.usedIn, { ...params(id), query: { per_page: OFFERED } }, { signal }),
    select: ({ data, meta }) => ({ data: data.map((use) => ({ ...use, kind: 'campaign' as const })), meta }),
  });

export const useLanderVersions = (id: number) =>
  useQuery({
    queryKey: [...ALL, 'versions', id],
    queryFn: ({ signal }) => call(landersApi.versions, { ...params(id), query: { per_page: OFFERED } }, { signal }),
    select: ({ data }) => data,
  });

const params = (id: number) => ({ params: { id: String(id) } });

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => void client.invalidateQueries({ queryKey: ALL }) });
}

export const useSaveLander = () =>
  useChange(async ({ id, body }: { id: number | undefined; body: LanderBody }) =>
    id === undefined
      ? (await call(landersApi.create, { body })).data
      : (await call(landersApi.update, { ...params(id), body })).data,
  );

export const useCheckLander = () => useChange(async (id: number) => (await call(landersApi.check, params(id))).data);

export const useArchiveLander = () =>
  useChange(({ id, replacementId }: { id: number; replacementId: number | null }) =>
    call(landersApi.remove, {
      ...params(id),
      query: replacementId === null ? {} : { replacement_id: String(replacementId) },
    }),
  );

export const useRestoreLander = () =>
  useChange(({ id, version }: { id: number; version: number }) =>
    call(landersApi.restore, { params: { id: String(id), version: String(version) } }),
  );
