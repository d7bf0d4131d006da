import type { Topic } from '@poklik/contract/notifications';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { notificationPreferences } from '../../stores/tables/notifications.ts';

export interface ChannelPreference {
  inApp: boolean;
  byEmail: boolean;
}

const preferenceColumns = { inApp: notificationPreferences.inApp, byEmail: notificationPreferences.byEmail };

/** Only saved preferences; every other topic uses all channels. */
export const listPreferences = (db: Database, userId: number): Promise<(ChannelPreference & { topic: Topic })[]> =>
  db
    .select({ topic: notificationPreferences.topic, ...preferenceColumns })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));

export const findPreference = async (db: Database, userId: number, topic: Topic): Promise<ChannelPreference | null> =>
  (
    await db
      .select(preferenceColumns)
      .from(notificationPreferences)
      .where(and(eq(notificationPreferences.userId, userId), eq(notificationPreferences.topic, topic)))
  )[0] ?? null;

export const upsertPreference = (db: Database, userId: number, topic: Topic, chosen: ChannelPreference) =>
  db
    .insert(notificationPreferences)
    .values({ userId, topic, ...chosen })
    .onConflictDoUpdate({ target: [notificationPreferences.userId, notificationPreferences.topic], set: chosen });
