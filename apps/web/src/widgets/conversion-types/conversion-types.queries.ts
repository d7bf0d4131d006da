import { conversionTypesApi } from '@poklik/contract/conversion-types';
import { type Goal, goalsApi } from '@poklik/contract/goals';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';

export const conversionTypesQuery = queryOptions({
  queryKey: ['conversion types'],
  queryFn: ({ signal }) => call(conversionTypesApi.list, {}, { signal }),
  select: ({ data }) => data,
  staleTime: 60_000,
});

export const goalsQuery = queryOptions({
  queryKey: ['goals'],
  queryFn: ({ signal }) => call(goalsApi.list, {}, { signal }),
  select: ({ data }) => data,
  staleTime: 60_000,
});

/** The account's goals; empty until they are loaded, or without access to statistics. */
export function useGoals(): readonly Goal[] {
  const enabled = hasPermission(useCurrentUser(), 'statistics:read');
  return useQuery({ ...goalsQuery, enabled }).data ?? NO_GOALS;
}

const NO_GOALS: readonly Goal[] = [];

/** The account's list; empty until it is loaded, or without access to it. */
export function useConversionTypes() {
  const enabled = hasPermission(useCurrentUser(), 'conversions:read');
  return useQuery({ ...conversionTypesQuery, enabled }).data ?? NONE;
}

const NONE: readonly { code: string; name: string }[] = [];

/** The account's own name of a type, or the standard one, or its code. */
export function useTypeName(): (code: string) => string {
  const { t } = useTranslation('statistics');
  const types = useConversionTypes();
  return useCallback(
    (code) => types.find((type) => type.code === code)?.name || t(`conversion_type.${code}`, { defaultValue: code }),
    [types, t],
  );
}
