import {
  type HelpFile,
  type HelpThread,
  helpApi,
  type NewHelpMessage,
  type NewHelpRequest,
} from '@poklik/contract/help';
import { invoicesApi } from '@poklik/contract/invoices';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { startImpersonation } from '../../api/session.ts';

const HELP = ['help'] as const;
const threadKey = (id: number) => [...HELP, 'thread', id] as const;

/** Someone who waits for an answer leaves the page open. */
const REFRESH_MS = 30_000;

type ListRequest = NonNullable<Parameters<typeof call<typeof helpApi.list>>[1]>['query'];

export const useHelpRequests = (query: ListRequest) =>
  useQuery({
    queryKey: [...HELP, 'list', query],
    queryFn: ({ signal }) => call(helpApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

const params = (id: number) => ({ id: String(id) });

export const useThread = (id: number) =>
  useQuery({
    queryKey: threadKey(id),
    queryFn: async ({ signal }) => (await call(helpApi.get, { params: params(id) }, { signal })).data,
    refetchInterval: REFRESH_MS,
  });

/** The answer of a write is the thread as it is now. */
function useHelpWrite<Input>(write: (input: Input) => Promise<{ data: HelpThread }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: ({ data }) => {
      client.setQueryData(threadKey(data.id), data);
      void client.invalidateQueries({ queryKey: [...HELP, 'list'] });
    },
  });
}

export const useAskForHelp = () => useHelpWrite((body: NewHelpRequest) => call(helpApi.create, { body }));

export const useAddMessage = (id: number) =>
  useHelpWrite((body: NewHelpMessage) => call(helpApi.addMessage, { params: params(id), body }));

export const useSetStatus = (id: number) =>
  useHelpWrite((status: 'open' | 'closed') => call(helpApi.setStatus, { params: params(id), body: { status } }));

export const downloadFile = (id: number, file: HelpFile): Promise<void> =>
  download(helpApi.file, { params: { id, file_id: file.id } }, file.name);

export const lookAsCustomer = (id: number): Promise<void> =>
  startImpersonation(async () => (await call(helpApi.look, { params: params(id) })).token);

/** The newest invoices, for choosing one. */
export const useOwnInvoices = (enabled: boolean) =>
  useQuery({
    queryKey: [...HELP, 'invoices'],
    queryFn: async ({ signal }) => (await call(invoicesApi.list, { query: { per_page: '100' } }, { signal })).data,
    enabled,
  });
