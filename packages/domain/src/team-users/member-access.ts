import type { TeamRole } from '@poklik/contract/roles';

/** Whether somebody decides about a member of a role: the owner about everybody else, an administrator about who is none. */
export function canManage(own: TeamRole, other: TeamRole): boolean {
  if (other === 'OWNER') return false;
  return own === 'OWNER' || (own === 'ADMIN' && other !== 'ADMIN');
}

interface MemberGrant {
  campaignIds: readonly number[] | null;
  canSeeMoney: boolean;
  canExport: boolean;
}

/** Nobody gives what they do not have. */
export const isWithinOwnAccess = (given: MemberGrant, own: MemberGrant): boolean =>
  (own.canSeeMoney || !given.canSeeMoney) &&
  (own.canExport || !given.canExport) &&
  (own.campaignIds === null || (given.campaignIds?.every((id) => own.campaignIds?.includes(id)) ?? false));
