import { customersApi } from '@poklik/contract/customers';
import { subscriptionsApi } from '@poklik/contract/subscriptions';
import { type ActionReason, type ListedUser, type UserChanges, usersApi } from '@poklik/contract/users';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { startImpersonation } from '../../api/session.ts';

/** Everything that the operator sees about users. */
const USERS = ['users'] as const;

type ListRequest = NonNullable<Parameters<typeof call<typeof usersApi.list>>[1]>['query'];
type PageRequest = NonNullable<Parameters<typeof call<typeof usersApi.activity>>[1]>['query'];

export const useUsersPage = (query: ListRequest) =>
  useQuery({
    queryKey: [...USERS, 'list', query],
    queryFn: ({ signal }) => call(usersApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta }) => ({ rows: data, links, meta }),
  });

/** What is shown is refetched before the mutation settles, so a dialog closes over the updated page. */
function useUserWrite<Input, Answer>(write: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: USERS }) });
}

const params = ({ id }: ListedUser) => ({ id: String(id) });

export const useChangeUser = () =>
  useUserWrite(({ user, changes }: { user: ListedUser; changes: UserChanges }) =>
    call(usersApi.update, { params: params(user), body: changes }),
  );

export const useVerifyUser = () =>
  useUserWrite(({ user, body }: { user: ListedUser; body: ActionReason }) =>
    call(usersApi.verify, { params: params(user), body }),
  );

export const useResetTwoFactor = () =>
  useUserWrite(({ user, body }: { user: ListedUser; body: ActionReason }) =>
    call(usersApi.resetTwoFactor, { params: params(user), body }),
  );

export const useUserActivity = (id: number, query: PageRequest) =>
  useQuery({
    queryKey: [...USERS, 'activity', id, query],
    queryFn: ({ signal }) => call(usersApi.activity, { params: { id: String(id) }, query }, { signal }),
    placeholderData: keepPreviousData,
    select: ({ data, links, meta, user }) => ({ rows: data, links, meta, user }),
  });

export const useLogInAs = () =>
  useMutation({
    mutationFn: ({ user, body }: { user: ListedUser; body: ActionReason }) =>
      startImpersonation(async () => (await call(usersApi.loginAs, { params: params(user), body })).token),
  });

export const useAssignTariff = () =>
  useUserWrite(({ user, tariff, reason }: { user: ListedUser; tariff: string; reason: string }) =>
    call(subscriptionsApi.assign, { params: { user_id: String(user.id), tariff_id: tariff }, body: { reason } }),
  );

/** Tags and countries that customers have. */
export const useFilterValues = () =>
  useQuery({
    queryKey: [...USERS, 'filters'],
    queryFn: ({ signal }) => call(customersApi.filters, {}, { signal }),
    select: ({ data }) => data,
  });
