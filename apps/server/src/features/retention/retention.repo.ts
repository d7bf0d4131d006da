import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

const olderThan = (column: SQL, days: number): SQL => sql`${column} < now() - make_interval(days => ${days})`;

/** What is settled and older than so many days. What waits, is undelivered or is money is never among it. */
export const EXPIRED_ROWS = {
  /** Decided ones: a report that waits for its click or its turn has a time when it is looked at again. */
  postbacks: (days: number) => ({
    table: sql`postbacks`,
    where: sql`due_at is null and verdict <> 'waiting' and ${olderThan(sql`received_at`, days)}`,
  }),
  outgoing: (days: number) => ({
    table: sql`outgoing_postbacks`,
    where: sql`state <> 'waiting' and ${olderThan(sql`coalesce(tried_at, created_at)`, days)}`,
  }),
  emails: (days: number) => ({ table: sql`letters`, where: olderThan(sql`created_at`, days) }),
  /** Ended by somebody, or by themselves: none lives through a day on which nobody uses it. */
  sessions: (days: number) => ({
    table: sql`sessions`,
    where: sql`(${olderThan(sql`revoked_at`, days)} or ${olderThan(sql`last_seen_at`, days)})`,
  }),
  /** Announcements stay until they are taken back. */
  notifications: (days: number) => ({
    table: sql`notifications`,
    where: sql`((user_id is not null and ${olderThan(sql`created_at`, days)}) or ${olderThan(sql`deleted_at`, days)})`,
  }),
} as const;

/** Removes some, the oldest first, and says how many. Each call is a short transaction that waits for nobody. */
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
