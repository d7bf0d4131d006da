import { AppError } from '@poklik/contract/errors';
import { type NotificationPreference, TOPICS, type Topic } from '@poklik/contract/notifications';
import { isMandatory, topicOf } from '@poklik/domain/notifications/topics';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { type Choice, findChoice, listChoices, upsertChoice } from './preferences.repo.ts';

const EVERYTHING: Choice = { inApp: true, byLetter: true };

async function choiceOf(db: Database, userId: number, kind: string): Promise<Choice> {
  const topic = topicOf(kind);
  if (topic === null || isMandatory(topic)) return EVERYTHING;
  return (await findChoice(db, userId, topic)) ?? EVERYTHING;
}

/** Whether somebody wants to find messages of this kind in the bell. */
export const wantsInApp = async (db: Database, userId: number, kind: string): Promise<boolean> =>
  (await choiceOf(db, userId, kind)).inApp;

/** Whether somebody wants letters of this kind. */
export const wantsLetter = async (db: Database, userId: number, kind: string): Promise<boolean> =>
  (await choiceOf(db, userId, kind)).byLetter;

export async function preferencesOf(db: Database, userId: number): Promise<NotificationPreference[]> {
  const chosen = new Map((await listChoices(db, userId)).map((choice) => [choice.topic, choice]));
  return TOPICS.map((topic) => {
    const { inApp, byLetter } = isMandatory(topic) ? EVERYTHING : (chosen.get(topic) ?? EVERYTHING);
    return { topic, in_app: inApp, by_letter: byLetter, is_fixed: isMandatory(topic) };
  });
}

export async function choose(
  db: Database,
  { userId }: Caller,
  { topic, in_app: inApp, by_letter: byLetter }: { topic: Topic; in_app: boolean; by_letter: boolean },
): Promise<NotificationPreference[]> {
  if (isMandatory(topic) && !(inApp && byLetter))
    throw new AppError('invalid_request', { fields: { topic: [{ key: 'topic_fixed' }] } });
  await upsertChoice(db, userId, topic, { inApp, byLetter });
  return preferencesOf(db, userId);
}
