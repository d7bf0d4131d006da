import { AppError, invalidField } from '@poklik/contract/errors';
import { ROLES, type TeamRole } from '@poklik/contract/roles';
import type { Invitation, MemberAccess } from '@poklik/contract/team-users';
import { roomLeft } from '@poklik/domain/tariffs/limits';
import { canManage, isWithinOwnAccess } from '@poklik/domain/team-users/member-access';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { enqueue } from '../../stores/queue.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { revokeSessionsOfUser } from '../auth/auth.repo.ts';
import { requireVerifiedEmail } from '../auth/session.service.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import {
  acceptInvitation,
  addCampaignToMember,
  addCampaignToToken,
  countCampaigns,
  countMembers,
  findInvitation,
  findMember,
  hasEmptyAccount,
  insertMember,
  type MemberRow,
  moveToOwnAccount,
  removeInvitation,
  removeMembership,
  updateMember,
} from './team-users.repo.ts';

const auditEntry = (caller: Caller, id: number, action: string) => ({
  actor: caller.userId,
  account: caller.accountId,
  action,
  entity: `team_member:${id}`,
  ip: caller.ip,
});

/** Throws when the caller's role cannot manage this member. */
async function getManagedMember(tx: Database, caller: Caller, id: number): Promise<MemberRow> {
  const row = await findMember(tx, caller.accountId, id);
  if (!row) throw new AppError('not_found');
  if (row.member.userId === caller.userId) throw new AppError('role_out_of_reach');
  requireManageableRole(caller, row.member.role);
  return row;
}

function requireManageableRole(caller: Caller, role: TeamRole): void {
  if (!canManage(caller.teamRole, role)) throw new AppError('role_out_of_reach');
}

/** Callers can only grant access that they have, to campaigns that exist. */
async function requireGrantableAccess(tx: Database, caller: Caller, access: MemberAccess): Promise<void> {
  requireManageableRole(caller, access.role);
  const { campaign_ids: campaignIds, can_see_money: canSeeMoney, can_export: canExport } = access;
  if (!isWithinOwnAccess({ campaignIds, canSeeMoney, canExport }, caller)) throw new AppError('role_out_of_reach');
  if (campaignIds === null) return;
  if ((await countCampaigns(tx, caller.accountId, campaignIds)) !== new Set(campaignIds).size)
    throw invalidField('campaign_ids', 'campaign_missing');
}

/** Limits emails to one address, so that invitations cannot be used for spam. */
interface InvitationThrottle {
  consumeEmail(email: string, ip: string): Promise<void>;
}

export const inviteMember = (
  db: Database,
  throttle: InvitationThrottle,
  caller: Caller,
  { email, ...access }: Invitation,
): Promise<MemberRow> =>
  db.transaction(async (tx) => {
    await requireVerifiedEmail(tx, caller);
    await requireGrantableAccess(tx, caller, access);
    const { seatsMax } = await getLimitsForUpdate(tx, caller.accountId);
    if (roomLeft(seatsMax, await countMembers(tx, caller.accountId)) < 1) throw new AppError('tariff_limit_reached');
    const id = await insertMember(tx, caller.accountId, { email, access, invitedById: caller.userId });
    if (id === null) throw invalidField('email', 'already_in_team');
    await throttle.consumeEmail(email, caller.ip);
    await enqueue(tx, 'send_invitation', { memberId: id, language: caller.language });
    await recordAudit(tx, { ...auditEntry(caller, id, 'team_member.invited'), after: { email, ...access } });
    return getMember(tx, caller.accountId, id);
  });

async function getMember(tx: Database, accountId: number, id: number): Promise<MemberRow> {
  const row = await findMember(tx, accountId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Takes effect on the member's next request. */
export const changeMember = (db: Database, caller: Caller, id: number, access: MemberAccess): Promise<MemberRow> =>
  db.transaction(async (tx) => {
    const { member } = await getManagedMember(tx, caller, id);
    await requireGrantableAccess(tx, caller, access);
    await updateMember(tx, id, access);
    const { role, campaignIds, canSeeMoney, canExport, canEditProfile } = member;
    await recordAudit(tx, {
      ...auditEntry(caller, id, 'team_member.changed'),
      before: { role, campaignIds, canSeeMoney, canExport, canEditProfile },
      after: access,
    });
    return getMember(tx, caller.accountId, id);
  });

export const resendInvitation = (
  db: Database,
  throttle: InvitationThrottle,
  caller: Caller,
  id: number,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { member } = await getManagedMember(tx, caller, id);
    if (member.userId !== null) throw new AppError('not_found');
    await throttle.consumeEmail(member.email, caller.ip);
    await enqueue(tx, 'send_invitation', { memberId: id, language: caller.language });
  });

export const removeMember = (db: Database, caller: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await getManagedMember(tx, caller, id);
    const { userId, email } = row.member;
    if (userId === null) await removeInvitation(tx, id);
    else {
      await moveToOwnAccount(tx, row);
      await revokeSessionsOfUser(tx, userId);
    }
    await recordAudit(tx, {
      ...auditEntry(caller, id, 'team_member.removed'),
      before: { email, role: row.member.role },
    });
  });

/** Null when the invitation is missing or expired. */
export async function findValidInvitation(db: Database, tokenHash: string) {
  const found = await findInvitation(db, { tokenHash });
  return found && !found.isExpired ? found : null;
}

interface InvitedMember {
  id: number;
  accountId: number;
}

/** Accepts an invitation; it works once. */
export async function joinTeam(tx: Database, invited: InvitedMember, userId: number): Promise<void> {
  if (!(await acceptInvitation(tx, invited.id, userId))) throw new AppError('link_invalid');
  const entity = `team_member:${invited.id}`;
  await recordAudit(tx, { actor: userId, account: invited.accountId, action: 'team_member.joined', entity });
}

/** Moves an existing user into the team; only an empty account can be left. */
export async function switchTeam(
  tx: Database,
  invited: InvitedMember,
  user: { id: number; accountId: number; role: number },
): Promise<void> {
  const canLeave = user.role === ROLES.USER && (await hasEmptyAccount(tx, user.id, user.accountId));
  if (!canLeave) throw new AppError('address_has_account');
  await removeMembership(tx, user.id);
  await revokeSessionsOfUser(tx, user.id);
  await joinTeam(tx, invited, user.id);
}

/** Users limited to some campaigns keep access to those they create. */
export async function grantCampaignToCreator(
  tx: Database,
  { campaignIds, userId, apiToken }: Pick<Caller, 'campaignIds' | 'userId' | 'apiToken'>,
  campaignId: number,
): Promise<void> {
  if (campaignIds === null) return;
  await addCampaignToMember(tx, userId, campaignId);
  if (apiToken) await addCampaignToToken(tx, apiToken.id, campaignId);
}
