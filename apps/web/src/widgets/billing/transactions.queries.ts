import type { RequestOf } from '@poklik/contract/endpoint';
import { transactionsApi } from '@poklik/contract/transactions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
