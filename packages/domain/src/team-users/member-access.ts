import type { TeamRole } from '@poklik/contract/roles';

/** Owners manage everyone else; admins manage everyone except owners and admins. */
export function canManage(own: TeamRole, other: TeamRole): boolean {
  if (other === 'OWNER') return false;
  return own === 'OWNER' || (own === 'ADMIN' && other !== 'ADMIN');
}

interface MemberGrant {
  campaignIds: readonly number[] | null;
  canSeeMoney: boolean;
  canExport: boolean;
}

/** Members can't grant access that they don't have. */
export const isWithinOwnAccess = (given: MemberGrant, own: MemberGrant): boolean =>
  (own.canSeeMoney || !given.canSeeMoney) &&
  (own.canExport || !given.canExport) &&
  (own.campaignIds === null || (given.campaignIds?.every((id) => own.campaignIds?.includes(id)) ?? false));
