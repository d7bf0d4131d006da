import { RESET_LINK_MINUTES } from '@poklik/contract/auth';
import * as z from 'zod/mini';
import { composeLetter, type LetterContent } from '../../mail/compose.ts';
import type { Services } from '../../services.ts';
import { findUser, findUserByEmail, type LinkPurpose, replaceLinkToken, type User } from './auth.repo.ts';
import { newSecret } from './secret.ts';

const VERIFY_LINK_HOURS = 24;

const ToAddress = z.object({ email: z.string() });
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

async function newLink(services: Services, user: User, purpose: LinkPurpose, minutes: number): Promise<string> {
  const { secret, hash } = newSecret();
  await replaceLinkToken(services.db, { purpose, userId: user.id, tokenHash: hash, minutes });
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
