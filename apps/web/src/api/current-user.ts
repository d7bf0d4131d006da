import type { Permission } from '@poklik/contract/permissions';
import { type Profile, profileApi } from '@poklik/contract/profile';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './client.ts';

/** The signed-in user. The frame asks for it first; screens are shown once it is here. */
export const currentUserQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(profileApi.get, {}, { signal }),
});

export const useCurrentUserQuery = () => useQuery(currentUserQuery);

/** For screens inside the frame, where the user is known. */
export const useCurrentUser = (): Profile => useSuspenseQuery(currentUserQuery).data;

export const hasPermission = (user: Profile, permission: Permission): boolean => user.permissions.includes(permission);
