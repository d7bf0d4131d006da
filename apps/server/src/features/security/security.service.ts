import { AppError } from '@poklik/contract/errors';
import type { AuthenticatorKey, PasswordAndCode, PasswordChange, Session } from '@poklik/contract/security';
import { deviceName } from '@poklik/domain/auth/device-name';
import { isSessionActive } from '@poklik/domain/auth/session-lifetime';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { enqueue } from '../../stores/queue.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { updatePasswordHash } from '../auth/auth.repo.ts';
import { type AuthTools, checkNewPassword, confirmPassword, getOwnUser } from '../auth/auth.service.ts';
import {
  disableTwoFactor,
  enableTwoFactorWithCode,
  hasTwoFactor,
  regenerateRecoveryCodes,
  startTwoFactorSetup,
  verifyTwoFactor,
} from '../auth/two-factor.service.ts';
import { notifyUser, notifyWithEmail } from '../notifications/notifications.service.ts';
import { listOpenSessions, revokeOtherSessions, revokeSession } from './security.repo.ts';

const SECURITY_TAB = 'profile?tab=security';

const auditEntry = (caller: Caller, action: string, entity = `user:${caller.userId}`) => ({
  actor: caller.userId,
  account: caller.accountId,
  action,
  entity,
  ip: caller.ip,
});

/** Ends all other sessions, which were opened with the old password. */
export async function changePassword(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  form: PasswordChange,
): Promise<void> {
  const user = await confirmPassword(services, tools, caller, form.current_password, 'current_password');
  checkNewPassword(services, form.password, user.email);
  const passwordHash = await tools.passwords.hash(form.password);
  await services.db.transaction(async (tx) => {
    await updatePasswordHash(tx, user.id, passwordHash);
    await revokeOtherSessions(tx, user.id, requireSessionId(caller));
    await recordAudit(tx, auditEntry(caller, 'password.changed'));
    await notifyUser(tx, user, 'password_changed', {});
    await enqueue(tx, 'send_password_changed', { userId: user.id });
  });
}

/** API tokens have no session. */
function requireSessionId({ sessionId }: Caller): number {
  if (sessionId === null) throw new AppError('forbidden');
  return sessionId;
}

export async function listSessions(db: Database, caller: Caller): Promise<Session[]> {
  const now = new Date();
  const rows = await listOpenSessions(db, caller.userId);
  return rows
    .filter((row) => isSessionActive({ ...row, isImpersonated: row.impersonatorId !== null }, caller.role, now))
    .map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      ip: row.ip,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      is_current: row.id === caller.sessionId,
      is_operator: row.impersonatorId !== null,
    }));
}

export const endSession = (db: Database, caller: Caller, sessionId: number): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = await revokeSession(tx, caller.userId, sessionId);
    if (!ended) throw new AppError('not_found');
    await recordAudit(tx, {
      ...auditEntry(caller, 'session.ended', `session:${sessionId}`),
      before: { device: deviceName(ended.userAgent), ip: ended.ip },
    });
  });

export const endOtherSessions = (db: Database, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    const count = await revokeOtherSessions(tx, caller.userId, requireSessionId(caller));
    if (count > 0) await recordAudit(tx, { ...auditEntry(caller, 'session.others_ended'), after: { count } });
  });

export async function startTwoFactor(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  password: string,
): Promise<AuthenticatorKey> {
  return startTwoFactorSetup(services, await confirmPassword(services, tools, caller, password));
}

export async function confirmTwoFactor(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const user = await getOwnUser(services.db, caller);
  return enableTwoFactorWithCode(services, tools.throttle, user, code, async (tx) => {
    await recordAudit(tx, auditEntry(caller, 'two_factor.enabled'));
    await notifyWithEmail(tx, user, 'two_factor_on', {}, SECURITY_TAB);
  });
}

/** Asks for the password and a code again, so that an unattended session cannot weaken the account. */
async function verifyPasswordAndCode(services: Services, tools: AuthTools, caller: Caller, form: PasswordAndCode) {
  const user = await confirmPassword(services, tools, caller, form.password);
  if (!(await hasTwoFactor(services.db, user.id))) throw new AppError('status_conflict');
  await verifyTwoFactor(services, tools.throttle, user, form.code);
  return user;
}

export async function turnOffTwoFactor(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  form: PasswordAndCode,
): Promise<void> {
  const user = await verifyPasswordAndCode(services, tools, caller, form);
  await services.db.transaction(async (tx) => {
    await disableTwoFactor(tx, user.id);
    await recordAudit(tx, auditEntry(caller, 'two_factor.disabled'));
    await notifyWithEmail(tx, user, 'two_factor_off', {}, SECURITY_TAB);
  });
}

export async function renewRecoveryCodes(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  form: PasswordAndCode,
): Promise<string[]> {
  const user = await verifyPasswordAndCode(services, tools, caller, form);
  return services.db.transaction(async (tx) => {
    const codes = await regenerateRecoveryCodes(services, tx, user.id);
    await recordAudit(tx, auditEntry(caller, 'recovery_codes.renewed'));
    await notifyWithEmail(tx, user, 'recovery_codes_renewed', {}, SECURITY_TAB);
    return codes;
  });
}
