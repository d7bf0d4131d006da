import type { TeamRole } from '@poklik/contract/roles';

/** Whether somebody decides about a member of a role: the owner about everybody else, an administrator about who is none. */
export function mayManage(own: TeamRole, other: TeamRole): boolean {
  if (other === 'OWNER') return false;
  return own === 'OWNER' || (own === 'ADMIN' && other !== 'ADMIN');
}

interface Granted {
  campaignIds: readonly number[] | null;
  canSeeMoney: boolean;
  canExport: boolean;
}

/** Nobody gives what they do not have. */
export const isWithin = (given: Granted, own: Granted): boolean =>
  (own.canSeeMoney || !given.canSeeMoney) &&
  (own.canExport || !given.canExport) &&
  (own.campaignIds === null || (given.campaignIds?.every((id) => own.campaignIds?.includes(id)) ?? false));
