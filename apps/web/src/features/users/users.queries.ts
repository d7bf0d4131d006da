import { subscriptionsApi } from '@poklik/contract/subscriptions';
import { type ListedUser, type TwoFactorReset, type UserChanges, usersApi } from '@poklik/contract/users';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { startImpersonation } from '../../api/session.ts';

const LISTS = ['users', 'list'] as const;

type ListRequest = NonNullable<Parameters<typeof call<typeof usersApi.list>>[1]>['query'];
type PageRequest = NonNullable<Parameters<typeof call<typeof usersApi.activity>>[1]>['query'];

export const useUsersPage = (query: ListRequest) =>
  useQuery({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => call(usersApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** The list is refetched before the mutation settles, so a dialog closes over the updated list. */
function useUserWrite<Input, Answer>(write: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: LISTS }) });
}

const params = ({ id }: ListedUser) => ({ id: String(id) });

export const useChangeUser = () =>
  useUserWrite(({ user, changes }: { user: ListedUser; changes: UserChanges }) =>
    call(usersApi.update, { params: params(user), body: changes }),
  );

export const useVerifyUser = () => useUserWrite((user: ListedUser) => call(usersApi.verify, { params: params(user) }));

export const useResetTwoFactor = () =>
  useUserWrite(({ user, body }: { user: ListedUser; body: TwoFactorReset }) =>
    call(usersApi.resetTwoFactor, { params: params(user), body }),
  );

export const useUserActivity = (id: number, query: PageRequest) =>
  useQuery({
    queryKey: ['users', 'activity', id, query],
    queryFn: ({ signal }) => call(usersApi.activity, { params: { id: String(id) }, query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, user }) => ({ rows: data, links, meta, user }),
  });

export const useLogInAs = () =>
  useMutation({
    mutationFn: (user: ListedUser) =>
      startImpersonation(async () => (await call(usersApi.loginAs, { params: params(user) })).token),
  });

export const useAssignTariff = () =>
  useUserWrite(({ user, tariff, reason }: { user: ListedUser; tariff: string; reason: string }) =>
    call(subscriptionsApi.assign, { params: { user_id: String(user.id), tariff_id: tariff }, body: { reason } }),
  );
