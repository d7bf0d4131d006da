import { invalidField } from '@poklik/contract/errors';
import { type NotificationPreference, TOPICS, type Topic } from '@poklik/contract/notifications';
import { isInAppMandatory, isMandatory, topicOf } from '@poklik/domain/notifications/topics';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { type ChannelPreference, findPreference, listPreferences, upsertPreference } from './preferences.repo.ts';

const ALL_CHANNELS: ChannelPreference = { inApp: true, byEmail: true };

async function getPreference(db: Database, userId: number, kind: string): Promise<ChannelPreference> {
  const topic = topicOf(kind);
  if (topic === null || isMandatory(topic)) return ALL_CHANNELS;
  return (await findPreference(db, userId, topic)) ?? ALL_CHANNELS;
}

export const wantsInApp = async (db: Database, userId: number, kind: string): Promise<boolean> =>
  (await getPreference(db, userId, kind)).inApp;

export const wantsEmail = async (db: Database, userId: number, kind: string): Promise<boolean> =>
  (await getPreference(db, userId, kind)).byEmail;

export async function listNotificationPreferences(db: Database, userId: number): Promise<NotificationPreference[]> {
  const saved = new Map((await listPreferences(db, userId)).map((preference) => [preference.topic, preference]));
  return TOPICS.map((topic) => {
    const { inApp, byEmail } = isMandatory(topic) ? ALL_CHANNELS : (saved.get(topic) ?? ALL_CHANNELS);
    return {
      topic,
      in_app: inApp,
      by_letter: byEmail,
      is_fixed: isMandatory(topic),
      is_in_app_fixed: isInAppMandatory(topic),
    };
  });
}

export async function setNotificationPreference(
  db: Database,
  { userId }: Caller,
  { topic, in_app: inApp, by_letter: byEmail }: { topic: Topic; in_app: boolean; by_letter: boolean },
): Promise<NotificationPreference[]> {
  if (isMandatory(topic) && !(inApp && byEmail)) throw invalidField('topic', 'topic_fixed');
  if (isInAppMandatory(topic) && !inApp) throw invalidField('in_app', 'announcements_in_app');
  await upsertPreference(db, userId, topic, { inApp, byEmail });
  return listNotificationPreferences(db, userId);
}

/** Stops the emails of announcements and leaves everything else as it is. */
export const stopAnnouncementEmails = (db: Database, userId: number) =>
  upsertPreference(db, userId, 'announcements', { inApp: true, byEmail: false });
