import type { RequestOf } from '@poklik/contract/endpoint';
import { referralsApi } from '@poklik/contract/referrals';
import { type Correction, transactionsApi } from '@poklik/contract/transactions';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { MONEY } from '../../widgets/billing/withdrawals.queries.ts';

export const useBalances = (query: RequestOf<typeof transactionsApi.users>['query']) =>
  useQuery({
    queryKey: [...MONEY, 'balances', query],
    queryFn: ({ signal }) => call(transactionsApi.users, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
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
    onSuccess: () => client.invalidateQueries({ queryKey: MONEY }),
  });
}

export const useSetRate = () =>
  useMutation({
    mutationFn: ({ userId, percent, name }: { userId: number; percent: string | null; name: string }) =>
      call(referralsApi.setRate, { params: { id: String(userId) }, body: { percent } }, { idempotencyKey: name }),
  });
