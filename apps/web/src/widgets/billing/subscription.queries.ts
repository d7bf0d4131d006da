import { subscriptionsApi } from '@poklik/contract/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The account's plan with its usage. */
export const useSubscription = () =>
  useQuery({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => call(subscriptionsApi.get, {}, { signal }),
    select: ({ data }) => data,
  });
