import { subscriptionsApi } from '@poklik/contract/subscriptions';
import { type Tariff, tariffsApi } from '@poklik/contract/tariffs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

const TARIFFS = ['tariffs'] as const;
const SUBSCRIPTION = ['subscription'] as const;

export const useTariffs = () =>
  useQuery({
    queryKey: TARIFFS,
    queryFn: ({ signal }) => call(tariffsApi.list, {}, { signal }),
    select: ({ data }) => data,
  });

export const useSubscription = () =>
  useQuery({
    queryKey: SUBSCRIPTION,
    queryFn: ({ signal }) => call(subscriptionsApi.get, {}, { signal }),
    select: ({ data }) => data,
  });

type TariffBody = Parameters<typeof call<typeof tariffsApi.update>>[1]['body'];

/** Adds a tariff, or changes the one with the id. */
export function useSaveTariff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: TariffBody }) =>
      id === null ? call(tariffsApi.create, { body }) : call(tariffsApi.update, { params: { id: String(id) }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: TARIFFS }),
  });
}

export function useArchiveTariff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Tariff) => call(tariffsApi.remove, { params: { id: String(id) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: TARIFFS }),
  });
}
