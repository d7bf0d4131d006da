import type { Language } from '@poklik/contract/language';
import { eq } from 'drizzle-orm';
import { composeEmail, type EmailTemplate } from '../../mail/compose.ts';
import type { Email } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';
import { users } from '../../stores/tables/users.ts';
import { wantsEmail } from '../notifications/preferences.service.ts';

interface UserEmail {
  kind: EmailTemplate;
  /** Path of the screen that the button opens. */
  screen: string;
  values?: Record<string, string | number>;
  attachments?: Email['attachments'];
}

/** Sends an email in the user's language, unless the user is gone or turned this topic off. */
export async function sendEmail(
  { db, mailer, config }: Services,
  userId: number,
  content: UserEmail | ((language: Language) => Promise<UserEmail>),
): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) return;
  const { kind, screen, values, attachments } = typeof content === 'function' ? await content(user.locale) : content;
  if (!(await wantsEmail(db, userId, kind))) return;
  const email = composeEmail({
    kind,
    to: user.email,
    name: user.name,
    language: user.locale,
    operator: config,
    link: `${config.publicUrl}/${user.locale}/${screen}`,
    ...(values ? { values } : {}),
  });
  await mailer.send({ ...email, ...(attachments ? { attachments } : {}) });
}
