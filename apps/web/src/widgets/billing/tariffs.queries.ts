import { subscriptionsApi } from '@poklik/contract/subscriptions';
import { tariffsApi } from '@poklik/contract/tariffs';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export const TARIFFS = ['tariffs'] as const;

export const useTariffs = (enabled = true) =>
  useQuery({
    queryKey: TARIFFS,
    queryFn: ({ signal }) => call(tariffsApi.list, {}, { signal }),
    select: ({ data }) => data,
    enabled,
  });

export const SUBSCRIPTION = ['subscription'] as const;

/** The account's plan with its usage. */
export const useSubscription = () =>
  useQuery({
    queryKey: SUBSCRIPTION,
    queryFn: ({ signal }) => call(subscriptionsApi.get, {}, { signal }),
    select: ({ data }) => data,
  });
