import { AppError } from '@poklik/contract/errors';
import type { Caller } from '../../http/caller.ts';
import { composeEmail } from '../../mail/compose.ts';
import { sendForReply } from '../../mail/smtp-mailer.ts';
import type { Services } from '../../services.ts';
import { type AuthTools, getOwnUser } from '../auth/auth.service.ts';

/** Sends an email to the caller now, without the queue, and returns what the mail server answered. */
export async function sendTestEmail({ config, db }: Services, tools: AuthTools, caller: Caller) {
  const { smtpUrl, mailFrom, publicUrl } = config;
  if (smtpUrl === undefined) throw new AppError('mail_server_missing');
  const { email: to, name, locale: language } = await getOwnUser(db, caller);
  await tools.throttle.consumeEmail(to, caller.ip);
  const link = `${publicUrl}/${language}/profile?tab=service`;
  const email = composeEmail({ kind: 'mail_test', to, name, language, operator: config, link });
  return { to, ...(await sendForReply({ smtpUrl, mailFrom }, email)) };
}
