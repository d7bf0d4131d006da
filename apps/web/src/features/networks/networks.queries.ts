import { conversionsApi } from '@poklik/contract/conversions';
import type { RequestOf } from '@poklik/contract/endpoint';
import { type NetworkTemplateBody, networkTemplatesApi } from '@poklik/contract/network-templates';
import { type MappingChange, type NetworkBody, networksApi } from '@poklik/contract/networks';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const ALL = ['networks'] as const;
const SHOWN_POSTBACKS = 100;

export const useNetworksPage = (query: RequestOf<typeof networksApi.list>['query']) =>
  useQuery({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(networksApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, account }) => ({ rows: data, links, meta, account }),
  });

export const templatesQuery = queryOptions({
  queryKey: [...ALL, 'templates'],
  queryFn: ({ signal }) => call(networkTemplatesApi.templates, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  select: ({ data }) => data,
});

/** The last postbacks of a network, newest first. */
export const usePostbacks = (networkId: number) =>
  useQuery({
    queryKey: [...ALL, 'postbacks', networkId],
    queryFn: ({ signal }) =>
      call(
        conversionsApi.postbacks,
        { query: { network_id: String(networkId), per_page: String(SHOWN_POSTBACKS) } },
        { signal },
      ),
    select: ({ data }) => data,
  });

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => void client.invalidateQueries() });
}

const params = (id: number) => ({ params: { id: String(id) } });

export const useSaveNetwork = () =>
  useChange(async ({ id, body }: { id: number | undefined; body: NetworkBody }) =>
    id === undefined
      ? (await call(networksApi.create, { body })).data
      : (await call(networksApi.update, { ...params(id), body })).data,
  );

export const useDeleteNetwork = () => useChange((id: number) => call(networksApi.remove, params(id)));

export const useSaveTemplate = (code: string | undefined) =>
  useChange((body: NetworkTemplateBody) =>
    code === undefined
      ? call(networkTemplatesApi.addTemplate, { body })
      : call(networkTemplatesApi.changeTemplate, { params: { template_code: code }, body }),
  );

export const useRemoveTemplate = () =>
  useChange((code: string) => call(networkTemplatesApi.removeTemplate, { params: { template_code: code } }));

/** Of the account without an ID. */
export const useReplaceKey = () =>
  useChange(
    (id: number | null): Promise<unknown> =>
      id === null ? call(networksApi.rotateAccount, {}) : call(networksApi.rotate, params(id)),
  );

export const useCheckMapping = () =>
  useMutation({
    mutationFn: async ({ id, change }: { id: number; change: Partial<MappingChange> }) =>
      (await call(networksApi.map, { ...params(id), body: { ...change, dry_run: true } })).data,
  });

export const useApplyMapping = () =>
  useChange(
    async ({ id, change }: { id: number; change: Partial<MappingChange> }) =>
      (await call(networksApi.map, { ...params(id), body: change })).data,
  );
