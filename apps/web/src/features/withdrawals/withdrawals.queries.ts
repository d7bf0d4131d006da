import type { RequestOf } from '@poklik/contract/endpoint';
import { type CommissionReview, referralsApi } from '@poklik/contract/referrals';
import { withdrawalsApi } from '@poklik/contract/withdrawals';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { MONEY } from '../../widgets/billing/withdrawals.queries.ts';

/** Asked for only when somebody wants to see it: each look is written down. */
export const usePayout = (id: number, isWanted: boolean) =>
  useQuery({
    queryKey: [...MONEY, 'payout', id],
    queryFn: ({ signal }) => call(withdrawalsApi.payout, { params: { id: String(id) } }, { signal }),
    select: ({ data }) => data,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useBankFile = () => useMutation({ mutationFn: () => call(withdrawalsApi.exportApproved, {}) });

export const useCommissionsOnHold = (query: RequestOf<typeof referralsApi.held>['query']) =>
  useQuery({
    queryKey: [...MONEY, 'held', query],
    queryFn: ({ signal }) => call(referralsApi.held, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

export function useReviewCommission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, review, name }: { id: number; review: CommissionReview; name: string }) =>
      call(referralsApi.review, { params: { id: String(id) }, body: review }, { idempotencyKey: name }),
    onSettled: () => client.invalidateQueries({ queryKey: MONEY }),
  });
}
