import { ROLES } from '@poklik/contract/roles';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { announcementRecipients, notificationPreferences, notifications } from '../../stores/tables/notifications.ts';
import { accounts, users } from '../../stores/tables/users.ts';

/** Users who see the announcement in the app, have a verified email and want such emails. Authors know what they wrote. */
const isRecipient = (announcementId: SQL | number): SQL => sql`
  n.id = ${announcementId} and n.by_mail and n.deleted_at is null and (n.ends_at is null or n.ends_at > now())
  and u.status = 'active' and u.deleted_at is null and u.email_verified_at is not null
  and u.created_at <= coalesce(n.starts_at, n.created_at) and u.id is distinct from n.created_by_id
  and case
    when n.segment_name is not null then exists (select from ${announcementRecipients} r where r.notification_id = n.id and r.account_id = u.account_id)
    when n.role is not null then u.role = n.role
    when n.tariff_id is not null then u.role <> ${ROLES.SUPER_ADMIN} and exists (select from ${accounts} a where a.id = u.account_id and a.tariff_id = n.tariff_id
      and a.tariff_since <= coalesce(n.starts_at, n.created_at))
    else true end
  and not exists (select from ${notificationPreferences} p where p.user_id = u.id and p.topic = 'announcements' and not p.by_letter)`;

/** One statement that runs once, so that a repeated job sends nobody a second email. */
export const queueForRecipients = (db: Database, announcementId: number) =>
  db.execute(sql`
    with mailed as (
      update ${notifications} set mailed_at = now() where id = ${announcementId} and mailed_at is null returning *)
    select graphile_worker.add_job('send_announcement_email', json_build_object('id', n.id, 'userId', u.id), max_attempts => 12)
    from mailed n cross join ${users} u where ${isRecipient(announcementId)}`);

/** The announcement, if the user should still get it; both may have changed since it was queued. */
export async function findAnnouncementEmail(db: Database, announcementId: number, userId: number) {
  const { rows } = await db.execute<{
    titles: (typeof notifications.$inferSelect)['titles'];
    messages: (typeof notifications.$inferSelect)['messages'];
    email: string;
    name: string;
    locale: (typeof users.$inferSelect)['locale'];
  }>(sql`select n.titles, n.messages, u.email, u.name, u.locale
    from ${notifications} n cross join ${users} u where u.id = ${userId} and ${isRecipient(announcementId)}`);
  return rows[0] ?? null;
}
