import { blackListApi } from '@poklik/contract/black-list';
import type { RequestOf } from '@poklik/contract/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const LISTS = ['black-list', 'list'] as const;

export function useBlackListPage(query: RequestOf<typeof blackListApi.list>['query']) {
  return useQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => call(blackListApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, limits, own_ip }) => ({ rows: data, links, meta, limits, ownIp: own_ip }),
  });
}

/** Waits for refetched lists, so dialogs close over fresh data. */
function useBlackListWrite<Input, Output>(write: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: LISTS }) });
}

export const useAddAddresses = () =>
  useBlackListWrite(async (body: RequestOf<typeof blackListApi.add>['body']) => {
    const { data } = await call(blackListApi.add, { body });
    return data;
  });

export const useRemoveAddresses = () =>
  useBlackListWrite((ids: number[]) => call(blackListApi.remove, { body: { ip_address_ids: ids } }));
