import type { NewNotification, NotificationKind } from '@poklik/contract/notifications';
import type { SortOrder } from '@poklik/contract/paging';
import { ROLES } from '@poklik/contract/roles';
import type { Audience } from '@poklik/domain/notifications/audience';
import { and, asc, count, desc, eq, gte, isNull, max, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { announcementRecipients, notificationReads, notifications } from '../../stores/tables/notifications.ts';
import { tariffs } from '../../stores/tables/tariffs.ts';
import { users } from '../../stores/tables/users.ts';

export interface NotificationReader {
  userId: number;
  accountId: number;
  /** Null sees every announcement. */
  audiences: Audience[] | null;
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

/** Authors never see their own announcements as unread. */
const isRead = (reader: NotificationReader): SQL<boolean> => sql<boolean>`(
  ${notifications.createdById} is not distinct from ${reader.userId}::bigint
  or exists (select 1 from ${notificationReads}
    where ${notificationReads.notificationId} = ${notifications.id} and ${notificationReads.userId} = ${reader.userId}))`;

/** When an announcement appeared. */
const shownAt = sql`coalesce(${notifications.startsAt}, ${notifications.createdAt})`;

const isRunning = sql`${shownAt} <= now() and (${notifications.endsAt} is null or ${notifications.endsAt} > now())`;

/** Announcements to the reader's audiences or segments, and the reader's own notifications. */
function visibleTo({ userId, accountId, audiences }: NotificationReader): SQL | undefined {
  const announced = isNull(notifications.userId);
  const forReader =
    audiences === null
      ? announced
      : and(announced, isRunning, or(...audiences.map(matchesAudience), isRecipient(accountId)));
  return and(isNull(notifications.deletedAt), or(eq(notifications.userId, userId), forReader));
}

const isRecipient = (accountId: number): SQL => sql`exists (select 1 from ${announcementRecipients}
  where ${announcementRecipients.notificationId} = ${notifications.id} and ${announcementRecipients.accountId} = ${accountId})`;

const matchesAudience = ({ role, tariffId, since }: Audience): SQL | undefined =>
  and(
    isNull(notifications.segmentName),
    role === null ? isNull(notifications.role) : eq(notifications.role, role),
    tariffId === null ? isNull(notifications.tariffId) : eq(notifications.tariffId, tariffId),
    sql`${shownAt} >= ${since.toISOString()}::timestamptz`,
  );

export const listNotifications = (
  db: Database,
  reader: NotificationReader,
  page: { limit: number; offset: number; order: SortOrder },
) => {
  const direction = page.order === 'asc' ? asc : desc;
  return db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      titles: notifications.titles,
      messages: notifications.messages,
      values: notifications.values,
      role: notifications.role,
      tariff: { id: tariffs.id, code: tariffs.code, name: tariffs.name },
      createdAt: notifications.createdAt,
      segmentName: notifications.segmentName,
      startsAt: notifications.startsAt,
      endsAt: notifications.endsAt,
      byMail: notifications.byMail,
      readers: sql<number>`(select count(*)::int from ${notificationReads} where ${notificationReads.notificationId} = ${notifications.id})`,
      read: isRead(reader),
    })
    .from(notifications)
    .leftJoin(tariffs, eq(tariffs.id, notifications.tariffId))
    .where(visibleTo(reader))
    .orderBy(direction(shownAt), direction(notifications.id))
    .limit(page.limit)
    .offset(page.offset);
};

export const countNotifications = (db: Database, reader: NotificationReader): Promise<number> =>
  db.$count(notifications, visibleTo(reader));

export const countUnread = (db: Database, reader: NotificationReader): Promise<number> =>
  db.$count(notifications, and(visibleTo(reader), sql`not ${isRead(reader)}`));

export async function getUnreadState(db: Database, reader: NotificationReader) {
  const [state] = await db
    .select({ count: count(), newest: max(notifications.id) })
    .from(notifications)
    .where(and(visibleTo(reader), sql`not ${isRead(reader)}`));
  return { notification_count: state?.count ?? 0, newest_unread_id: state?.newest ?? null };
}

export async function insertAnnouncement(
  db: Database,
  authorId: number,
  announcement: NewNotification,
  segmentName: string | null,
) {
  const { titles, messages, role, tariff_id: tariffId, starts_at: start, ends_at: end, by_mail: byMail } = announcement;
  const [row] = await db
    .insert(notifications)
    .values({
      ...{ kind: 'announcement', titles, messages, role, tariffId, segmentName, createdById: authorId, byMail },
      startsAt: start ? new Date(start) : null,
      endsAt: end ? new Date(end) : null,
    })
    .returning();
  if (!row) throw new Error('insert returned no row');
  return row;
}

export const insertRecipients = async (db: Database, notificationId: number, accountIds: SQLWrapper): Promise<void> => {
  await db.execute(
    sql`insert into ${announcementRecipients} (notification_id, account_id) select ${notificationId}, found.account_id from (${accountIds}) found`,
  );
};

export const insertNotification = (
  db: Database,
  recipient: { id: number; accountId: number },
  kind: Exclude<NotificationKind, 'announcement'>,
  values: Record<string, string | number>,
) => db.insert(notifications).values({ kind, values, userId: recipient.id, accountId: recipient.accountId });

export const listOperators = (db: Database) =>
  db
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(and(eq(users.role, ROLES.SUPER_ADMIN), eq(users.status, 'active')));

export const hasNotification = async (db: Database, kind: NotificationKind, since: Date): Promise<boolean> =>
  (await db.$count(notifications, and(eq(notifications.kind, kind), gte(notifications.createdAt, since)))) > 0;

/** Announcements only: notifications to a single user cannot be deleted. */
export async function removeAnnouncement(db: Database, id: number): Promise<boolean> {
  const removed = await db
    .update(notifications)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(notifications.id, id), isNull(notifications.userId), isNull(notifications.deletedAt)))
    .returning({ id: notifications.id });
  return removed.length === 1;
}

export async function markAllRead(db: Database, reader: NotificationReader): Promise<void> {
  const unread = db
    .select({
      notificationId: notifications.id,
      userId: sql<number>`${reader.userId}::bigint`.as('user_id'),
      readAt: sql<Date>`now()`.as('read_at'),
    })
    .from(notifications)
    .where(and(visibleTo(reader), sql`not ${isRead(reader)}`));
  await db.insert(notificationReads).select(unread).onConflictDoNothing();
}

export async function getJoinedAt(db: Database, userId: number): Promise<Date> {
  const [user] = await db.select({ joinedAt: users.createdAt }).from(users).where(eq(users.id, userId));
  if (!user) throw new Error(`user ${userId} not found`);
  return user.joinedAt;
}

export async function findRecipient(db: Database, userId: number) {
  const [user] = await db
    .select({ email: users.email, name: users.name, locale: users.locale })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? null;
}
