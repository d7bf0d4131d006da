import { type ConnectionBody, connectionsApi } from '@poklik/contract/connections';
import type { RequestOf } from '@poklik/contract/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const ALL = ['connections'] as const;

export const useConnectionsPage = (query: RequestOf<typeof connectionsApi.list>['query']) =>
  useQuery({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(connectionsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

const params = (id: number) => ({ params: { id: String(id) } });

/** The request with sample values, or for a conversion; nothing is sent. */
export const useConnectionTest = (id: number | null, conversionId: string) =>
  useQuery({
    queryKey: [...ALL, 'test', id, conversionId],
    queryFn: async ({ signal }) => {
      const body = conversionId === '' ? {} : { conversion_id: conversionId };
      return (await call(connectionsApi.test, { ...params(id ?? 0), body }, { signal })).data;
    },
    enabled: id !== null,
    gcTime: 0,
    retry: false,
  });

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => void client.invalidateQueries() });
}

export const useSaveConnection = () =>
  useChange(async ({ id, body }: { id: number | undefined; body: ConnectionBody }) =>
    id === undefined
      ? (await call(connectionsApi.create, { body })).data
      : (await call(connectionsApi.update, { ...params(id), body })).data,
  );

export const useDeleteConnection = () => useChange((id: number) => call(connectionsApi.remove, params(id)));
