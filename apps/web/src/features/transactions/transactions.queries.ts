import type { RequestOf } from '@poklik/contract/endpoint';
import { referralsApi } from '@poklik/contract/referrals';
import { transactionsApi } from '@poklik/contract/transactions';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { MONEY } from '../../widgets/billing/withdrawals.queries.ts';

export const useBalances = (query: RequestOf<typeof transactionsApi.users>['query']) =>
  useQuery({
    queryKey: [...MONEY, 'balances', query],
    queryFn: ({ signal }) => call(transactionsApi.users, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useSetRate = () =>
  useMutation({
    mutationFn: ({ userId, percent, name }: { userId: number; percent: string | null; name: string }) =>
      call(referralsApi.setRate, { params: { id: String(userId) }, body: { percent } }, { idempotencyKey: name }),
  });
