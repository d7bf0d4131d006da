import type { RequestOf } from '@poklik/contract/endpoint';
import { type Correction, transactionsApi } from '@poklik/contract/transactions';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { MONEY } from './withdrawals.queries.ts';

type HistoryQuery = RequestOf<typeof transactionsApi.own>['query'];

/** Transactions of the given user for operators, or of the current user. */
export const useHistory = (userId: number | null, query: HistoryQuery) =>
  useQuery({
    queryKey: [...MONEY, 'history', userId, query],
    queryFn: ({ signal }) =>
      userId === null
        ? call(transactionsApi.own, { query }, { signal })
        : call(transactionsApi.history, { params: { id: String(userId) }, query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, balance, currency }) => ({ rows: data, links, meta, balance, currency }),
  });

export type CorrectionType = 'deposit' | 'deduct';

export function useCorrectBalance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      userId,
      way,
      body,
      name,
    }: {
      userId: number;
      way: CorrectionType;
      body: Correction;
      name: string;
    }) => call(transactionsApi[way], { params: { user_id: String(userId) }, body }, { idempotencyKey: name }),
    onSuccess: () => Promise.all([MONEY, ['users']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
