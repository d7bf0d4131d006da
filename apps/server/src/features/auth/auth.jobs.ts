import { RESET_LINK_MINUTES } from '@poklik/contract/auth';
import { EMAIL_LINK_MINUTES } from '@poklik/contract/security';
import * as z from 'zod/mini';
import { composeEmail, type EmailContent } from '../../mail/compose.ts';
import { generateSecret } from '../../secret.ts';
import type { Services } from '../../services.ts';
import { findUser, findUserByEmail, type LinkPurpose, replaceLinkToken, type User } from './auth.repo.ts';

const VERIFY_LINK_HOURS = 24;

const EmailPayload = z.object({ email: z.string() });
const NewEmailPayload = z.object({ userId: z.int(), email: z.string() });
const OldEmailPayload = z.extend(NewEmailPayload, { to: z.string(), ip: z.optional(z.string()) });
const UserPayload = z.object({ userId: z.int() });
const NewLoginPayload = z.object({ userId: z.int(), device: z.string(), ip: z.string() });

/** Link secrets are generated when the email is sent, so that none is ever stored in the queue. */
export const authJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  send_verification: async (payload) => {
    const user = await findUserByEmail(services.db, EmailPayload.parse(payload).email);
    if (!user || user.emailVerifiedAt) return;
    const secret = await createLink(services, user, 'verify_email', VERIFY_LINK_HOURS * 60);
    await sendToUser(services, user, {
      kind: 'verify_email',
      link: `${services.config.publicUrl}/v1/email/verify/${user.id}/${secret}`,
      values: { hours: VERIFY_LINK_HOURS },
    });
  },
  send_password_reset: async (payload) => {
    const user = await findUserByEmail(services.db, EmailPayload.parse(payload).email);
    if (!user || user.status === 'blocked') return;
    const secret = await createLink(services, user, 'reset_password', RESET_LINK_MINUTES);
    await sendToUser(services, user, {
      kind: 'reset_password',
      link: screenUrl(services, user, `password/reset/${secret}?email=${encodeURIComponent(user.email)}`),
      values: { minutes: RESET_LINK_MINUTES },
    });
  },
  send_account_exists: async (payload) => {
    const user = await findUserByEmail(services.db, EmailPayload.parse(payload).email);
    if (user) await sendToUser(services, user, { kind: 'account_exists', link: screenUrl(services, user, 'login') });
  },
  send_password_changed: async (payload) => {
    const user = await findUser(services.db, UserPayload.parse(payload).userId);
    if (user) await sendToUser(services, user, { kind: 'password_changed', link: screenUrl(services, user, 'login') });
  },
  send_new_address: async (payload) => {
    const { userId, email } = NewEmailPayload.parse(payload);
    const user = await findUser(services.db, userId);
    if (!user || user.status === 'blocked') return;
    const holder = await findUserByEmail(services.db, email);
    if (holder)
      return sendToUser(services, holder, { kind: 'address_taken', link: screenUrl(services, holder, 'login') });
    const secret = await createLink(services, user, 'change_email', EMAIL_LINK_MINUTES, email);
    // Without the name: the address is not verified yet, and the name could be used to send spam to it.
    await sendToUser(
      services,
      { ...user, email, name: '' },
      {
        kind: 'new_address',
        link: `${services.config.publicUrl}/v1/email/change/${user.id}/${secret}`,
        values: { minutes: EMAIL_LINK_MINUTES },
      },
    );
  },
  warn_old_address: (payload) => notifyOldEmail(services, 'new_address_asked', payload),
  tell_old_address: (payload) => notifyOldEmail(services, 'email_changed', payload),
  send_new_login: async (payload) => {
    const { userId, device, ip } = NewLoginPayload.parse(payload);
    const user = await findUser(services.db, userId);
    if (user)
      await sendToUser(services, user, {
        kind: 'new_login',
        link: screenUrl(services, user, 'profile'),
        values: { device, ip },
      });
  },
});

/** The old address comes with the job, because the user row may already have the new one. */
async function notifyOldEmail(services: Services, kind: 'new_address_asked' | 'email_changed', payload: unknown) {
  const { userId, to, email, ip = '' } = OldEmailPayload.parse(payload);
  const user = await findUser(services.db, userId);
  if (!user) return;
  const link = screenUrl(services, user, kind === 'email_changed' ? 'login' : 'profile?tab=security');
  await sendToUser(services, { ...user, email: to }, { kind, link, values: { email, ip } });
}

async function createLink(
  services: Services,
  user: User,
  purpose: LinkPurpose,
  minutes: number,
  email?: string,
): Promise<string> {
  const { secret, hash } = generateSecret();
  const link = { purpose, userId: user.id, tokenHash: hash, minutes };
  await replaceLinkToken(services.db, email === undefined ? link : { ...link, email });
  return secret;
}

const screenUrl = (services: Services, user: User, path: string): string =>
  `${services.config.publicUrl}/${user.locale}/${path}`;

const sendToUser = (
  services: Services,
  user: User,
  email: Pick<EmailContent, 'kind' | 'link' | 'values'>,
): Promise<void> =>
  services.mailer.send(
    composeEmail({
      ...email,
      to: user.email,
      name: user.name,
      language: user.locale,
      operator: services.config,
    }),
  );
