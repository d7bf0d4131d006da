import {
  type Invitation,
  type MemberAccess,
  type OwnershipTransfer,
  type TeamMember,
  teamUsersApi,
} from '@poklik/contract/team-users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';

const LIST = ['team-users', 'list'] as const;

/** A team always fits on one page. */
export const useTeam = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => call(teamUsersApi.list, {}, { signal }),
    select: ({ data: { members, seats } }) => ({
      rows: members,
      seats,
      links: { prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: 100, total: members.length, links: [] },
    }),
  });

/** The list is refetched before the mutation settles, so a dialog closes over the updated list. */
function useTeamWrite<Input, Answer>(write: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: LIST }) });
}

const params = ({ id }: TeamMember) => ({ id: String(id) });

export const useInvite = () => useTeamWrite((body: Invitation) => call(teamUsersApi.invite, { body }));
export const useChangeMember = () =>
  useTeamWrite(({ member, standing }: { member: TeamMember; standing: MemberAccess }) =>
    call(teamUsersApi.update, { params: params(member), body: standing }),
  );
export const useResend = () =>
  useTeamWrite((member: TeamMember) => call(teamUsersApi.resend, { params: params(member) }));
export const useRemoveMember = () =>
  useTeamWrite((member: TeamMember) => call(teamUsersApi.remove, { params: params(member) }));

/** The former owner loses permissions, so the current user is refetched too. */
export function useMakeOwner() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ member, body }: { member: TeamMember; body: OwnershipTransfer }) =>
      call(teamUsersApi.makeOwner, { params: params(member), body }),
    onSuccess: () =>
      Promise.all([LIST, currentUserQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
