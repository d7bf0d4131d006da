import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import type { Database } from '../../stores/postgres.ts';
import type { SecretBox } from '../../stores/secret-box.ts';
import { findRecipient } from './notifications.repo.ts';
import { stopAnnouncementEmails } from './preferences.service.ts';

/** Works without logging in and never expires, as people unsubscribe from old emails too. It can do nothing else. */
export const unsubscribeToken = (secrets: SecretBox, userId: number): string =>
  `${userId}-${secrets.fingerprint(`unsubscribe ${userId}`)}`;

async function findSubscriber(db: Database, secrets: SecretBox, token: string) {
  const id = Number(token.split('-', 1)[0]);
  const isGenuine = timingSafeEqual(Buffer.from(token), Buffer.from(unsubscribeToken(secrets, id)));
  const user = isGenuine ? await findRecipient(db, id) : null;
  if (!user) throw new AppError('not_found');
  return { id, locale: user.locale };
}

export const findUnsubscribePage = async (db: Database, secrets: SecretBox, token: string): Promise<string> =>
  `/${(await findSubscriber(db, secrets, token)).locale}/unsubscribe/${token}`;

/** Repeating it changes nothing. */
export async function unsubscribe(db: Database, secrets: SecretBox, token: string): Promise<void> {
  const { id } = await findSubscriber(db, secrets, token);
  await stopAnnouncementEmails(db, id);
}
