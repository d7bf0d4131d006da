import { type ProfileChanges, profileApi } from '@poklik/contract/profile';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';

/** Saves changes and updates the profile everywhere. */
export function useSaveProfile() {
  const queryClient = useQueryClient();
  return async (changes: ProfileChanges) => {
    const saved = await call(profileApi.update, { body: changes });
    queryClient.setQueryData(currentUserQuery.queryKey, saved);
    return saved;
  };
}
