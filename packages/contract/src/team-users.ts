import * as z from 'zod/mini';
import { OneTimeCode, OwnPassword } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Done, Email, Id, IdParams, Timestamp } from './fields.ts';
import { TeamRole } from './roles.ts';

export const INVITATION_HOURS = 72;
const CAMPAIGNS_MAX = 1000;

/** Every role but the owner. */
export const INVITED_ROLES = ['ADMIN', 'EDITOR', 'VIEWER', 'BILLING'] as const;
export const InvitedRole = z.enum(INVITED_ROLES);
export type InvitedRole = z.infer<typeof InvitedRole>;

export const TeamMember = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: TeamRole,
  status: z.enum(['invited', 'active']),
  /** Null for all campaigns of the account. */
  campaign_ids: z.nullable(z.array(Id)),
  can_see_money: z.boolean(),
  can_export: z.boolean(),
  can_edit_profile: z.boolean(),
  is_you: z.boolean(),
  /** When the pending invitation expires. */
  expires_at: z.nullable(Timestamp),
  last_login_at: z.nullable(Timestamp),
  created_at: Timestamp,
});
export type TeamMember = z.infer<typeof TeamMember>;

const memberAccess = {
  role: InvitedRole,
  campaign_ids: z._default(
    z.nullable(z.array(Id).check(z.minLength(1, 'scopes_missing'), z.maxLength(CAMPAIGNS_MAX))),
    null,
  ),
  can_see_money: z._default(z.boolean(), true),
  can_export: z._default(z.boolean(), true),
  can_edit_profile: z._default(z.boolean(), true),
};
export const MemberAccess = z.object(memberAccess);
export type MemberAccess = z.infer<typeof MemberAccess>;
export const Invitation = z.object({ email: Email, ...memberAccess });
export type Invitation = z.infer<typeof Invitation>;

/** The password again, and a code if two-factor authentication is on, because a transfer hands over everything in the account. */
export const OwnershipTransfer = z.object({ password: OwnPassword, code: z.optional(OneTimeCode) });
export type OwnershipTransfer = z.infer<typeof OwnershipTransfer>;

export const teamUsersApi = {
  list: endpoint({
    method: 'GET',
    path: '/team_users',
    access: 'team:read',
    summary: 'Lists team members and pending invitations, with the plan’s seat limit.',
    response: z.object({
      data: z.object({
        members: z.array(TeamMember),
        seats: z.object({ used: z.int(), limit: z.nullable(z.int()) }),
      }),
    }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/team_users',
    access: 'team:write',
    feature: 'team',
    summary: 'Invites someone to the team by email.',
    body: Invitation,
    status: 201,
    response: z.object({ data: TeamMember }),
    errors: ['email_not_verified', 'tariff_limit_reached', 'role_out_of_reach', 'too_many_requests'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/team_users/{id}',
    access: 'team:write',
    summary: 'Changes a member’s role, campaigns and permissions.',
    params: IdParams,
    body: MemberAccess,
    response: z.object({ data: TeamMember }),
    errors: ['role_out_of_reach'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/team_users/{id}/resend',
    access: 'team:write',
    summary: 'Resends an invitation. The earlier link stops working.',
    params: IdParams,
    response: Done,
    errors: ['role_out_of_reach', 'too_many_requests'],
  }),
  makeOwner: endpoint({
    method: 'POST',
    path: '/team_users/{id}/make_owner',
    access: 'account:transfer',
    summary: 'Transfers ownership of the account to a member. The previous owner becomes an admin.',
    params: IdParams,
    body: OwnershipTransfer,
    response: Done,
    errors: ['status_conflict', 'too_many_requests'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/team_users/{id}',
    access: 'team:write',
    summary: 'Revokes an invitation or removes a member from the team immediately.',
    params: IdParams,
    response: Done,
    errors: ['role_out_of_reach'],
  }),
};
