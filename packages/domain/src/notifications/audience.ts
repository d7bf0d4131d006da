import { ROLES, type Role } from '@poklik/contract/roles';

export interface Reader {
  role: Role;
  joinedAt: Date;
  /** Of the account, which team members share with its owner. */
  tariffId: number;
  tariffSince: Date;
}

/** Announcements to one role or one plan, or to everyone where both are null, from a moment on. */
export interface Audience {
  role: Role | null;
  tariffId: number | null;
  since: Date;
}

/**
 * The audiences that a reader belongs to; null for the operator, who sees every announcement.
 * What was announced before the reader joined or the account got its plan is old news and is left out,
 * and what was announced to an earlier plan no longer concerns them.
 */
export function readerAudiences({ role, joinedAt, tariffId, tariffSince }: Reader): Audience[] | null {
  if (role === ROLES.SUPER_ADMIN) return null;
  return [
    { role: null, tariffId: null, since: joinedAt },
    { role, tariffId: null, since: joinedAt },
    { role: null, tariffId, since: tariffSince > joinedAt ? tariffSince : joinedAt },
  ];
}
