import { authApi, type Credentials } from '@poklik/contract/auth';
import { referralsApi } from '@poklik/contract/referrals';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { readOrigin } from '../../api/origin.ts';
import { saveToken } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';

export const signUpRulesQuery = (ref: string | undefined, links: { setup?: string; invite?: string }) =>
  queryOptions({
    queryKey: ['sign-up-rules', ref, links],
    queryFn: ({ signal }) => call(authApi.signUpRules, { query: { ...(ref && { ref }), ...links } }, { signal }),
    select: ({ data }) => data,
  });

/** Counts the referral visit. Failures are ignored. */
export const recordReferralVisit = (ref: string): void =>
  void call(referralsApi.countVisit, { body: { ref } }).catch(() => undefined);

/** Where to go after login: the origin, or campaigns. */
export function useReturnPath() {
  const { state } = useLocation();
  const localizedPath = useLocalizedPath();
  return readOrigin(state) ?? localizedPath(paths.campaign);
}

export function useLogin(): (credentials: Credentials) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const returnPath = useReturnPath();
  return async (credentials) => {
    const { token } = await call(authApi.login, { body: credentials });
    queryClient.clear();
    saveToken(token);
    // With the user loaded, the next screen renders at once and gets the focus.
    await queryClient.prefetchQuery(currentUserQuery);
    await navigate(returnPath, { replace: true });
  };
}
