import { invalidField } from '@poklik/contract/errors';
import type { Language } from '@poklik/contract/language';
import type { EmailChange, EmailOutcome } from '@poklik/contract/security';
import type { Caller } from '../../http/caller.ts';
import { hashSecret } from '../../secret.ts';
import type { Services } from '../../services.ts';
import { enqueue } from '../../stores/queue.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { notifyUser } from '../notifications/notifications.service.ts';
import { consumeLinkToken, findLinkToken, findUser, removeUnusedLinks, updateEmail } from './auth.repo.ts';
import { type AuthTools, confirmPassword } from './auth.service.ts';
import { verifyTwoFactorIfEnabled } from './two-factor.service.ts';

/** The worker checks later whether the address is taken, so that response and timing do not reveal it. */
export async function requestEmailChange(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  form: EmailChange,
): Promise<void> {
  const user = await confirmPassword(services, tools, caller, form.password);
  if (form.email === user.email) throw invalidField('email', 'email_same');
  await verifyTwoFactorIfEnabled(services, tools.throttle, user, form.code);
  await tools.throttle.consumeEmail(form.email, caller.ip);
  await services.db.transaction(async (tx) => {
    await recordAudit(tx, {
      actor: user.id,
      account: user.accountId,
      action: 'email.change_asked',
      entity: `user:${user.id}`,
      before: { email: user.email },
      after: { email: form.email },
      ip: caller.ip,
    });
    await enqueue(tx, 'send_new_address', { userId: user.id, email: form.email });
    await enqueue(tx, 'warn_old_address', { userId: user.id, to: user.email, email: form.email, ip: caller.ip });
  });
}

/** `language` is null when the link belongs to no known user. */
export async function confirmEmailChange(
  { db }: Services,
  userId: string,
  secret: string,
  ip: string,
): Promise<{ outcome: EmailOutcome; language: Language | null }> {
  const tokenHash = hashSecret(secret);
  const link = await findLinkToken(db, 'change_email', tokenHash);
  const user = link && String(link.userId) === userId && link.userId !== null ? await findUser(db, link.userId) : null;
  const email = link?.email;
  if (!link || !user || !email || user.status === 'blocked') return { outcome: 'invalid', language: null };
  const result = (outcome: EmailOutcome) => ({ outcome, language: user.locale });
  // Email clients prefetch links, so opening a used link again is not an error.
  if (link.isUsed) return result(user.email === email ? 'changed' : 'invalid');
  if (link.isExpired) return result('expired');
  try {
    await db.transaction(async (tx) => {
      if (!(await consumeLinkToken(tx, 'change_email', tokenHash))) return;
      await updateEmail(tx, user.id, email);
      await removeUnusedLinks(tx, user.id);
      await recordAudit(tx, {
        actor: user.id,
        account: user.accountId,
        action: 'email.changed',
        entity: `user:${user.id}`,
        before: { email: user.email },
        after: { email },
        ip,
      });
      await notifyUser(tx, user, 'email_changed', { email });
      await enqueue(tx, 'tell_old_address', { userId: user.id, to: user.email, email });
    });
  } catch (error) {
    // Another user registered the address after the email was sent.
    if (isUniqueViolation(error)) return result('invalid');
    throw error;
  }
  return result('changed');
}

const UNIQUE_VIOLATION = '23505';

function isUniqueViolation(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === UNIQUE_VIOLATION || (cause !== undefined && isUniqueViolation(cause));
}
