import { ROLES, type Role } from '@poklik/contract/roles';

const HOUR = 3_600_000;

/** How long an impersonation lasts, active or idle. */
export const IMPERSONATION_MS = HOUR;

/** Maximum age and idle time of a session. Staff sessions are shorter. */
const LIFETIME: Record<Role, { longest: number; idle: number }> = {
  [ROLES.USER]: { longest: 7 * 24 * HOUR, idle: 12 * HOUR },
  [ROLES.ADMIN]: { longest: 12 * HOUR, idle: HOUR },
  [ROLES.SUPER_ADMIN]: { longest: 12 * HOUR, idle: HOUR },
};

export interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
  revokedAt: Date | null;
  isImpersonated: boolean;
}

export function isSessionActive(session: SessionTimes, role: Role, now: Date): boolean {
  const { longest, idle } = session.isImpersonated
    ? { longest: IMPERSONATION_MS, idle: IMPERSONATION_MS }
    : LIFETIME[role];
  return (
    session.revokedAt === null &&
    now.getTime() - session.createdAt.getTime() < longest &&
    now.getTime() - session.lastSeenAt.getTime() < idle
  );
}
