import { AppError } from '@poklik/contract/errors';
import { ROLES, Role } from '@poklik/contract/roles';
import { permissionsOf, requiresSecondFactor } from '@poklik/domain/auth/role-permissions';
import { IMPERSONATION_MS, isSessionActive } from '@poklik/domain/auth/session-lifetime';
import type { Config } from '../../config.ts';
import type { Authenticate, Caller } from '../../http/caller.ts';
import { generateSecret, hashSecret } from '../../secret.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listPendingDocuments } from '../legal/acceptances.service.ts';
import { findSession, findUser, insertSession, revokeSession, touchSession } from './auth.repo.ts';

/** Limits how often `lastSeenAt` is written, so that not every request causes a write. */
const LAST_SEEN_INTERVAL_MS = 60_000;

/** Never cached: a revoked session must fail on its next request. */
export const createSessionAuthenticator =
  (db: Database, config: Pick<Config, 'requireStaffTwoFactor' | 'legal'>): Authenticate =>
  async (token) => {
    const found = await findSession(db, hashSecret(token));
    if (!found) return null;
    const { session, user, member, operator } = found;
    const role = Role.parse(user.role);
    const now = new Date();
    // Blocking the owner blocks the whole team.
    if (user.status !== 'active' || found.ownerStatus !== 'active') return null;
    // The impersonating operator must still be an active operator.
    if (operator && (operator.status !== 'active' || operator.role !== ROLES.SUPER_ADMIN)) return null;
    const isImpersonated = operator !== null;
    if (!isSessionActive({ ...session, isImpersonated }, role, now)) return null;
    if (now.getTime() - session.lastSeenAt.getTime() > LAST_SEEN_INTERVAL_MS) await touchSession(db, session.id);
    const lacksSecondFactor =
      config.requireStaffTwoFactor && !isImpersonated && requiresSecondFactor(role) && found.twoFactorAt === null;
    const lacksAcceptance =
      member.role === 'OWNER' &&
      role === ROLES.USER &&
      !isImpersonated &&
      (await listPendingDocuments(db, config.legal, user.id, now)).length > 0;
    const { role: teamRole, campaignIds, canSeeMoney, canExport, canEditProfile } = member;
    return {
      userId: user.id,
      accountId: user.accountId,
      campaignIds,
      sessionId: session.id,
      apiToken: null,
      role,
      teamRole,
      permissions: permissionsOf({
        ...{ role, teamRole, canEditProfile, canSeeMoney, isImpersonated, lacksSecondFactor, lacksAcceptance },
      }),
      lacksSecondFactor,
      lacksAcceptance,
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

/** Records every change made by an impersonating operator in the account's audit log. */
export const recordImpersonatedChange =
  (db: Database) =>
  (caller: Caller, { method, url }: { method: string; url: string }): Promise<void> =>
    recordAudit(db, {
      ...impersonationEvent(caller, 'impersonation.acted', new URL(url, 'http://host').pathname),
      after: { method },
    });

export async function createImpersonationSession(tx: Database, operator: Caller, userId: number): Promise<string> {
  const { secret, hash } = generateSecret();
  const { ip, userAgent, userId: impersonatorId } = operator;
  await insertSession(tx, { userId, tokenHash: hash, ip, userAgent, impersonatorId });
  return secret;
}

export async function requireVerifiedEmail(tx: Database, { userId }: Pick<Caller, 'userId'>): Promise<void> {
  if ((await findUser(tx, userId))?.emailVerifiedAt == null) throw new AppError('email_not_verified');
}
