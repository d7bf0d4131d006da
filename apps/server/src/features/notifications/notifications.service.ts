import { AppError, invalidField } from '@poklik/contract/errors';
import type { NewNotification, NotificationKind } from '@poklik/contract/notifications';
import { readerAudiences } from '@poklik/domain/notifications/audience';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { enqueue } from '../../stores/queue.ts';
import { findTariffLabel, getTariffTerm } from '../billing/billing.service.ts';
import { findSegment } from '../segments/segments.repo.ts';
import { customerAccountsQuery } from '../users/users.repo.ts';
import {
  getJoinedAt,
  hasNotification,
  insertAnnouncement,
  insertNotification,
  insertRecipients,
  listOperators,
  markAllRead,
  type NotificationReader,
  removeAnnouncement,
} from './notifications.repo.ts';
import { wantsEmail, wantsInApp } from './preferences.service.ts';

/** Channel that all processes listen on. The payload is a user id, or an asterisk for everyone. */
export const NOTIFICATIONS_CHANNEL = 'notifications_changed';
export const EVERYONE = '*';

const publishChange = (db: Database, recipient: string) =>
  db.execute(sql`select pg_notify(${NOTIFICATIONS_CHANNEL}, ${recipient})`);

/** Adds a notification in the caller's transaction, unless the user turned this topic off. */
export async function notifyUser(
  db: Database,
  recipient: { id: number; accountId: number },
  kind: Exclude<NotificationKind, 'announcement'>,
  values: Record<string, string | number>,
): Promise<void> {
  if (!(await wantsInApp(db, recipient.id, kind))) return;
  await insertNotification(db, recipient, kind, values);
  await publishChange(db, String(recipient.id));
}

/** Adds a notification and sends it by email; the email links to `screen`. */
export async function notifyWithEmail(
  db: Database,
  recipient: { id: number; accountId: number },
  kind: Exclude<NotificationKind, 'announcement'>,
  values: Record<string, string | number>,
  screen: string,
): Promise<void> {
  await notifyUser(db, recipient, kind, values);
  if (await wantsEmail(db, recipient.id, kind))
    await enqueue(db, 'send_news', { userId: recipient.id, kind, values, screen });
}

/** Tells every operator about something of the installation. */
export async function notifyOperators(
  db: Database,
  kind: Exclude<NotificationKind, 'announcement'>,
  values: Record<string, string | number>,
  screen: string,
): Promise<void> {
  const operators = await listOperators(db);
  await db.transaction(async (tx) => {
    for (const operator of operators) await notifyWithEmail(tx, operator, kind, values, screen);
  });
}

/** Whether such a notification is newer than that. */
export const wereOperatorsNotified = (db: Database, kind: NotificationKind, withinMs: number): Promise<boolean> =>
  hasNotification(db, kind, new Date(Date.now() - withinMs));

/** Not cached: the account's plan may have changed since the last request. */
export async function getNotificationReader(
  db: Database,
  { userId, accountId, role }: Pick<Caller, 'userId' | 'accountId' | 'role'>,
): Promise<NotificationReader> {
  // One after the other, because a transaction runs one statement at a time.
  const joinedAt = await getJoinedAt(db, userId);
  const term = await getTariffTerm(db, accountId);
  return { userId, accountId, audiences: readerAudiences({ role, joinedAt, ...term }) };
}

export const createAnnouncement = (db: Database, caller: Pick<Caller, 'userId'>, announcement: NewNotification) =>
  db.transaction(async (tx) => {
    const tariff = await getAnnouncementTariff(tx, announcement.tariff_id ?? null);
    const segment = await getAnnouncementSegment(tx, announcement.segment_id ?? null);
    checkTimes(announcement, new Date());
    const row = await insertAnnouncement(tx, caller.userId, announcement, segment?.name ?? null);
    if (segment) await insertRecipients(tx, row.id, customerAccountsQuery(tx, segment.filter));
    await publishChange(tx, EVERYONE);
    if (row.startsAt) await enqueue(tx, 'announcement_started', {}, row.startsAt);
    if (row.byMail) await enqueue(tx, 'send_announcement', { id: row.id }, row.startsAt);
    return { ...row, tariff };
  });

async function getAnnouncementSegment(tx: Database, id: number | null) {
  if (id === null) return null;
  const segment = await findSegment(tx, id);
  if (!segment) throw invalidField('segment_id', 'segment_missing');
  return segment;
}

const AHEAD_MS = 5 * 366 * 86_400_000;

function checkTimes({ starts_at: start, ends_at: end }: NewNotification, now: Date): void {
  if (start && Date.parse(start) > now.getTime() + AHEAD_MS) throw invalidField('starts_at', 'announcement_late');
  if (end && Date.parse(end) <= now.getTime()) throw invalidField('ends_at', 'announcement_over');
}

/** A scheduled announcement appears: open pages ask for their notifications again. */
export const publishStart = async (db: Database): Promise<void> => void (await publishChange(db, EVERYONE));

async function getAnnouncementTariff(tx: Database, id: number | null) {
  if (id === null) return null;
  const tariff = await findTariffLabel(tx, id);
  if (!tariff) throw invalidField('tariff_id', 'tariff_missing');
  return tariff;
}

export const deleteAnnouncement = (db: Database, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await removeAnnouncement(tx, id))) throw new AppError('not_found');
    await publishChange(tx, EVERYONE);
  });

export const markAllNotificationsRead = (db: Database, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    await markAllRead(tx, await getNotificationReader(tx, caller));
    await publishChange(tx, String(caller.userId));
  });
