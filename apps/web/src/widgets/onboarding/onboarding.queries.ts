import { type Onboarding, onboardingApi } from '@poklik/contract/onboarding';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';

/** Polling is needed because steps happen elsewhere: in an email, in an ad, on the advertiser's server. */
const ASK_EVERY_MS = 5_000;

const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: async ({ signal }) => (await call(onboardingApi.get, {}, { signal })).data,
});

export const isComplete = ({ steps }: Onboarding): boolean => steps.every(({ done }) => done === true);

/** Polls while the screen is visible and steps are left. */
export const useOnboarding = () =>
  useQuery({
    ...onboardingQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isComplete(state.data) ? false : ASK_EVERY_MS),
  });

/** Hides or shows the steps; with `isLater` the current screen stays unchanged. */
export function useHideOnboarding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ isHidden }: { isHidden: boolean; isLater?: boolean }) =>
      (await call(onboardingApi.update, { body: { is_hidden: isHidden } })).data,
    onSuccess: (data, { isLater }) => {
      client.setQueryData(onboardingQuery.queryKey, data);
      if (isLater) return;
      client.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, is_onboarding: !data.is_hidden });
    },
  });
}
