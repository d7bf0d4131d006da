import type { RequestOf } from '@poklik/contract/endpoint';
import { type WithdrawalChange, withdrawalsApi } from '@poklik/contract/withdrawals';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** Everything that a movement of money may change on the screen. */
export const MONEY = ['money'] as const;
const WITHDRAWALS = [...MONEY, 'withdrawals'] as const;

export const useWithdrawals = (query: RequestOf<typeof withdrawalsApi.list>['query']) =>
  useQuery({
    queryKey: [...WITHDRAWALS, query],
    queryFn: ({ signal }) => call(withdrawalsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** Lists are read again before the write counts as done, so that what closes after it closes over the new list. */
export function useChangeWithdrawal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, name }: { id: number; change: WithdrawalChange; name: string }) =>
      call(withdrawalsApi.changeStatus, { params: { id: String(id) }, body: change }, { idempotencyKey: name }),
    onSettled: () => client.invalidateQueries({ queryKey: MONEY }),
  });
}
