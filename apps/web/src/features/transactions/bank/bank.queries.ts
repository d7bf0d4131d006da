import { type BankDecision, bankApi } from '@poklik/contract/bank';
import type { RequestOf } from '@poklik/contract/endpoint';
import { invoicesApi } from '@poklik/contract/invoices';
import { transactionsApi } from '@poklik/contract/transactions';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const LINES = ['bank-lines'] as const;

export const useBankLines = (query: RequestOf<typeof bankApi.lines>['query']) =>
  useQuery({
    queryKey: [...LINES, query],
    queryFn: ({ signal }) => call(bankApi.lines, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

type Upload = RequestOf<typeof bankApi.import>['body'];

/** A dry run changes nothing. */
export function useImportStatement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Upload) => (await call(bankApi.import, { body })).data,
    onSuccess: (_, { dry_run: isDryRun }) => {
      if (!isDryRun) void client.invalidateQueries({ queryKey: LINES });
    },
  });
}

/** Money moves, so everything about it is asked again. */
export function useConfirmLines() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (lines: BankDecision[]) => (await call(bankApi.confirm, { body: { lines } })).data,
    onSettled: () => client.invalidateQueries(),
  });
}

const FOUND_MAX = '10';

export const useUnpaidInvoices = (search: string) =>
  useQuery({
    queryKey: [...LINES, 'invoices', search],
    queryFn: async ({ signal }) => {
      const find = (status: 'open' | 'uncollectible') =>
        call(invoicesApi.list, { query: { search, status, per_page: FOUND_MAX } }, { signal });
      const [open, uncollectible] = await Promise.all([find('open'), find('uncollectible')]);
      return [...open.data, ...uncollectible.data];
    },
    placeholderData: keepPreviousData,
  });

export const useCustomers = (search: string) =>
  useQuery({
    queryKey: [...LINES, 'customers', search],
    queryFn: async ({ signal }) =>
      (await call(transactionsApi.users, { query: { search, per_page: FOUND_MAX } }, { signal })).data,
    placeholderData: keepPreviousData,
  });
