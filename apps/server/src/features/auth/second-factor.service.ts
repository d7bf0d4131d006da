import { randomInt } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import { RECOVERY_CODES } from '@poklik/contract/security';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { notifyByLetter } from '../notifications/notifications.service.ts';
import type { LoginThrottle } from './login-throttle.ts';
import {
  countRecoveryCodes,
  enableTwoFactor,
  findTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  upsertPendingTwoFactor,
} from './second-factor.repo.ts';
import { authenticatorUri, newTotpSecret, stepOfCode } from './totp.ts';

interface Holder {
  id: number;
  accountId: number;
  email: string;
}

/** Without the signs that people mistake for others. */
const CODE_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

export const hasSecondFactor = async (db: Database, userId: number): Promise<boolean> =>
  (await findTwoFactor(db, userId))?.enabledAt != null;

export async function secondFactorOf(db: Database, userId: number) {
  const [found, left] = await Promise.all([findTwoFactor(db, userId), countRecoveryCodes(db, userId)]);
  return { enabledAt: found?.enabledAt ?? null, recoveryCodesLeft: left };
}

/** A code of the authenticator or one of the recovery codes; none counts twice, and tries are few. */
export async function proveSecondFactor(
  services: Services,
  throttle: LoginThrottle,
  holder: Holder,
  typed: string,
): Promise<void> {
  await throttle.takeCode(holder.id);
  const isRight = (await isFreshCode(services, holder.id, typed)) || (await spendRecoveryCode(services, holder, typed));
  if (!isRight) throw wrongCode();
  await throttle.afterRightCode(holder.id);
}

/** The same for who has turned it on; of the others no code is asked. */
export async function proveSecondFactorIfOn(
  services: Services,
  throttle: LoginThrottle,
  holder: Holder,
  typed: string | undefined,
): Promise<void> {
  if (!(await hasSecondFactor(services.db, holder.id))) return;
  if (typed === undefined) throw new AppError('invalid_request', { fields: { code: [{ key: 'required' }] } });
  await proveSecondFactor(services, throttle, holder, typed);
}

const wrongCode = () => new AppError('invalid_request', { fields: { code: [{ key: 'code_wrong' }] } });

/** People copy codes with the space that authenticators show. */
const bare = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

async function isFreshCode({ db, secrets }: Services, userId: number, typed: string): Promise<boolean> {
  const found = await findTwoFactor(db, userId);
  const step = found && stepOfCode(secrets.open(found.sealedSecret), bare(typed), new Date());
  return step !== null && takeStep(db, userId, step);
}

const spendRecoveryCode = (services: Services, holder: Holder, typed: string): Promise<boolean> =>
  services.db.transaction(async (tx) => {
    if (!(await takeRecoveryCode(tx, holder.id, fingerprintOf(services, holder.id, typed)))) return false;
    const left = await countRecoveryCodes(tx, holder.id);
    await notifyByLetter(tx, holder, 'recovery_code_used', { left }, 'profile?tab=security');
    return true;
  });

/** Keyed, because fifty bits of chance could be tried out against a plain hash. */
const fingerprintOf = ({ secrets }: Services, userId: number, code: string): string =>
  secrets.fingerprint(`recovery code of ${userId}: ${bare(code)}`);

/** A key that counts once a code of it comes back. */
export async function beginSecondFactor(services: Services, holder: Holder): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  if (!(await upsertPendingTwoFactor(services.db, holder.id, services.secrets.seal(secret))))
    throw new AppError('status_conflict');
  return { secret, uri: authenticatorUri(secret, { issuer: services.config.appName, account: holder.email }) };
}

/** `andThen` happens together with it. Answers with the recovery codes. */
export async function finishSecondFactor(
  services: Services,
  throttle: LoginThrottle,
  holder: Holder,
  code: string,
  andThen: (tx: Database) => Promise<void>,
): Promise<string[]> {
  const found = await findTwoFactor(services.db, holder.id);
  if (!found || found.enabledAt !== null) throw new AppError('status_conflict');
  await throttle.takeCode(holder.id);
  if (!(await isFreshCode(services, holder.id, code))) throw wrongCode();
  await throttle.afterRightCode(holder.id);
  return services.db.transaction(async (tx) => {
    if (!(await enableTwoFactor(tx, holder.id))) throw new AppError('status_conflict');
    await andThen(tx);
    return renewCodes(services, tx, holder.id);
  });
}

export async function endSecondFactor(tx: Database, userId: number): Promise<void> {
  if (!(await removeTwoFactor(tx, userId))) throw new AppError('status_conflict');
}

export async function renewCodes(services: Services, tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => fingerprintOf(services, userId, code)),
  );
  return codes;
}

function newRecoveryCode(): string {
  const signs = Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('');
  return `${signs.slice(0, CODE_LENGTH / 2)}-${signs.slice(CODE_LENGTH / 2)}`;
}
