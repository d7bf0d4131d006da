import type { Permission } from '@poklik/contract/permissions';
import { type Profile, profileApi } from '@poklik/contract/profile';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './client.ts';

/** The logged-in user. The shell loads it first; screens render once it is here. */
export const currentUserQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(profileApi.get, {}, { signal }),
});

export const useCurrentUserQuery = () => useQuery(currentUserQuery);

/** For screens inside the shell, where the user is loaded. */
export const useCurrentUser = (): Profile => useSuspenseQuery(currentUserQuery).data;

export const hasPermission = (user: Profile, permission: Permission): boolean => user.permissions.includes(permission);
