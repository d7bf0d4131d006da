import type { RequestOf } from '@poklik/contract/endpoint';
import { referralsApi } from '@poklik/contract/referrals';
import { withdrawalsApi } from '@poklik/contract/withdrawals';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { MONEY } from '../../widgets/billing/withdrawals.queries.ts';

export const useReferrals = (query: RequestOf<typeof referralsApi.list>['query']) =>
  useQuery({
    queryKey: [...MONEY, 'referrals', query],
    queryFn: ({ signal }) => call(referralsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, summary }) => ({ rows: data, links, meta, summary }),
  });

export const useCommissions = (query: RequestOf<typeof referralsApi.commissions>['query']) =>
  useQuery({
    queryKey: [...MONEY, 'commissions', query],
    queryFn: ({ signal }) => call(referralsApi.commissions, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export const useWithdrawalTerms = () =>
  useQuery({
    queryKey: [...MONEY, 'terms'],
    queryFn: ({ signal }) => call(withdrawalsApi.terms, {}, { signal }),
    select: ({ data }) => data,
  });

export function useSavePayout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof withdrawalsApi.savePayout>['body']) =>
      call(withdrawalsApi.savePayout, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: MONEY }),
  });
}

export function useRequestWithdrawal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ amount, name }: { amount: string; name: string }) =>
      call(withdrawalsApi.create, { body: { amount } }, { idempotencyKey: name }),
    onSuccess: () => client.invalidateQueries({ queryKey: MONEY }),
  });
}
