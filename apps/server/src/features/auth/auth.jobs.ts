import { RESET_LINK_MINUTES } from '@poklik/contract/auth';
import { EMAIL_LINK_MINUTES } from '@poklik/contract/security';
import * as z from 'zod/mini';
import { composeLetter, type LetterContent } from '../../mail/compose.ts';
import type { Services } from '../../services.ts';
import { findUser, findUserByEmail, type LinkPurpose, replaceLinkToken, type User } from './auth.repo.ts';
import { newSecret } from './secret.ts';

const VERIFY_LINK_HOURS = 24;

const ToAddress = z.object({ email: z.string() });
const NewAddress = z.object({ userId: z.int(), email: z.string() });
const OldAddress = z.extend(NewAddress, { to: z.string(), ip: z.optional(z.string()) });
const ToUser = z.object({ userId: z.int() });
const NewLogin = z.object({ userId: z.int(), device: z.string(), ip: z.string() });

/** Letters of sign-in. Secrets are made here, when the letter is written, so that none ever waits in the queue. */
export const authJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  send_verification: async (payload) => {
    const user = await findUserByEmail(services.db, ToAddress.parse(payload).email);
    if (!user || user.emailVerifiedAt) return;
    const secret = await newLink(services, user, 'verify_email', VERIFY_LINK_HOURS * 60);
    await send(services, user, {
      kind: 'verify_email',
      link: `${services.config.publicUrl}/v1/email/verify/${user.id}/${secret}`,
      values: { hours: VERIFY_LINK_HOURS },
    });
  },
  send_password_reset: async (payload) => {
    const user = await findUserByEmail(services.db, ToAddress.parse(payload).email);
    if (!user || user.status === 'blocked') return;
    const secret = await newLink(services, user, 'reset_password', RESET_LINK_MINUTES);
    await send(services, user, {
      kind: 'reset_password',
      link: screen(services, user, `password/reset/${secret}?email=${encodeURIComponent(user.email)}`),
      values: { minutes: RESET_LINK_MINUTES },
    });
  },
  send_account_exists: async (payload) => {
    const user = await findUserByEmail(services.db, ToAddress.parse(payload).email);
    if (user) await send(services, user, { kind: 'account_exists', link: screen(services, user, 'login') });
  },
  send_password_changed: async (payload) => {
    const user = await findUser(services.db, ToUser.parse(payload).userId);
    if (user) await send(services, user, { kind: 'password_changed', link: screen(services, user, 'login') });
  },
  send_new_address: async (payload) => {
    const { userId, email } = NewAddress.parse(payload);
    const user = await findUser(services.db, userId);
    if (!user || user.status === 'blocked') return;
    const holder = await findUserByEmail(services.db, email);
    if (holder) return send(services, holder, { kind: 'address_taken', link: screen(services, holder, 'login') });
    const secret = await newLink(services, user, 'change_email', EMAIL_LINK_MINUTES, email);
    // Without the name: whose address it is nobody knows yet, and names are written by who asks.
    await send(
      services,
      { ...user, email, name: '' },
      {
        kind: 'new_address',
        link: `${services.config.publicUrl}/v1/email/change/${user.id}/${secret}`,
        values: { minutes: EMAIL_LINK_MINUTES },
      },
    );
  },
  warn_old_address: (payload) => toOldAddress(services, 'new_address_asked', payload),
  tell_old_address: (payload) => toOldAddress(services, 'email_changed', payload),
  send_new_login: async (payload) => {
    const { userId, device, ip } = NewLogin.parse(payload);
    const user = await findUser(services.db, userId);
    if (user)
      await send(services, user, {
        kind: 'new_login',
        link: screen(services, user, 'profile'),
        values: { device, ip },
      });
  },
});

/** The address may no longer be the person's by the time the letter is written, so it comes with the job. */
async function toOldAddress(services: Services, kind: 'new_address_asked' | 'email_changed', payload: unknown) {
  const { userId, to, email, ip = '' } = OldAddress.parse(payload);
  const user = await findUser(services.db, userId);
  if (!user) return;
  const link = screen(services, user, kind === 'email_changed' ? 'login' : 'profile?tab=security');
  await send(services, { ...user, email: to }, { kind, link, values: { email, ip } });
}

async function newLink(
  services: Services,
  user: User,
  purpose: LinkPurpose,
  minutes: number,
  email?: string,
): Promise<string> {
  const { secret, hash } = newSecret();
  const link = { purpose, userId: user.id, tokenHash: hash, minutes };
  await replaceLinkToken(services.db, email === undefined ? link : { ...link, email });
  return secret;
}

const screen = (services: Services, user: User, path: string): string =>
  `${services.config.publicUrl}/${user.locale}/${path}`;

const send = (services: Services, user: User, part: Pick<LetterContent, 'kind' | 'link' | 'values'>): Promise<void> =>
  services.mailer.send(
    composeLetter({
      ...part,
      to: user.email,
      name: user.name,
      language: user.locale,
      appName: services.config.appName,
    }),
  );
