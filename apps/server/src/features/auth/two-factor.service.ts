import { randomInt } from 'node:crypto';
import { AppError, invalidField } from '@poklik/contract/errors';
import { RECOVERY_CODES } from '@poklik/contract/security';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import type { LoginThrottle } from './login-throttle.service.ts';
import { authenticatorUri, findStepForCode, generateTotpSecret } from './totp.ts';
import {
  claimRecoveryCode,
  claimTotpStep,
  countRecoveryCodes,
  enableTwoFactor,
  findTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  upsertPendingTwoFactor,
} from './two-factor.repo.ts';

interface TwoFactorUser {
  id: number;
  accountId: number;
  email: string;
}

/** Without characters that are easily confused. */
const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

export const hasTwoFactor = async (db: Database, userId: number): Promise<boolean> =>
  (await findTwoFactor(db, userId))?.enabledAt != null;

export async function getTwoFactorStatus(db: Database, userId: number) {
  const [found, left] = await Promise.all([findTwoFactor(db, userId), countRecoveryCodes(db, userId)]);
  return { enabledAt: found?.enabledAt ?? null, recoveryCodesLeft: left };
}

/** Accepts an authenticator code or a recovery code, each only once. */
export async function verifyTwoFactor(
  services: Services,
  throttle: LoginThrottle,
  user: TwoFactorUser,
  typed: string,
): Promise<void> {
  await throttle.consumeCodeAttempt(user.id);
  const isRight = (await verifyTotpCode(services, user.id, typed)) || (await redeemRecoveryCode(services, user, typed));
  if (!isRight) throw wrongCodeError();
  await throttle.resetCodeAttempts(user.id);
}

export async function verifyTwoFactorIfEnabled(
  services: Services,
  throttle: LoginThrottle,
  user: TwoFactorUser,
  typed: string | undefined,
): Promise<void> {
  if (!(await hasTwoFactor(services.db, user.id))) return;
  if (typed === undefined) throw invalidField('code', 'required');
  await verifyTwoFactor(services, throttle, user, typed);
}

const wrongCodeError = () => invalidField('code', 'code_wrong');

/** Authenticator apps show codes with a space, which gets copied. */
const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

async function verifyTotpCode({ db, secrets }: Services, userId: number, typed: string): Promise<boolean> {
  const found = await findTwoFactor(db, userId);
  const step = found && findStepForCode(secrets.open(found.sealedSecret), normalizeCode(typed), new Date());
  return step !== null && claimTotpStep(db, userId, step);
}

const redeemRecoveryCode = (services: Services, user: TwoFactorUser, typed: string): Promise<boolean> =>
  services.db.transaction(async (tx) => {
    if (!(await claimRecoveryCode(tx, user.id, recoveryCodeFingerprint(services, user.id, typed)))) return false;
    const left = await countRecoveryCodes(tx, user.id);
    await notifyWithEmail(tx, user, 'recovery_code_used', { left }, 'profile?tab=security');
    return true;
  });

/** Keyed, because the 50 random bits of a code could be brute-forced against a plain hash. */
const recoveryCodeFingerprint = ({ secrets }: Services, userId: number, code: string): string =>
  secrets.fingerprint(`recovery code of ${userId}: ${normalizeCode(code)}`);

/** The secret stays pending until a first code confirms it. */
export async function startTwoFactorSetup(
  services: Services,
  user: TwoFactorUser,
): Promise<{ secret: string; uri: string }> {
  const secret = generateTotpSecret();
  if (!(await upsertPendingTwoFactor(services.db, user.id, services.secrets.seal(secret))))
    throw new AppError('status_conflict');
  return { secret, uri: authenticatorUri(secret, { issuer: services.config.appName, account: user.email }) };
}

/** Runs `andThen` in the same transaction and returns the recovery codes. */
export async function enableTwoFactorWithCode(
  services: Services,
  throttle: LoginThrottle,
  user: TwoFactorUser,
  code: string,
  andThen: (tx: Database) => Promise<void>,
): Promise<string[]> {
  const found = await findTwoFactor(services.db, user.id);
  if (!found || found.enabledAt !== null) throw new AppError('status_conflict');
  await throttle.consumeCodeAttempt(user.id);
  if (!(await verifyTotpCode(services, user.id, code))) throw wrongCodeError();
  await throttle.resetCodeAttempts(user.id);
  return services.db.transaction(async (tx) => {
    if (!(await enableTwoFactor(tx, user.id))) throw new AppError('status_conflict');
    await andThen(tx);
    return regenerateRecoveryCodes(services, tx, user.id);
  });
}

export async function disableTwoFactor(tx: Database, userId: number): Promise<void> {
  if (!(await removeTwoFactor(tx, userId))) throw new AppError('status_conflict');
}

export async function regenerateRecoveryCodes(services: Services, tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryCodeFingerprint(services, userId, code)),
  );
  return codes;
}

function generateRecoveryCode(): string {
  const chars = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return `${chars.slice(0, CODE_LENGTH / 2)}-${chars.slice(CODE_LENGTH / 2)}`;
}
