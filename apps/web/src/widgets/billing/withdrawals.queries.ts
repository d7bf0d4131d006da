import type { RequestOf } from '@poklik/contract/endpoint';
import { type WithdrawalChange, withdrawalsApi } from '@poklik/contract/withdrawals';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Query key prefix of everything that a transaction may affect. */
export const MONEY = ['money'] as const;
const WITHDRAWALS = [...MONEY, 'withdrawals'] as const;

export const useWithdrawals = (query: RequestOf<typeof withdrawalsApi.list>['query']) =>
  useQuery({
    queryKey: [...WITHDRAWALS, query],
    queryFn: ({ signal }) => call(withdrawalsApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** Completes only after the lists are reloaded, so that a dialog closes over the updated list. */
export function useChangeWithdrawal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, name }: { id: number; change: WithdrawalChange; name: string }) =>
      call(withdrawalsApi.changeStatus, { params: { id: String(id) }, body: change }, { idempotencyKey: name }),
    onSettled: () => client.invalidateQueries({ queryKey: MONEY }),
  });
}
