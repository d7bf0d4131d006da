import { NotificationKind } from '@poklik/contract/notifications';
import * as z from 'zod/mini';
import { translator } from '../../i18n/translate.ts';
import { composeEmail } from '../../mail/compose.ts';
import type { Services } from '../../services.ts';
import { queueAnnouncementEmails, sendAnnouncementEmail } from './announcement.emails.ts';
import { valuesForLanguage } from './notification.response.ts';
import { findRecipient } from './notifications.repo.ts';
import { publishStart } from './notifications.service.ts';

const NotificationEmail = z.object({
  userId: z.int(),
  kind: NotificationKind,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  screen: z.string(),
});

const AnnouncementEmail = z.object({ id: z.int(), userId: z.int() });

export const notificationsJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  announcement_started: () => publishStart(services.db),
  send_announcement: (payload) => queueAnnouncementEmails(services.db, z.object({ id: z.int() }).parse(payload).id),
  send_announcement_email: (payload) => sendAnnouncementEmail(services, AnnouncementEmail.parse(payload)),
  send_news: async (payload) => {
    const { userId, kind, values, screen } = NotificationEmail.parse(payload);
    const user = await findRecipient(services.db, userId);
    if (!user) return;
    const { config } = services;
    const t = translator(user.locale);
    const own = valuesForLanguage(values, user.locale);
    const email = composeEmail({
      kind: 'news',
      to: user.email,
      name: user.name,
      language: user.locale,
      operator: config,
      link: `${config.publicUrl}/${user.locale}/${screen}`,
      values: {
        title: t(`notifications.${kind}.title`, own),
        message: t(`notifications.${kind}.message`, own),
      },
    });
    await services.mailer.send({ ...email, kind });
  },
});
