import { Role } from '@poklik/contract/roles';
import { permissionsOf } from '@poklik/domain/auth/role-permissions';
import { isSessionAlive } from '@poklik/domain/auth/session-life';
import type { Authenticate, Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { findSessionWithUser, revokeSession, touchSession } from './auth.repo.ts';
import { hashSecret } from './secret.ts';

/** Being seen is written down at most this often, so that a busy page does not write on every request. */
const SEEN_EVERY_MS = 60_000;

/** Asked on every request, and never remembered: what is revoked is refused from the next request on. */
export const sessionAuthenticator =
  (db: Database): Authenticate =>
  async (token) => {
    const found = await findSessionWithUser(db, hashSecret(token));
    if (!found) return null;
    const { session, user } = found;
    const role = Role.parse(user.role);
    const now = new Date();
    if (user.status !== 'active' || !isSessionAlive(session, role, now)) return null;
    if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) await touchSession(db, session.id);
    return {
      userId: user.id,
      accountId: user.accountId,
      sessionId: session.id,
      role,
      permissions: permissionsOf({ role, canEditProfile: user.canEditProfile }),
    };
  };

export const signOut = (db: Database, caller: Caller) => revokeSession(db, caller.sessionId);
