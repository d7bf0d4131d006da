import { randomBytes } from 'node:crypto';
import type { PasswordReset, Registration, SignUpRules } from '@poklik/contract/auth';
import { PASSWORD_MAX, PASSWORD_MIN } from '@poklik/contract/auth';
import { AppError, invalidField } from '@poklik/contract/errors';
import { DEFAULT_LANGUAGE, type Language } from '@poklik/contract/language';
import { ROLES, type Role } from '@poklik/contract/roles';
import { passwordProblems } from '@poklik/domain/auth/password-rules';
import { signUpRejection } from '@poklik/domain/auth/sign-up-rules';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type { Caller, Visitor } from '../../http/caller.ts';
import { hashSecret } from '../../secret.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { enqueue } from '../../stores/queue.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { acceptCurrentDocuments, findTerms } from '../legal/acceptances.service.ts';
import { notifyUser } from '../notifications/notifications.service.ts';
import { findValidInvitation, joinTeam, switchTeam } from '../team-users/team-users.service.ts';
import {
  consumeLinkToken,
  countSuperAdmins,
  findLinkToken,
  findUser,
  findUserByEmail,
  findUserByReferralCode,
  insertAccountWithUser,
  insertUser,
  markEmailVerified,
  moveUserToAccount,
  revokeSessionsOfUser,
  type User,
  updatePasswordHash,
} from './auth.repo.ts';
import type { LoginThrottle } from './login-throttle.service.ts';
import { isCommonPassword, type PasswordHasher } from './passwords.ts';

export interface AuthTools {
  passwords: PasswordHasher;
  throttle: LoginThrottle;
}

export async function getOwnUser(db: Database, { userId }: Pick<Caller, 'userId'>): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw new AppError('unauthenticated');
  return user;
}

/** Asks for the password again before changes that a stolen session must not make. */
export async function confirmPassword(
  services: Services,
  tools: AuthTools,
  caller: Pick<Caller, 'userId' | 'ip'>,
  password: string,
  field = 'password',
): Promise<User> {
  const user = await getOwnUser(services.db, caller);
  await tools.throttle.consumePasswordAttempt(user.email, caller.ip);
  if (!(await tools.passwords.verify(user.passwordHash, password))) {
    await tools.throttle.onFailure(user.email, caller.ip);
    throw invalidField(field, 'password_wrong');
  }
  await tools.throttle.onSuccess(user.email, caller.ip);
  return user;
}

export async function getSignUpRules(
  services: Services,
  query: { ref?: string | undefined; setup?: string | undefined; invite?: string | undefined },
  language: Language,
): Promise<SignUpRules> {
  const { policy, domains } = services.config.signUp;
  const { invite } = query;
  const invitation = invite === undefined ? null : await findValidInvitation(services.db, hashSecret(invite));
  const referrer = query.ref === undefined ? null : await findUserByReferralCode(services.db, query.ref);
  return {
    policy,
    domains: [...domains],
    password: { min_length: PASSWORD_MIN, max_length: PASSWORD_MAX },
    referrer: referrer && { name: referrer.name },
    setup: query.setup !== undefined && (await isSetupLinkValid(services.db, query.setup)),
    invitation: invitation && {
      email: invitation.member.email,
      role: invitation.member.role,
      owner: invitation.owner.name || invitation.owner.email,
    },
    terms: findTerms(services.config, language),
  };
}

async function isSetupLinkValid(db: Database, setupToken: string): Promise<boolean> {
  const link = await findLinkToken(db, 'set_up', hashSecret(setupToken));
  return link !== null && !link.isUsed && !link.isExpired;
}

/** Answers the same for known addresses and emails their owner instead, so that registration does not reveal accounts. */
export async function register(services: Services, tools: AuthTools, visitor: Visitor, form: Registration) {
  if (form.setup_token !== undefined) return createFirstOperator(services, tools, visitor, form, form.setup_token);
  requireTerms(services, visitor, form);
  if (form.invite_token !== undefined) return acceptInvitation(services, tools, visitor, form, form.invite_token);
  await tools.throttle.consumeSignUp(visitor.ip);
  const { policy, domains } = services.config.signUp;
  const referrer = form.ref === undefined ? null : await findUserByReferralCode(services.db, form.ref);
  const rejection = signUpRejection(policy, domains, { email: form.email, isReferred: referrer !== null });
  if (rejection && 'code' in rejection) throw new AppError(rejection.code);
  if (rejection) throw invalidField(rejection.field, rejection.problem);
  checkNewPassword(services, form.password, form.email);
  const newUserRow = {
    ...(await buildNewUser(tools, visitor, form, { role: ROLES.USER, referredById: referrer?.id ?? null })),
    ...acceptedTerms(services, visitor),
  };
  await services.db.transaction(async (tx) => {
    const created = await insertAccountWithUser(tx, newUserRow);
    if (created) await acceptCurrentDocuments(tx, services.config, created.id, visitor);
    if (created) await enqueue(tx, 'send_verification', { email: created.email });
    else await enqueue(tx, 'send_account_exists', { email: form.email });
  });
}

function requireTerms({ config }: Services, { language }: Visitor, form: Registration): void {
  if (findTerms(config, language) === null || form.accept_terms === true) return;
  throw invalidField('accept_terms', 'terms_not_accepted');
}

function acceptedTerms({ config }: Services, { language }: Visitor) {
  const terms = findTerms(config, language);
  return terms === null ? {} : { termsVersion: terms.version, termsAcceptedAt: new Date() };
}

/** The email address counts as verified, because the invitation was sent to it. */
async function acceptInvitation(
  services: Services,
  tools: AuthTools,
  visitor: Visitor,
  form: Registration,
  inviteToken: string,
) {
  const invitation = await findValidInvitation(services.db, hashSecret(inviteToken));
  if (!invitation || invitation.member.email !== form.email) throw new AppError('link_invalid');
  checkNewPassword(services, form.password, form.email);
  const newUserRow = {
    ...(await buildNewUser(tools, visitor, form, { role: ROLES.USER, referredById: null })),
    ...acceptedTerms(services, visitor),
  };
  const { member: seat } = invitation;
  const { accountId } = seat;
  await services.db.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, form.email);
    if (!existing) {
      const joined = await insertUser(tx, { ...newUserRow, accountId, emailVerifiedAt: new Date() });
      await acceptCurrentDocuments(tx, services.config, joined.id, visitor);
      return joinTeam(tx, seat, joined.id);
    }
    await switchTeam(tx, seat, existing);
    await moveUserToAccount(tx, existing.id, {
      accountId,
      passwordHash: newUserRow.passwordHash,
      name: form.name || existing.name,
      ...acceptedTerms(services, visitor),
    });
    await acceptCurrentDocuments(tx, services.config, existing.id, visitor);
  });
}

/** The one-time setup link creates the first operator, and works only while there is none. */
async function createFirstOperator(
  services: Services,
  tools: AuthTools,
  visitor: Visitor,
  form: Registration,
  setupToken: string,
) {
  if (!(await isSetupLinkValid(services.db, setupToken))) throw new AppError('link_invalid');
  checkNewPassword(services, form.password, form.email);
  const operator = await buildNewUser(tools, visitor, form, { role: ROLES.SUPER_ADMIN, referredById: null });
  await services.db.transaction(async (tx) => {
    if (!(await consumeLinkToken(tx, 'set_up', hashSecret(setupToken)))) throw new AppError('link_invalid');
    const isFirst = (await countSuperAdmins(tx)) === 0;
    const created = isFirst && (await insertAccountWithUser(tx, { ...operator, emailVerifiedAt: new Date() }));
    if (!created) throw new AppError('link_invalid');
  });
}

/** Returns null when the email address is taken. */
export async function createVerifiedUser(
  db: Database,
  passwords: PasswordHasher,
  { password, ...person }: { email: string; password: string; name: string; role: Role; timezone?: string },
): Promise<User | null> {
  return insertAccountWithUser(db, {
    timezone: 'UTC',
    ...person,
    passwordHash: await passwords.hash(password),
    locale: DEFAULT_LANGUAGE,
    referralCode: generateReferralCode(),
    referredById: null,
    emailVerifiedAt: new Date(),
    signUpIp: null,
  });
}

async function buildNewUser(
  tools: AuthTools,
  visitor: Visitor,
  form: Registration,
  attributes: { role: Role; referredById: number | null },
) {
  return {
    ...attributes,
    email: form.email,
    passwordHash: await tools.passwords.hash(form.password),
    name: form.name ?? '',
    locale: visitor.language,
    timezone: form.timezone !== undefined && isTimezone(form.timezone) ? form.timezone : 'UTC',
    referralCode: generateReferralCode(),
    emailVerifiedAt: null,
    signUpIp: visitor.ip,
  };
}

export function checkNewPassword(services: Pick<Services, 'config'>, password: string, email: string): void {
  const isCommon = isCommonPassword(password, services.config.appName);
  const problems = passwordProblems({ password, email, isCommon });
  if (problems.length > 0) throw new AppError('invalid_request', { fields: { password: problems } });
}

/** The worker looks up the user later, so that response and timing do not reveal whether the address is registered. */
export async function requestEmail(
  services: Services,
  tools: AuthTools,
  visitor: Visitor,
  job: 'send_password_reset' | 'send_verification',
  email: string,
): Promise<void> {
  await tools.throttle.consumeEmail(email, visitor.ip);
  await enqueue(services.db, job, { email });
}

export async function resetPassword(
  services: Services,
  tools: AuthTools,
  visitor: Visitor,
  form: PasswordReset,
): Promise<void> {
  const tokenHash = hashSecret(form.token);
  const link = await findLinkToken(services.db, 'reset_password', tokenHash);
  if (!link || link.isUsed || link.userId === null) throw new AppError('link_invalid');
  if (link.isExpired) throw new AppError('link_expired');
  const user = await findUser(services.db, link.userId);
  if (!user || user.email !== form.email) throw new AppError('link_invalid');
  checkNewPassword(services, form.password, form.email);
  const passwordHash = await tools.passwords.hash(form.password);
  await services.db.transaction(async (tx) => {
    if (!(await consumeLinkToken(tx, 'reset_password', tokenHash))) throw new AppError('link_invalid');
    await updatePasswordHash(tx, user.id, passwordHash);
    await revokeSessionsOfUser(tx, user.id);
    await recordAudit(tx, {
      actor: user.id,
      account: user.accountId,
      action: 'password.reset',
      entity: `user:${user.id}`,
      ip: visitor.ip,
    });
    // The reset link was sent by email, so using it verifies the address.
    await markEmailVerified(tx, user.id);
    await notifyUser(tx, user, 'password_changed', {});
    await enqueue(tx, 'send_password_changed', { userId: user.id });
  });
}

/** `language` is null when the link belongs to no known user. */
export async function verifyEmail(
  services: Services,
  userId: string,
  secret: string,
): Promise<{ outcome: 'verified' | 'expired' | 'invalid'; language: Language | null }> {
  const tokenHash = hashSecret(secret);
  const link = await findLinkToken(services.db, 'verify_email', tokenHash);
  if (!link || String(link.userId) !== userId) return { outcome: 'invalid', language: null };
  const user = link.userId === null ? null : await findUser(services.db, link.userId);
  if (!user) return { outcome: 'invalid', language: null };
  // Email clients prefetch links, so opening a used link again is not an error.
  if (link.isUsed) return { outcome: user.emailVerifiedAt ? 'verified' : 'invalid', language: user.locale };
  if (link.isExpired) return { outcome: 'expired', language: user.locale };
  await services.db.transaction(async (tx) => {
    if (await consumeLinkToken(tx, 'verify_email', tokenHash)) await markEmailVerified(tx, user.id);
  });
  return { outcome: 'verified', language: user.locale };
}

const REFERRAL_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generateReferralCode = (): string =>
  Array.from(randomBytes(8), (byte) => REFERRAL_CODE_ALPHABET[byte % REFERRAL_CODE_ALPHABET.length]).join('');
