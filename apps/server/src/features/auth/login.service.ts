import type { Credentials } from '@poklik/contract/auth';
import { AppError } from '@poklik/contract/errors';
import { deviceName } from '@poklik/domain/auth/device-name';
import type { Visitor } from '../../http/caller.ts';
import { generateSecret } from '../../secret.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { enqueue } from '../../stores/queue.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { notifyUser } from '../notifications/notifications.service.ts';
import {
  findUserByEmail,
  insertSession,
  listUserAgents,
  markLoggedIn,
  type User,
  updatePasswordHash,
} from './auth.repo.ts';
import type { AuthTools } from './auth.service.ts';
import { hasTwoFactor, verifyTwoFactor } from './two-factor.service.ts';

export async function login(services: Services, tools: AuthTools, visitor: Visitor, credentials: Credentials) {
  const { email, password, code } = credentials;
  await tools.throttle.consumePasswordAttempt(email, visitor.ip);
  const user = await findUserByEmail(services.db, email);
  const isRight = await tools.passwords.verify(user?.passwordHash, password);
  if (!user || !isRight) {
    await tools.throttle.onFailure(email, visitor.ip);
    throw new AppError('wrong_credentials');
  }
  if (await hasTwoFactor(services.db, user.id)) await requireCode(services, tools, visitor, user, code);
  await tools.throttle.onSuccess(email, visitor.ip);
  if (user.status === 'blocked') throw new AppError('account_blocked');
  if (tools.passwords.isOutdated(user.passwordHash)) {
    await updatePasswordHash(services.db, user.id, await tools.passwords.hash(password));
  }
  return createSession(services.db, user, visitor);
}

/** A wrong code counts as a failed login, so that a known password does not reset the delay. */
async function requireCode(
  services: Services,
  tools: AuthTools,
  visitor: Visitor,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw new AppError('two_factor_needed');
  try {
    await verifyTwoFactor(services, tools.throttle, user, code);
  } catch (error) {
    await tools.throttle.onFailure(user.email, visitor.ip);
    throw error;
  }
}

async function createSession(db: Database, user: User, visitor: Visitor): Promise<{ token: string }> {
  const { secret, hash } = generateSecret();
  const device = deviceName(visitor.userAgent);
  await db.transaction(async (tx) => {
    const seen = await listUserAgents(tx, user.id);
    await insertSession(tx, { userId: user.id, tokenHash: hash, ip: visitor.ip, userAgent: visitor.userAgent });
    await markLoggedIn(tx, user.id);
    await recordAudit(tx, {
      actor: user.id,
      account: user.accountId,
      action: 'session.started',
      entity: `user:${user.id}`,
      after: { device },
      ip: visitor.ip,
    });
    if (seen.length > 0 && !seen.some((userAgent) => deviceName(userAgent) === device)) {
      await notifyUser(tx, user, 'new_login', { device, ip: visitor.ip });
      await enqueue(tx, 'send_new_login', { userId: user.id, device, ip: visitor.ip });
    }
  });
  return { token: secret };
}
