import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE } from '@poklik/contract/language';
import { messageIn, titleIn } from '@poklik/domain/notifications/notification-text';
import { composeEmail } from '../../mail/compose.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { findAnnouncementEmail, queueForRecipients } from './announcement-recipients.repo.ts';
import { unsubscribeToken } from './unsubscribe.service.ts';

/** One job per person: a mail server that refuses one address delays nobody else. */
export const queueAnnouncementEmails = async (db: Database, id: number): Promise<void> =>
  void (await queueForRecipients(db, id));

export async function sendAnnouncementEmail(services: Services, { id, userId }: { id: number; userId: number }) {
  const { db, config, mailer, secrets } = services;
  const found = await findAnnouncementEmail(db, id, userId);
  if (!found) return;
  const { titles, messages, email: to, name, locale } = found;
  const languages = [locale, DEFAULT_LANGUAGE, FALLBACK_LANGUAGE];
  const token = unsubscribeToken(secrets, userId);
  const email = composeEmail({
    ...{ kind: 'announcement', to, name, language: locale, operator: config },
    link: `${config.publicUrl}/${locale}/campaign`,
    unsubscribeUrl: `${config.publicUrl}/${locale}/unsubscribe/${token}`,
    values: { title: titleIn({ titles }, languages) ?? '', message: messageIn({ messages }, languages) ?? '' },
  });
  await mailer.send({
    ...email,
    // RFC 8058: mail programs show a button of their own, which sends a POST.
    headers: {
      'List-Unsubscribe': `<${config.publicUrl}/v1/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}
