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
