import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { accountUsage, sentEmails } from '../../stores/tables/customers/customers.ts';
import { accounts, sessions, users } from '../../stores/tables/users.ts';

export interface CopiedUsage {
  account_id: number;
  events: number;
  /** In UTC seconds. */
  last_at: number | null;
}

export async function findLastCopy(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<Date | null>`max(${accountUsage.updatedAt})`.mapWith(accountUsage.updatedAt) })
    .from(accountUsage);
  return row?.at ?? null;
}

/** Every account, also without events. The last activity never goes back. */
export const copyUsage = (db: Database, month: string, usage: readonly CopiedUsage[]) =>
  db.execute(sql`
    insert into ${accountUsage} (account_id, month, events, last_activity_at)
    select a.id, ${month}, coalesce(u.events, 0), greatest(to_timestamp(u.last_at), seen.at)
    from ${accounts} a
    left join jsonb_to_recordset(${JSON.stringify(usage)}::jsonb) as u(account_id bigint, events bigint, last_at float8)
      on u.account_id = a.id
    left join (select m.account_id, max(s.last_seen_at) as at from ${sessions} s join ${users} m on m.id = s.user_id
      where s.impersonator_id is null group by 1) seen on seen.account_id = a.id
    on conflict (account_id) do update set month = excluded.month, events = excluded.events,
      last_activity_at = greatest(account_usage.last_activity_at, excluded.last_activity_at), updated_at = now()`);

export const removeOldEmails = (db: Database, days: number) =>
  db.delete(sentEmails).where(lt(sentEmails.createdAt, sql`now() - make_interval(days => ${days}::int)`));
