import type { Topic } from '@poklik/contract/notifications';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { notificationPreferences } from '../../stores/tables/notifications.ts';

export interface Choice {
  inApp: boolean;
  byLetter: boolean;
}

const choice = { inApp: notificationPreferences.inApp, byLetter: notificationPreferences.byLetter };

/** Only what somebody has chosen; the rest is told in every way. */
export const listChoices = (db: Database, userId: number): Promise<(Choice & { topic: Topic })[]> =>
  db
    .select({ topic: notificationPreferences.topic, ...choice })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));

export const findChoice = async (db: Database, userId: number, topic: Topic): Promise<Choice | null> =>
  (
    await db
      .select(choice)
      .from(notificationPreferences)
      .where(and(eq(notificationPreferences.userId, userId), eq(notificationPreferences.topic, topic)))
  )[0] ?? null;

export const upsertChoice = (db: Database, userId: number, topic: Topic, chosen: Choice) =>
  db
    .insert(notificationPreferences)
    .values({ userId, topic, ...chosen })
    .onConflictDoUpdate({ target: [notificationPreferences.userId, notificationPreferences.topic], set: chosen });
