import { AppError } from '@poklik/contract/errors';
import { ROLES, Role } from '@poklik/contract/roles';
import { permissionsOf, requiresSecondFactor } from '@poklik/domain/auth/role-permissions';
import { IMPERSONATION_MS, isSessionActive } from '@poklik/domain/auth/session-lifetime';
import type { Config } from '../../config.ts';
import { createGathering } from '../../gathering.ts';
import type { Authenticate, Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  findSession,
  findUser,
  insertSession,
  markEmailVerified,
  revokeSession,
  revokeSessionsOfUser,
  touchSession,
} from './auth.repo.ts';
import { generateSecret, hashSecret } from './secret.ts';

/** Tokens of programs are made and kept like those of sessions. */
export { generateSecret as newSecret, hashSecret };

/** Being seen is written down at most this often, so that a busy page does not write on every request. */
const LAST_SEEN_INTERVAL_MS = 60_000;

/** Asked on every request, and never remembered: what is revoked is refused from the next request on. */
export const createSessionAuthenticator =
  (
    db: Database,
    { staffNeedsTwoFactor }: Pick<Config, 'staffNeedsTwoFactor'>,
    // The calls of a screen arrive together, and each of them with the same token.
    batch = createGathering<Awaited<ReturnType<typeof findSession>>>(),
  ): Authenticate =>
  async (token) => {
    const hash = hashSecret(token);
    const found = await batch(hash, () => findSession(db, hash));
    if (!found) return null;
    const { session, user, member, operator } = found;
    const role = Role.parse(user.role);
    const now = new Date();
    // A blocked owner takes the whole team along.
    if (user.status !== 'active' || found.ownerStatus !== 'active') return null;
    // Who acts in somebody's name must still be who may.
    if (operator && (operator.status !== 'active' || operator.role !== ROLES.SUPER_ADMIN)) return null;
    const isImpersonated = operator !== null;
    if (!isSessionActive({ ...session, isImpersonated }, role, now)) return null;
    if (now.getTime() - session.lastSeenAt.getTime() > LAST_SEEN_INTERVAL_MS) await touchSession(db, session.id);
    const lacksSecondFactor =
      staffNeedsTwoFactor && !isImpersonated && requiresSecondFactor(role) && found.twoFactorAt === null;
    const { role: teamRole, campaignIds, canSeeMoney, canExport, canEditProfile } = member;
    return {
      userId: user.id,
      accountId: user.accountId,
      campaignIds,
      sessionId: session.id,
      apiToken: null,
      role,
      teamRole,
      permissions: permissionsOf({ role, teamRole, canEditProfile, canSeeMoney, isImpersonated, lacksSecondFactor }),
      lacksSecondFactor,
      canSeeMoney,
      canExport,
      impersonation: operator && {
        operatorId: operator.id,
        until: new Date(session.createdAt.getTime() + IMPERSONATION_MS),
      },
    };
  };

export const logout = (db: Database, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    if (caller.sessionId !== null) await revokeSession(tx, caller.sessionId);
    if (caller.impersonation)
      await recordAudit(tx, impersonationEvent(caller, 'impersonation.ended', `user:${caller.userId}`));
  });

const impersonationEvent = ({ userId, accountId, impersonation, ip }: Caller, action: string, entity: string) => ({
  actor: userId,
  impersonator: impersonation?.operatorId ?? null,
  account: accountId,
  action,
  entity,
  ip,
});

/** Whatever the operator changes in somebody's name is in the log of the account. */
export const recordImpersonatedChange =
  (db: Database) =>
  (caller: Caller, { method, url }: { method: string; url: string }): Promise<void> =>
    recordAudit(db, {
      ...impersonationEvent(caller, 'impersonation.acted', new URL(url, 'http://host').pathname),
      after: { method },
    });

export const revokeSessions = (tx: Database, userId: number) => revokeSessionsOfUser(tx, userId);

export const verifyEmailAddress = (tx: Database, userId: number) => markEmailVerified(tx, userId);

/** A session of somebody else in the hands of the operator. */
export async function createImpersonationSession(tx: Database, operator: Caller, userId: number): Promise<string> {
  const { secret, hash } = generateSecret();
  const { ip, userAgent, userId: impersonatorId } = operator;
  await insertSession(tx, { userId, tokenHash: hash, ip, userAgent, impersonatorId });
  return secret;
}

/** For what only somebody with a proven address may do. */
export async function requireVerifiedEmail(tx: Database, { userId }: Pick<Caller, 'userId'>): Promise<void> {
  if ((await findUser(tx, userId))?.emailVerifiedAt == null) throw new AppError('email_not_verified');
}
