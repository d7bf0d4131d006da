import { AppError } from '@poklik/contract/errors';
import { ROLES } from '@poklik/contract/roles';
import type { UserChanges } from '@poklik/contract/users';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { markEmailVerified, revokeSessionsOfUser } from '../auth/auth.repo.ts';
import { createImpersonationSession } from '../auth/session.service.ts';
import { disableTwoFactor } from '../auth/two-factor.service.ts';
import { notifyUser, notifyWithEmail } from '../notifications/notifications.service.ts';
import { countOtherOperators, findListedUser, lockOperators, type UserRow, updateRoleAndStatus } from './users.repo.ts';

export async function getUser(db: Database, userId: number): Promise<UserRow> {
  const row = await findListedUser(db, userId);
  if (!row) throw new AppError('not_found');
  return row;
}

const auditEntry = (caller: Caller, { user }: UserRow, action: string) => ({
  actor: caller.userId,
  account: user.accountId,
  action,
  entity: `user:${user.id}`,
  ip: caller.ip,
});

/** Only if there is a reason; the user sees it in the activity log. */
export const because = (reason: string | undefined) => (reason === undefined ? null : { reason });

/** Users cannot change themselves, and the last operator cannot be demoted, even by concurrent calls. */
export const changeUser = (db: Database, caller: Caller, userId: number, changes: UserChanges): Promise<UserRow> =>
  db.transaction(async (tx) => {
    await lockOperators(tx);
    const before = await getUser(tx, userId);
    if (userId === caller.userId) throw new AppError('own_user');
    const { role = before.user.role, status = before.user.status } = changes;
    if (role === before.user.role && status === before.user.status) return before;
    if (role !== before.user.role && before.teamRole !== 'OWNER') throw new AppError('team_member');
    const staysOperator = role === ROLES.SUPER_ADMIN && status === 'active';
    if (before.user.role === ROLES.SUPER_ADMIN && !staysOperator && (await countOtherOperators(tx, userId)) === 0)
      throw new AppError('last_super_admin');
    await updateRoleAndStatus(tx, userId, changes);
    await revokeSessionsOfUser(tx, userId);
    await recordAudit(tx, {
      ...auditEntry(caller, before, 'user.changed'),
      before: { role: before.user.role, status: before.user.status },
      after: { role, status, ...because(changes.reason) },
    });
    return getUser(tx, userId);
  });

/** The lock keeps the answer valid until the transaction ends. */
export async function isLastOperator(
  tx: Database,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
): Promise<boolean> {
  if (role !== ROLES.SUPER_ADMIN) return false;
  await lockOperators(tx);
  return (await countOtherOperators(tx, userId)) === 0;
}

/** Logs the operator in as a customer, who is notified and sees it in the activity log. */
export const impersonate = (
  db: Database,
  caller: Caller,
  userId: number,
  why: { reason: string } | { help_request: number } | null,
): Promise<{ token: string }> =>
  db.transaction(async (tx) => {
    const row = await getUser(tx, userId);
    const { user, owner } = row;
    if (user.role === ROLES.SUPER_ADMIN) throw new AppError('impersonation_refused');
    if (user.status === 'blocked' || owner.status === 'blocked') throw new AppError('account_blocked');
    const token = await createImpersonationSession(tx, caller, user.id);
    await notifyUser(tx, user, 'impersonated', {});
    await recordAudit(tx, {
      ...auditEntry(caller, row, 'impersonation.started'),
      actor: user.id,
      impersonator: caller.userId,
      after: why,
    });
    return { token };
  });

export const verifyUser = (
  db: Database,
  caller: Caller,
  userId: number,
  reason?: string,
): Promise<{ row: UserRow; wasVerified: boolean }> =>
  db.transaction(async (tx) => {
    const before = await getUser(tx, userId);
    if (before.user.emailVerifiedAt !== null) return { row: before, wasVerified: true };
    await markEmailVerified(tx, userId);
    await recordAudit(tx, { ...auditEntry(caller, before, 'user.verified'), after: because(reason) });
    return { row: await getUser(tx, userId), wasVerified: false };
  });

/** For users who lost both authenticator and recovery codes. Operators turn off their own with a code. */
export const resetTwoFactor = (db: Database, caller: Caller, userId: number, reason: string): Promise<UserRow> =>
  db.transaction(async (tx) => {
    const before = await getUser(tx, userId);
    if (userId === caller.userId) throw new AppError('own_user');
    await disableTwoFactor(tx, userId);
    await revokeSessionsOfUser(tx, userId);
    await recordAudit(tx, { ...auditEntry(caller, before, 'two_factor.reset'), after: { reason } });
    await notifyWithEmail(tx, before.user, 'two_factor_reset', { reason }, 'profile?tab=security');
    return getUser(tx, userId);
  });
