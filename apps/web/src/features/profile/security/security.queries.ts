import { type EmailChange, type PasswordAndCode, securityApi } from '@poklik/contract/security';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/current-user.ts';

const SESSIONS = ['security', 'sessions'] as const;
const TWO_FACTOR = ['security', 'two-factor'] as const;

export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(securityApi.sessions, {}, { signal }),
    select: ({ data }) => data,
  });

export const useTwoFactor = () =>
  useQuery({
    queryKey: TWO_FACTOR,
    queryFn: ({ signal }) => call(securityApi.twoFactor, {}, { signal }),
    select: ({ data }) => data,
  });

/** Waits for refetched data. */
function useChange<Input, Answer>(keys: (readonly unknown[])[], change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const useChangePassword = () =>
  useChange([SESSIONS], (body: Parameters<typeof call<typeof securityApi.changePassword>>[1]['body']) =>
    call(securityApi.changePassword, { body }),
  );

/** Changes nothing visible: the email takes effect when its link is opened. */
export const useChangeEmail = () => useChange([], (body: EmailChange) => call(securityApi.changeEmail, { body }));

export const useEndSession = () =>
  useChange([SESSIONS], (id: number) => call(securityApi.endSession, { params: { id: String(id) } }));
export const useEndOtherSessions = () => useChange([SESSIONS], () => call(securityApi.endOtherSessions));

/** Changes nothing visible: the key takes effect with its first code. */
export const startTwoFactor = async (password: string) =>
  (await call(securityApi.startTwoFactor, { body: { password } })).data;

const OWN_PASSWORD_KEY = [TWO_FACTOR, currentUserQuery.queryKey];
export const useConfirmTwoFactor = () =>
  useChange(
    OWN_PASSWORD_KEY,
    async (code: string) => (await call(securityApi.confirmTwoFactor, { body: { code } })).data.recovery_codes,
  );
export const useDisableTwoFactor = () =>
  useChange(OWN_PASSWORD_KEY, (body: PasswordAndCode) => call(securityApi.stopTwoFactor, { body }));
export const useRegenerateRecoveryCodes = () =>
  useChange(
    OWN_PASSWORD_KEY,
    async (body: PasswordAndCode) => (await call(securityApi.renewRecoveryCodes, { body })).data.recovery_codes,
  );
