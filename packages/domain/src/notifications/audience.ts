import { ROLES, type Role } from '@poklik/contract/roles';

export interface Reader {
  role: Role;
  joinedAt: Date;
  /** The plan of the account, which team members share with its owner. */
  tariffId: number;
  tariffSince: Date;
}

/** Announcements from `since` on, to one role or one plan, or to everyone if both are null. */
export interface Audience {
  role: Role | null;
  tariffId: number | null;
  since: Date;
}

/**
 * The audiences of a user; null for the operator, who sees every announcement. Announcements from before the user
 * joined or the account got its plan are excluded, and so are those to an earlier plan.
 */
export function readerAudiences({ role, joinedAt, tariffId, tariffSince }: Reader): Audience[] | null {
  if (role === ROLES.SUPER_ADMIN) return null;
  return [
    { role: null, tariffId: null, since: joinedAt },
    { role, tariffId: null, since: joinedAt },
    { role: null, tariffId, since: tariffSince > joinedAt ? tariffSince : joinedAt },
  ];
}
