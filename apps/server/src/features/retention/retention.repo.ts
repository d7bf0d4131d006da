import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

const olderThan = (column: SQL, days: number): SQL => sql`${column} < now() - make_interval(days => ${days})`;

/** Rows that may be deleted after a number of days. Pending work and money are never among them. */
export const EXPIRED_ROWS = {
  /** Postbacks that wait for their click have a due time and are kept. */
  postbacks: (days: number) => ({
    table: sql`postbacks`,
    where: sql`due_at is null and verdict <> 'waiting' and ${olderThan(sql`received_at`, days)}`,
  }),
  outgoing: (days: number) => ({
    table: sql`outgoing_postbacks`,
    where: sql`state <> 'waiting' and ${olderThan(sql`coalesce(tried_at, created_at)`, days)}`,
  }),
  emails: (days: number) => ({ table: sql`emails`, where: olderThan(sql`created_at`, days) }),
  /** Revoked, or unused: a session expires after a day without use. */
  sessions: (days: number) => ({
    table: sql`sessions`,
    where: sql`(${olderThan(sql`revoked_at`, days)} or ${olderThan(sql`last_seen_at`, days)})`,
  }),
  /** Announcements stay until they are deleted. */
  notifications: (days: number) => ({
    table: sql`notifications`,
    where: sql`((user_id is not null and ${olderThan(sql`created_at`, days)}) or ${olderThan(sql`deleted_at`, days)})`,
  }),
} as const;

/** Deletes one batch, oldest first, skipping locked rows so that it never waits. Returns the number deleted. */
export async function removeExpired(
  db: Database,
  { table, where }: { table: SQL; where: SQL },
  limit: number,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${table} where id in (
      select id from ${table} where ${where} order by id limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}

/** How long the history of learned weights is kept. */
const LEARNED_DAYS = 400;

/** The latest weights of a set stay. */
export const removeOldLearnedWeights = (db: Database) =>
  db.execute(sql`
    delete from learned_weights old where ${olderThan(sql`old.created_at`, LEARNED_DAYS)} and exists (
      select 1 from learned_weights newer where newer.campaign_id = old.campaign_id and newer.set_uid = old.set_uid
        and newer.epoch > old.epoch)`);

/** Counts toward daily caps of days that are over in every time zone, and trackers that no longer run. */
export async function removeOldCapUsage(db: Database): Promise<void> {
  await db.execute(sql`delete from cap_usage where day <= current_date - 3`);
  await db.execute(sql`delete from trackers where ${olderThan(sql`seen_at`, 3)}`);
}
