import type { TeamMember, teamUsersApi } from '@poklik/contract/team-users';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import type { AuthTools } from '../auth/auth.service.ts';
import { getLimits } from '../billing/billing.service.ts';
import { transferOwnership } from './ownership.service.ts';
import { listMembers, type MemberRow } from './team-users.repo.ts';
import { changeMember, inviteMember, removeMember, resendInvitation } from './team-users.service.ts';

export const teamUsersRoutes = (services: Services, tools: AuthTools): Handlers<typeof teamUsersApi> => {
  const { db } = services;
  const { throttle } = tools;
  return {
    list: async (caller) => {
      const [rows, { seatsMax }] = await Promise.all([
        listMembers(db, caller.accountId),
        getLimits(db, caller.accountId),
      ]);
      const members = rows.map((row) => toTeamMember(row, caller));
      return { data: { members, seats: { used: rows.length, limit: seatsMax } } };
    },
    invite: async (caller, { body }) => ({
      data: toTeamMember(await inviteMember(db, throttle, caller, body), caller),
    }),
    update: async (caller, { params, body }) => ({
      data: toTeamMember(await changeMember(db, caller, params.id, body), caller),
    }),
    resend: async (caller, { params }) => {
      await resendInvitation(db, throttle, caller, params.id);
      return { message: translator(caller.language)('done.invitation_sent') };
    },
    makeOwner: async (caller, { params, body }) => {
      const email = await transferOwnership(services, tools, caller, params.id, body);
      return { message: translator(caller.language)('done.owner_changed', { email }) };
    },
    remove: async (caller, { params }) => {
      await removeMember(db, caller, params.id);
      return { message: translator(caller.language)('done.member_removed') };
    },
  };
};

const toTeamMember = ({ member, campaignIds, user }: MemberRow, caller: Caller): TeamMember => ({
  id: member.id,
  email: user?.email ?? member.email,
  name: user?.name ?? '',
  role: member.role,
  status: user ? 'active' : 'invited',
  campaign_ids: campaignIds?.map(Number) ?? null,
  can_see_money: member.canSeeMoney,
  can_export: member.canExport,
  can_edit_profile: member.canEditProfile,
  is_you: user?.id === caller.userId,
  expires_at: user ? null : (member.inviteExpiresAt?.toISOString() ?? null),
  last_login_at: user?.lastLoginAt?.toISOString() ?? null,
  created_at: member.createdAt.toISOString(),
});
